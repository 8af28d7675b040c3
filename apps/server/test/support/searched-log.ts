/**
 * Stores a log so that it can be searched for thousands of secrets. Most lines differ in only a few words, so each word
 * is stored once. A secret that is a single word is searched for in the list of words, which is a hundredth of the size
 * of the text.
 */
const LONG = 12;
const WORD = /[\w-]+/g;
const ONE_WORD = /^[\w-]+$/;

export class SearchedLog {
  readonly #lines: readonly string[];
  readonly #text: string;
  readonly #words: string;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#text = lines.join('');
    const words = new Set<string>();
    for (const [word] of this.#text.matchAll(WORD)) words.add(word);
    this.#words = [...words].join(' ');
  }

  /**
   * Returns the lines that contain a secret. A short secret must be a separate word, because six digits could be a part
   * of a time.
   */
  linesWith(secret: string): string[] {
    if (secret === '') return [];
    const text = ONE_WORD.test(secret) ? this.#words : this.#text;
    if (!text.includes(secret)) return [];
    return this.#lines.filter((line) => holds(line, secret));
  }
}

function holds(line: string, secret: string): boolean {
  const parts = line.split(secret);
  if (secret.length >= LONG) return parts.length > 1;
  return parts.slice(1).some((after, index) => !/\w$/.test(parts[index] ?? '') && !/^\w/.test(after));
}
