const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether the label contains every word of the search, in any order, ignoring case and accents. */
export function matches(label: string, search: string): boolean {
  const folded = fold(label);
  return fold(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
