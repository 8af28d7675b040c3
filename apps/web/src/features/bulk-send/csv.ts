/** As much of a CSV file as its preview shows; the service reads it whole. */
export type Preview = { columns: string[]; rows: string[][]; count: number };

const DELIMITERS = [',', ';', '\t'] as const;

/** Whichever the first line has most of, outside quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r|\n/, 1);
  return DELIMITERS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
}

/** Null for what holds no line of columns and no row. */
export function previewCsv(content: string, most: number): Preview | null {
  const text = content.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text);
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
