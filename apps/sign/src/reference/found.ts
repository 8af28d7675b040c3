/** Name, address, and additional search terms. */
export type Entry = readonly [name: string, address: string, words: string];

const MOST = 12;

/** Entries with every searched word; exact names first, then names that start with it. */
export function found(entries: readonly Entry[], asked: string): Entry[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const [first = ''] = words;
  const rank = ([name]: Entry): number => {
    const lower = name.toLowerCase();
    return lower === first ? 0 : lower.startsWith(first) ? 1 : lower.includes(first) ? 2 : 3;
  };
  return entries
    .filter((entry) => {
      const text = `${entry[0]} ${entry[2]}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST);
}
