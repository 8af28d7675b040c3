/** Renders an invoice as a PDF in the PDF worker. */
import { directionOf, type Language } from '@countersign/contract/languages';
import {
  Flow,
  type FontBook,
  loadFonts,
  NAME,
  type Pair,
  paperFor,
  ReportLayout,
} from '../../platform/pdf/report/index.ts';
import type { InvoiceFacts } from './invoice-layout.ts';
import { INVOICE_WORDS } from '@countersign/words/invoice';

const A4 = { width: 595, height: 842 };
let fonts: Promise<FontBook> | undefined;

/** Returns the PDF. The same facts always produce the same bytes. */
export async function setInvoice(facts: InvoiceFacts): Promise<Buffer> {
  fonts ??= loadFonts();
  const { language, seller, buyer } = facts;
  const words = INVOICE_WORDS[language];
  const title = `${words.invoice} ${apart(language, facts.number)}`;
  const outcome = `${words.issued}: ${apart(language, facts.issuedAt.slice(0, 10))}`;
  const parties: Pair[] = [...partyPairs(words.from, seller, words.vatId), ...partyPairs(words.to, buyer, words.vatId)];
  const rows = rowsOf(facts);
  const foot = `${title} · ${buyer.lines[0] ?? ''}`;
  const others = [title, foot, outcome, words.reverseCharge, words.items, words.total, words.continued];
  const texts = [
    'Countersign 0123456789 ()',
    words.page(1, 1),
    facts.total,
    ...others,
    ...[...parties, ...rows].flatMap(([a, b]) => [a, b]),
  ];
  const type = await (await fonts).documentTypesetter({ print: texts, strong: texts }, language);
  const flow = new Flow(type, paperFor(A4), directionOf(language) === 'rtl');
  const layout = new ReportLayout(flow, words.continued);
  const above = seller.lines[0] ?? 'Countersign';
  layout.masthead({ above, title, subject: buyer.lines[0] ?? '', outcome }, { url: null, logo: null });
  flow.block(layout.pairs(parties), layout.root.add('Table'), 'TR');
  const items = layout.section(words.items, 60);
  flow.block(layout.pairs([...rows, [words.total, facts.total, NAME]]), items.add('Table'), 'TR');
  if (facts.isReverseCharge) flow.block([layout.paragraph(words.reverseCharge)], items);
  layout.frame(foot, words.page, null);
  return flow.document.finish(type.resources, {
    title: `${words.invoice} ${facts.number}`,
    language,
    isRightToLeft: flow.isMirrored,
    createdAt: new Date(facts.issuedAt),
    producer: 'Countersign',
    fileId: Buffer.from(facts.fileId, 'hex'),
  });
}

/** Isolates numbers and names so that they stay left-to-right within a right-to-left line (UAX #9). */
function apart(language: Language, text: string): string {
  return directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text;
}

function partyPairs(name: string, { lines, vatId }: InvoiceFacts['seller'], vatName: string): Pair[] {
  const address = lines.map((line, index): Pair => [index === 0 ? name : ' ', line]);
  return vatId === null ? address : [...address, [vatName, vatId]];
}

function rowsOf({ language, lines, tax }: InvoiceFacts): Pair[] {
  const words = INVOICE_WORDS[language];
  const items = lines.map(({ plan, interval, isCredit, period, amount }): Pair => {
    const text = `${apart(language, plan)}, ${interval === 'month' ? words.monthly : words.yearly}`;
    return [isCredit ? `${words.credit}: ${text}` : text, `${period}  ·  ${amount}`];
  });
  return tax
    ? [...items, [words.net, tax.net], [`${words.vat} ${apart(language, `${tax.percent} %`)}`, tax.amount]]
    : items;
}
