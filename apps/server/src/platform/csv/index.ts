/**
 * CSV as RFC 4180 has it, by csv-parse: commas, quotes doubled inside quotes, line breaks inside quotes; read also with what
 * spreadsheets of other countries put in the place of commas. Anything else is a fault with its row.
 */
import { CsvError, type Info, parse } from 'csv-parse/sync';

export type CsvRow = { row: number; values: string[] };
export type CsvFault = { row: number; message: string };
export type Delimiter = (typeof DELIMITERS)[number];

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Rows count from 1, the header included. Empty lines are skipped, a byte order mark too. A file with a fault has no rows. Stops
 * behind `maxRows` rows besides the header: one more is enough to see that there are too many.
 */
export function parseCsv(
  text: string,
  { delimiter = ',', maxRows }: { delimiter?: Delimiter; maxRows: number },
): { rows: CsvRow[]; fault: CsvFault | null } {
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter,
      // CRLF, and what is met instead of it.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      // Whoever calls has limited the file as a whole.
      max_record_size: 0,
      to: maxRows + 2,
      on_record: (values: string[], { records, empty_lines }: Info) => {
        rows.push({ row: records + empty_lines, values: values.map(withoutShield) });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error['records']) + Number(error['empty_lines']) + 1;
    return {
      rows: [],
      fault: { row, message: 'a quoted value has no closing quote, or text follows its closing quote' },
    };
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
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
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

/** A record with its line break. */
export const csvLine = (values: readonly string[]): string => `${values.map(csvValue).join(',')}\r\n`;
