/** "1 row", "12 rows" */
export const rowsOf = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`;

/** "1 document", "12 documents" */
export const documentsOf = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'document' : 'documents'}`;

/** The common part of all titles of a pattern, for a search; empty if the pattern has only columns. */
export function sharedTitle(title: string): string {
  const parts = title.split(/\{\{[^{}]*\}\}/).map((part) => part.trim());
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? '';
}
