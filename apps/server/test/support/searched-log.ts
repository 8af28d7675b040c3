/**
 * A log in which thousands of secrets are looked for. Most lines differ from others in a few words only, so each word is kept once, and
 * a secret that is one word is looked for among these: a hundredth of the text.
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

  /** A short secret only where it stands alone: six digits may well be a part of a time. */
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
