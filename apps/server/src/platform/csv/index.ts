/** CSV as RFC 4180 has it: commas, quotes doubled inside quotes, line breaks inside quotes; read also with what spreadsheets of other countries put in the place of commas. Anything else is a fault with its row. */

export type CsvRow = { row: number; values: string[] };
export type CsvFault = { row: number; message: string };

/** Rows count from 1, the header included. Empty lines are skipped, a byte order mark too. Stops at the first fault. */
export function parseCsv(text: string, delimiter: Delimiter = ','): { rows: CsvRow[]; fault: CsvFault | null } {
  const rows: CsvRow[] = [];
  const input = text.replace(/^\uFEFF/, '');
  let at = 0;
  let row = 1;
  while (at < input.length) {
    const values: string[] = [];
    for (;;) {
      const read = readValue(input, at, delimiter);
      if (read === undefined)
        return { rows, fault: { row, message: 'a quoted value does not end, or goes on after its closing quote' } };
      values.push(read.value);
      at = read.end;
      if (input[at] !== delimiter) break;
      at += 1;
    }
    if (values.length > 1 || values[0] !== '') rows.push({ row, values });
    row += 1;
    // CRLF, and what is met instead of it.
    if (input[at] === '\r') at += 1;
    if (input[at] === '\n') at += 1;
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
  return (Object.keys(ENDS) as Delimiter[]).toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

/** A value as it is written: quoted where it has to be. */
export const csvValue = (value: string): string =>
  /[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

export type Delimiter = ',' | ';' | '\t';
const ENDS: Record<Delimiter, { plain: RegExp; quoted: RegExp }> = {
  ',': { plain: /[,\r\n]/, quoted: /^"((?:[^"]|"")*)"(?=,|\r|\n|$)/ },
  ';': { plain: /[;\r\n]/, quoted: /^"((?:[^"]|"")*)"(?=;|\r|\n|$)/ },
  '\t': { plain: /[\t\r\n]/, quoted: /^"((?:[^"]|"")*)"(?=\t|\r|\n|$)/ },
};

function readValue(input: string, start: number, delimiter: Delimiter): { value: string; end: number } | undefined {
  if (input[start] !== '"') {
    const end = start + (ENDS[delimiter].plain.exec(input.slice(start))?.index ?? input.length - start);
    const value = input.slice(start, end);
    return value.includes('"') ? undefined : { value, end };
  }
  const quoted = ENDS[delimiter].quoted.exec(input.slice(start));
  if (!quoted) return undefined;
  return { value: (quoted[1] ?? '').replaceAll('""', '"'), end: start + quoted[0].length };
}
