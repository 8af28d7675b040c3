/**
 * Lists of phrases, looked for together. One pass over a text notes which two characters stand side by side in it; a phrase can
 * stand there only when all its pairs do. So a text is read once for all phrases of all rules, and searched for the few it may hold.
 * The same pass notes which lists have a phrase whose rarest pair is there: most lists are done with by that alone.
 */

/** A pair has one bit of these, which it shares with others. */
const WORDS = 64;
const noted = new Uint32Array(WORDS);
/** The text whose pairs are noted: the rules ask about one after the other. */
let notedText = '';

/** A pair -> the lists that have a phrase of which it is the rarest, a bit each; beyond 32 they share. */
const listsOf = new Int32Array(WORDS * 32);
let listCount = 0;
/** The lists that may have a phrase in the noted text. */
let notedLists = 0;

/** From what texts are full of to what they hardly have; signs are rarer than any letter. */
const COMMON = ' etaoinsrhldcumfpgwybvkxjqz';
const rarity = (phrase: string, at: number): number =>
  [phrase.charAt(at), phrase.charAt(at + 1)].reduce(
    (sum, one) => sum + (COMMON.indexOf(one) + 1 || COMMON.length + 5),
    0,
  );

const bitOf = (first: number, second: number): number => (Math.imul(first, 37) ^ second) & (WORDS * 32 - 1);

function note(text: string): void {
  noted.fill(0);
  let lists = 0;
  let before = text.charCodeAt(0);
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bit = bitOf(before, code);
    noted[bit >> 5] = (noted[bit >> 5] ?? 0) | (1 << (bit & 31));
    lists |= listsOf[bit] ?? 0;
    before = code;
  }
  notedLists = lists;
  notedText = text;
}

const isNoted = (bit: number): boolean => ((noted[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0;

const NONE: readonly string[] = [];

export class Phrases {
  readonly #phrases: readonly string[];
  /** The pairs of each, and of each the first one by itself: it alone tells of most that they are not there. */
  readonly #pairs: readonly Uint16Array[];
  readonly #first: Uint16Array;
  /** The bit of this list. */
  readonly #list: number;

  /** @param phrases as they are looked for, in lower case, of two characters at least; the first that is there is answered with */
  constructor(phrases: readonly string[]) {
    this.#phrases = phrases;
    this.#pairs = phrases.map((phrase) =>
      Uint16Array.from({ length: phrase.length - 1 }, (_, at) =>
        bitOf(phrase.charCodeAt(at), phrase.charCodeAt(at + 1)),
      ),
    );
    this.#first = Uint16Array.from(this.#pairs, ([first = 0]) => first);
    this.#list = 1 << (listCount++ % 32);
    for (const phrase of phrases) {
      const places = Array.from({ length: phrase.length - 1 }, (_, at) => at);
      const rarest = places.reduce((best, at) => (rarity(phrase, at) > rarity(phrase, best) ? at : best), 0);
      const bit = bitOf(phrase.charCodeAt(rarest), phrase.charCodeAt(rarest + 1));
      listsOf[bit] = (listsOf[bit] ?? 0) | this.#list;
    }
    // What is noted knows nothing of this list.
    notedText = '';
    notedLists = 0;
  }

  isIn(text: string): boolean {
    return this.#next(text, 0) >= 0;
  }

  firstIn(text: string): string | undefined {
    return this.#phrases[this.#next(text, 0)];
  }

  /** All that stand in the text. */
  allIn(text: string): readonly string[] {
    let found = NONE;
    for (let at = this.#next(text, 0); at >= 0; at = this.#next(text, at + 1))
      found = [...found, this.#phrases[at] ?? ''];
    return found;
  }

  /** The place in the list of the next one that stands in the text; -1 for none. */
  #next(text: string, from: number): number {
    if (text !== notedText) note(text);
    if ((notedLists & this.#list) === 0) return -1;
    const first = this.#first;
    for (let at = from; at < first.length; at++)
      if (isNoted(first[at] ?? 0) && this.#pairs[at]?.every(isNoted) === true && text.includes(this.#phrases[at] ?? ''))
        return at;
    return -1;
  }
}
