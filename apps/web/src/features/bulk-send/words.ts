import { m } from './texts.ts';

/** Returns text such as "1 row" or "12 rows". */
export const rowsOf = m.words.rows;

/** Returns text such as "1 document" or "12 documents". */
export const documentsOf = m.words.documents;

/**
 * Returns the part that all titles created from a pattern have in common, for a search. Empty if the pattern consists
 * only of columns.
 */
export function sharedTitle(title: string): string {
  const parts = title.split(/\{\{[^{}]*\}\}/).map((part) => part.trim());
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? '';
}
