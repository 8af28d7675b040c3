const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether each word of the search is part of the label, in any order. Ignores case and accents. */
export function matches(label: string, search: string): boolean {
  const folded = fold(label);
  return fold(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
