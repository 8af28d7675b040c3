/**
 * The normalized form in which titles and recipients are searched. It ignores case, accents and width differences, in
 * any script.
 */

/**
 * Combining characters that people leave out when they type quickly: accents (also in Cyrillic and Greek), Hebrew
 * points and Arabic vowel signs. Vowels of Indic scripts and the dots that turn か into が are kept, because without them
 * it would be a different word.
 */
const MARKS = new RegExp(
  [
    ['\u0300', '\u036f'],
    ['\u0591', '\u05bd'],
    ['\u05bf', '\u05bf'],
    ['\u05c1', '\u05c2'],
    ['\u05c4', '\u05c5'],
    ['\u05c7', '\u05c7'],
    ['\u0610', '\u061a'],
    ['\u064b', '\u065f'],
    ['\u0670', '\u0670'],
    ['\u1ab0', '\u1aff'],
    ['\u1dc0', '\u1dff'],
    ['\u20d0', '\u20ff'],
    ['\ufe20', '\ufe2f'],
  ]
    .map(([from, to]) => `[${from}-${to}]`)
    .join('|'),
  'g',
);
/** Letters that have no decomposition in Unicode. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ς: 'σ',
};

/** Converts strings that look the same to a reader to the same form. Consecutive spaces count as one. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/[ßæœøđðþłħς]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .trim();
}

export const foldRecipient = ({ name, email }: { name: string; email: string }): string =>
  foldTitle(`${name} ${email}`);
