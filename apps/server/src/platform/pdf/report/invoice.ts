/** An invoice on paper, with the means of the certificate of completion. Facts come in, a PDF comes out. */
import { type FontBook, loadFonts } from '../appearance/fonts.ts';
import { CertificateLayout, NAME, paperFor } from './certificate-layout.ts';
import { Flow } from './flow.ts';

export type InvoiceFacts = {
  number: string;
  organization: string;
  issuedAt: string;
  lines: readonly { text: string; period: string; amount: string }[];
  total: string;
  /** 32 hexadecimal digits. */
  fileId: string;
};

const A4 = { width: 595, height: 842 };
let fonts: Promise<FontBook> | undefined;

/** Sets the invoice; the same facts make the same bytes. */
export async function setInvoice(facts: InvoiceFacts): Promise<Buffer> {
  fonts ??= loadFonts();
  const title = `Invoice ${facts.number}`;
  const words = ['Issued', 'To', 'Total', 'Invoice', 'Item', 'Page 1 of 1', 'Countersign', 'continued', title];
  const lines = facts.lines.flatMap(({ text, period, amount }) => [text, period, amount]);
  const texts = [...words, facts.organization, facts.issuedAt, facts.total, ...lines, '0123456789 –·'];
  const type = await (await fonts).documentTypesetter({ print: texts, strong: texts }, 'en');
  const flow = new Flow(type, paperFor(A4), false);
  const layout = new CertificateLayout(flow, 'continued');
  const issued = facts.issuedAt.slice(0, 10);
  layout.masthead(
    { above: 'Countersign', title, subject: facts.organization, outcome: `Issued ${issued}` },
    { url: null, logo: null },
  );
  const table = layout.section('Item', 60).add('Table');
  const rows = facts.lines.map(({ text, period, amount }) => [text, `${period}  ·  ${amount}`] as const);
  flow.block(layout.pairs([...rows, ['Total', facts.total, NAME]]), table, 'TR');
  layout.frame(`${title} · ${facts.organization}`, (page, pages) => `Page ${page} of ${pages}`, null);
  return flow.document.finish(type.resources, {
    title,
    language: 'en',
    isRightToLeft: false,
    createdAt: new Date(facts.issuedAt),
    producer: 'Countersign',
    fileId: Buffer.from(facts.fileId, 'hex'),
  });
}
