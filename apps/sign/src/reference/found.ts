/** Name, address, and what else it may be found by. */
export type Entry = readonly [name: string, address: string, words: string];

const MOST = 12;

/** What has every word that was asked for; first what is called so, then what begins so. */
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
