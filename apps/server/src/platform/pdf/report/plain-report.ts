/**
 * Writes a report of sections with facts and paragraphs, in the page size and fonts of the certificate of completion.
 * The report is not sealed.
 */
import { loadFonts } from '../appearance/fonts.ts';
import { ReportLayout, paperFor } from './report-layout.ts';
import { Flow } from './flow.ts';

export type ReportSection = {
  title: string;
  pairs?: readonly (readonly [label: string, value: string])[];
  paragraphs?: readonly string[];
};
export type PlainReport = {
  /** The owner, shown above the title. */
  above: string;
  title: string;
  subject: string;
  outcome: string;
  sections: readonly ReportSection[];
  foot: string;
  /** The reader's language tag. Some scripts look different in different languages. */
  locale: string | null;
  madeAt: string;
  /** Hexadecimal. */
  fileId: string;
};

const A4 = { width: 595.28, height: 841.89 };

/** Renders the report. @returns the PDF, and its number of pages */
export async function setPlainReport(report: PlainReport): Promise<{ bytes: Buffer; pages: number }> {
  const fonts = await loadFonts();
  const { above, title, subject, outcome, sections, foot } = report;
  const headings = [title, outcome, ...sections.map((section) => section.title)];
  const words = sections.flatMap(({ pairs = [], paragraphs = [] }) => [...pairs.flat(), ...paragraphs]);
  const strong = [...headings, ' (continued)'];
  const print = [above, subject, foot, '–', 'Page 0123456789 of', ...strong, ...words];
  const type = await fonts.documentTypesetter({ print, strong }, report.locale);
  const flow = new Flow(type, paperFor(A4), false);
  const layout = new ReportLayout(flow, 'continued');
  layout.masthead({ above, title, subject, outcome }, { url: null, logo: null });
  for (const { title: heading, pairs = [], paragraphs = [] } of sections) {
    const section = layout.section(heading, 30);
    if (pairs.length > 0) {
      const table = section.add('Table');
      for (const row of layout.pairs(pairs)) flow.block([row], table, 'TR');
    }
    for (const text of paragraphs)
      // A block can be at most one page long, so each line of the text becomes a block.
      for (const line of text.split('\n')) flow.block([layout.paragraph(line === '' ? ' ' : line)], section);
  }
  layout.frame(foot, (page, pages) => `Page ${page} of ${pages}`, null);
  const bytes = flow.document.finish(type.resources, {
    title: `${title} – ${subject}`,
    language: 'en',
    isRightToLeft: false,
    createdAt: new Date(report.madeAt),
    producer: 'Countersign',
    fileId: Buffer.from(report.fileId, 'hex'),
  });
  return { bytes, pages: flow.document.pageCount };
}
