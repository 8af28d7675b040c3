/** CSV as RFC 4180 has it: commas, quotes doubled inside quotes, line breaks inside quotes; read also with what spreadsheets of other countries put in the place of commas. Anything else is a fault with its row. */

export type CsvRow = { row: number; values: string[] };
export type CsvFault = { row: number; message: string };

/**
 * Rows count from 1, the header included. Empty lines are skipped, a byte order mark too. Stops at the first fault, and behind
 * `maxRows` rows besides the header: one more is enough to see that there are too many.
 */
export function parseCsv(
  text: string,
  { delimiter = ',', maxRows }: { delimiter?: Delimiter; maxRows: number },
): { rows: CsvRow[]; fault: CsvFault | null } {
  const rows: CsvRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (let row = 1; at < text.length && rows.length < maxRows + 2; row++) {
    const values: string[] = [];
    for (;;) {
      const read = readValue(text, at, delimiter);
      if (read === undefined)
        return { rows, fault: { row, message: 'a quoted value does not end, or goes on after its closing quote' } };
      values.push(withoutShield(read.value));
      at = read.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (values.length > 1 || values[0] !== '') rows.push({ row, values });
    // CRLF, and what is met instead of it.
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
  }
  return { rows, fault: null };
}

/** What divides the columns, by the first line: whichever it has most of outside quotes. */
export function delimiterOf(text: string): Delimiter {
  const [first = ''] = text
    .slice(0, 100_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r|\n/, 1);
  const count = (one: Delimiter) => first.split(one).length;
  return (Object.keys(PLAIN) as Delimiter[]).toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

/**
 * A value as it is written: quoted where it has to be, and with an apostrophe in front where a spreadsheet would take it for a
 * formula and run it (OWASP, CSV injection). A number is none, whatever its sign.
 */
export function csvValue(value: string): string {
  const shielded = FORMULA.test(value) && !SIGNED_NUMBER.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(shielded) ? `"${shielded.replaceAll('"', '""')}"` : shielded;
}

/** What files of ours may come back with. */
const withoutShield = (value: string): string =>
  value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;

/** With the full-width forms that some spreadsheets read alike. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const SIGNED_NUMBER = /^[+-]\d[\d .,()]*$/;

export type Delimiter = ',' | ';' | '\t';
/** Up to what ends a value that is not quoted. */
const PLAIN: Record<Delimiter, RegExp> = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y };

function readValue(input: string, start: number, delimiter: Delimiter): { value: string; end: number } | undefined {
  if (input[start] === '"') return readQuoted(input, start + 1, delimiter);
  const plain = PLAIN[delimiter];
  plain.lastIndex = start;
  const value = plain.exec(input)?.[0] ?? '';
  return value.includes('"') ? undefined : { value, end: start + value.length };
}

function readQuoted(input: string, start: number, delimiter: Delimiter): { value: string; end: number } | undefined {
  let end = input.indexOf('"', start);
  while (end !== -1 && input[end + 1] === '"') end = input.indexOf('"', end + 2);
  const next = input[end + 1];
  if (end === -1 || !(next === undefined || next === delimiter || next === '\r' || next === '\n')) return undefined;
  return { value: input.slice(start, end).replaceAll('""', '"'), end: end + 1 };
}
