/**
 * CSV as RFC 4180 has it, by csv-parse: commas, quotes doubled inside quotes, line breaks inside quotes. Spreadsheets also write
 * semicolons or tabs instead of commas, a first line `sep=;`, UTF-16 and Windows-1252.
 */
import { CsvError, type Info, parse } from 'csv-parse/sync';

/** `fault` is set for a row that cannot be read; its one value is the line as it is in the file. */
export type CsvRow = { row: number; values: string[]; fault?: string };
export type Delimiter = (typeof DELIMITERS)[number];
export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
/** The text of a file, without its byte order mark and its `sep=` line. */
export type CsvText = { text: string; encoding: CsvEncoding; delimiter: Delimiter };

const DELIMITERS = [',', ';', '\t'] as const;
const BAD_QUOTES = 'a quoted value has no closing quote, or text follows its closing quote';
const [LF, CR] = [0x0a, 0x0d];

/**
 * Reads the bytes of a file. UTF-16 is recognized by its byte order mark (Unicode 15 §23.8) or by its zero bytes. What is neither
 * UTF-16 nor UTF-8 is read as Windows-1252, which older spreadsheets write.
 */
export function decodeCsv(bytes: Uint8Array): CsvText {
  const encoding = encodingOf(bytes);
  const decoded = new TextDecoder(encoding).decode(bytes);
  const [line, separator] = /^sep=(.)(?:\r\n|\r|\n|$)/i.exec(decoded) ?? [];
  const text = line === undefined ? decoded : decoded.slice(line.length);
  const named = DELIMITERS.find((one) => one === separator);
  return { text, encoding, delimiter: named ?? delimiterOf(text) };
}

function encodingOf(bytes: Uint8Array): CsvEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // The header names columns in ASCII, so that every other byte of UTF-16 is zero there.
  if (first === 0 && second !== 0) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * Rows count from 1, the header included. Empty lines are skipped, a byte order mark too. A row with bad quotes has a fault, and the
 * next line begins the next row. Stops behind `maxRows` rows besides the header: one more is enough to see that there are too many.
 * Takes linear time: whatever closes a quote, rightly or wrongly, stands in the next line that opens one, or earlier.
 */
export function parseCsv(
  text: string,
  { delimiter = ',', maxRows }: { delimiter?: Delimiter; maxRows: number },
): CsvRow[] {
  const rows: CsvRow[] = [];
  let rest = Buffer.from(text.replace(/^\ufeff/, ''));
  let before = 0;
  while (rest.length > 0 && rows.length < maxRows + 2) {
    const bad = parseGood(rest, { delimiter, most: maxRows + 2 - rows.length, before, rows });
    if (!bad) break;
    const { line, emptyBefore, end } = firstLine(rest, bad.bytes);
    before += bad.rows + emptyBefore + 1;
    rows.push({ row: before, values: [line], fault: BAD_QUOTES });
    rest = rest.subarray(end);
  }
  return rows;
}

/** Adds rows up to the first that cannot be read. Says how many rows and bytes come before it. */
function parseGood(
  bytes: Buffer,
  { delimiter, most, before, rows }: { delimiter: Delimiter; most: number; before: number; rows: CsvRow[] },
): { rows: number; bytes: number } | undefined {
  let seen = { rows: 0, bytes: 0 };
  try {
    parse(bytes, {
      delimiter,
      // CRLF, and what is met instead of it.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      // Whoever calls has limited the file as a whole.
      max_record_size: 0,
      to: most,
      on_record: (values: string[], { records, empty_lines, bytes: end }: Info & { bytes: number }) => {
        seen = { rows: records + empty_lines, bytes: end };
        rows.push({ row: before + seen.rows, values: values.map(withoutShield) });
        return null;
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return seen;
  }
}

/** The first line from `start` that is not empty, how many empty ones come before it, and where the line after it begins. */
function firstLine(bytes: Buffer, start: number): { line: string; emptyBefore: number; end: number } {
  let [from, emptyBefore] = [start, 0];
  for (; bytes[from] === LF || bytes[from] === CR; from = behindBreak(bytes, from)) emptyBefore += 1;
  let to = from;
  while (to < bytes.length && bytes[to] !== LF && bytes[to] !== CR) to += 1;
  return { line: bytes.subarray(from, to).toString(), emptyBefore, end: behindBreak(bytes, to) };
}

const behindBreak = (bytes: Buffer, at: number): number => at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1);

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
