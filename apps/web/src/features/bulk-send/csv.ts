/** The part of a CSV file that the preview shows. The server reads the whole file. */
export type Preview = { columns: string[]; rows: string[][]; count: number };

const DELIMITERS = [',', ';', '\t'] as const;

/** Returns the most frequent delimiter in the first line, ignoring quoted text. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r|\n/, 1);
  return DELIMITERS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Display names of the encodings other than UTF-8. */
export const ENCODING_NAMES: Readonly<Record<Exclude<Encoding, 'utf-8'>, string>> = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/**
 * Decodes a CSV file as the server does. UTF-16 is detected by its byte order mark or zero bytes. Other text that is
 * not UTF-8 is treated as Windows-1252.
 */
export function decodeCsv(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const [first, second] = bytes;
  const decode = (encoding: Encoding) => ({ text: new TextDecoder(encoding).decode(bytes), encoding });
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return decode('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return decode('utf-16be');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return decode('windows-1252');
  }
}

/** Returns null unless there is a header line and at least one row. */
export function previewCsv(content: string, most: number): Preview | null {
  const [line = '', separator] = /^sep=(.)(?:\r\n|\r|\n|$)/i.exec(content.replace(/^\uFEFF/, '')) ?? [];
  const text = content.replace(/^\uFEFF/, '').slice(line.length);
  const delimiter = DELIMITERS.find((one) => one === separator) ?? delimiterOf(text);
  const rows: string[][] = [];
  let [row, value, quoted, count]: [string[], string, boolean, number] = [[], '', false, 0];
  const endRow = () => {
    row.push(value);
    if (row.length > 1 || row[0] !== '') {
      count += 1;
      if (rows.length <= most) rows.push(row);
    }
    [row, value] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quoted) {
      if (letter !== '"') value += letter;
      else if (text[at + 1] === '"') {
        value += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && value === '') quoted = true;
    else if (letter === delimiter) {
      row.push(value);
      value = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else value += letter;
  }
  if (value !== '' || row.length > 0) endRow();
  const [columns, ...body] = rows;
  if (columns === undefined || count < 2) return null;
  return { columns: columns.map((name) => name.trim()), rows: body, count: count - 1 };
}
