/** Characters and words, looked at one by one: no regular expression of JavaScript promises linear time (ADR 57). */

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** Of names in code: a letter, a digit or `_`. */
export const isWordCode = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95;
export const isSpace = (code: number): boolean => (code >= 9 && code <= 13) || code === 32 || code === 160;

export const hexValue = (code: number): number => {
  if (isDigit(code)) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

export function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWordCode(text.charCodeAt(at))) at++;
  return at;
}

/** Where the characters before `to` end when spaces are left out; 0 for none. */
export function backOverSpace(text: string, to: number): number {
  let at = to;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Whether any of the characters stands in the text. */
export function holdsAny(text: string, characters: string): boolean {
  for (const character of characters) if (text.includes(character)) return true;
  return false;
}

/** A character of ASCII -> 1 where it is one of them: asked for each character of a text, a table is what costs least. */
export const tableOf = (characters: string): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => (characters.includes(String.fromCharCode(code)) ? 1 : 0));

/** Every place where a phrase stands, as long as `visit` does not answer with something. */
export function findAt<T>(text: string, phrase: string, visit: (at: number) => T | undefined): T | undefined {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length)) {
    const found = visit(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where the first and the last ordinary words of a text stand: ends of the former, beginnings of the latter. */
type Words = { text: string; ends: readonly number[]; starts: readonly number[] };

/** As many of them as anybody asks for. */
const MOST_WORDS = 6;
/** Of the texts looked at last: what is judged is asked about again and again, as it is and in lower case. */
let known: readonly Words[] = [];

function wordsOf(text: string): Words {
  const found = known.find((one) => one.text === text);
  if (found) return found;
  const ends: number[] = [];
  const starts: number[] = [];
  eachWord(text, 0, text.length, (start, end) => {
    if (ends.length < MOST_WORDS) ends.push(end);
    if (starts.push(start) > MOST_WORDS) starts.shift();
    return true;
  });
  const words = { text, ends, starts };
  known = [words, ...known.slice(0, 1)];
  return words;
}

const UNSPACED_WORD = 3;
const isUnspaced = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0x0e01 && code <= 0x0e4e);

/** Ordinary words: of letters alone, two at least, with a sign of punctuation at most. `visit` says whether to go on. */
function eachWord(text: string, from: number, to: number, visit: (start: number, end: number) => boolean): void {
  let letters = 0;
  let unspaced = 0;
  let isPlain = true;
  let start = from;
  for (let at = from; at <= to; at++) {
    const code = at < to ? text.charCodeAt(at) : 32;
    // Chinese, Japanese and Thai put no space between words: two or three letters are one.
    if (code >= 0x0e01 && isUnspaced(code)) {
      if (++unspaced % UNSPACED_WORD === 0 && isPlain && !visit(start, at + 1)) return;
      continue;
    }
    if (isSpace(code)) {
      if (isPlain && letters >= 2 && !visit(start, at)) return;
      letters = 0;
      unspaced = 0;
      isPlain = true;
      start = at + 1;
    } else if (isLetter(code) || code >= 192) letters++;
    // A semicolon belongs to a word it ends; in front of one or within, to code.
    else if (code === 59 && letters >= 2 && (at + 1 >= to || isSpace(text.charCodeAt(at + 1)))) continue;
    else if (code !== 44 && code !== 46 && code !== 58 && code !== 33 && code !== 63 && code !== 39 && code !== 45)
      isPlain = false;
  }
}

/** How many ordinary words there are, at most six: a sentence has several, a payload few. */
export const plainWords = (text: string): number => wordsOf(text).ends.length;

/** Those that end before a place. */
export function wordsBefore(text: string, place: number): number {
  let count = 0;
  for (const end of wordsOf(text).ends) if (end <= place) count++;
  return count;
}

/** Those that begin at a place or behind it. */
export function wordsBehind(text: string, place: number): number {
  let count = 0;
  for (const start of wordsOf(text).starts) if (start >= place) count++;
  return count;
}

/** Those of a part, to its end or for two hundred characters. */
export function wordsWithin(text: string, from: number, to = text.length): number {
  let count = 0;
  eachWord(text, from, Math.min(to, text.length, from + 200), () => ++count < MOST_WORDS);
  return count;
}
