import { m } from './texts.ts';

/** "1 row", "12 rows" */
export const rowsOf = m.words.rows;

/** "1 document", "12 documents" */
export const documentsOf = m.words.documents;

/** The common part of all titles of a pattern, for a search; empty if the pattern has only columns. */
export function sharedTitle(title: string): string {
  const parts = title.split(/\{\{[^{}]*\}\}/).map((part) => part.trim());
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? '';
}
