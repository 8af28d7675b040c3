/** Character classes, and the detection of sentences. */

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
export const isWordCode = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95;
export const isSpace = (code: number): boolean => (code >= 9 && code <= 13) || code === 32 || code === 160;

export const hexValue = (code: number): number => {
  if (isDigit(code)) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

export function holdsAny(text: string, characters: string): boolean {
  for (const character of characters) if (text.includes(character)) return true;
  return false;
}

/** The minimum number of words in a sentence that consist only of letters. An attack has few or none. */
const WORDS_OF_SENTENCE = 3;
/** The minimum number of letters of a sentence in Chinese, Japanese and Thai, which have no spaces between words. */
const LETTERS_OF_SENTENCE = 6;
const PUNCTUATION = ",.:!?'-;";

const isUnspaced = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0x0e01 && code <= 0x0e4e);

/** Returns whether a string contains a sentence, even if it also contains other text. */
export function isSentence(text: string): boolean {
  let words = 0;
  let unspaced = 0;
  let letters = 0;
  let isWord = true;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (isSpace(code)) {
      if (isWord && letters > 1 && ++words >= WORDS_OF_SENTENCE) return true;
      letters = 0;
      isWord = true;
    } else if (isLetter(code) || code >= 192) {
      letters += 1;
      if (isUnspaced(code) && ++unspaced >= LETTERS_OF_SENTENCE) return true;
    } else if (!PUNCTUATION.includes(text[at] ?? ' ')) isWord = false;
  }
  return false;
}

/**
 * Returns whether a string consists of letters, digits, `-` and single `_`, or is an e-mail address of these
 * characters. No rule applies to such a string.
 */
export function isPlain(text: string): boolean {
  const sign = text.indexOf('@');
  // The position after a dot, where neither another dot nor the end of the text may follow.
  let before = sign < 0 ? 0 : 46;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isMark = code === 46 || code === 43 || code === 64;
    if (isMark) {
      if (sign < 0 || before === 46 || before === 64 || (code === 64 && at !== sign)) return false;
    } else if (code === 95 ? before === 95 : code !== 45 && !isLetter(code) && !isDigit(code)) return false;
    before = code;
  }
  return sign < 0 || (before !== 46 && before !== 64);
}

/**
 * Returns whether a string begins with a quoted value, or with a value before UNION. SQL without other text begins in
 * one of these ways.
 */
export function beginsAsBreakOut(text: string): boolean {
  let at = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isWordCode(code) && code !== 64 && code !== 46 && code !== 37 && code !== 45) break;
  }
  const sign = text[at] ?? '';
  return '\'"`/)'.includes(sign)
    ? sign !== ''
    : text
        .slice(at, at + 8)
        .trimStart()
        .toLowerCase()
        .startsWith('union');
}
