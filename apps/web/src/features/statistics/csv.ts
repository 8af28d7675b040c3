/** Exports the displayed data as a file for spreadsheets. */
type Cell = string | number | null;

/** Text that a spreadsheet would treat as a formula is escaped (OWASP, CSV injection). */
function cellOf(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns lines according to RFC 4180, starting with the column names. */
export const csvOf = (lines: readonly (readonly Cell[])[]): string =>
  lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('');

export function download(name: string, lines: readonly (readonly Cell[])[]): void {
  // The byte order mark marks the file as UTF-8, which spreadsheets do not detect otherwise.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csvOf(lines)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
