/** Titles and recipients as they are searched: without case, accents and differences of width, in any script. */

/**
 * Marks that are put on letters and left out when people type in a hurry: accents (also of what they stand on in Cyrillic and
 * Greek), points of Hebrew, vowel marks of Arabic. Not the vowels of Indic scripts, nor the dots that make か into が: there
 * the word would be another one.
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
/** Letters that Unicode does not take apart. */
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

/** The same for whatever a reader would take for the same; spaces in a row count as one. */
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

/** A recipient by name and address, as they are searched. */
export const foldRecipient = ({ name, email }: { name: string; email: string }): string =>
  foldTitle(`${name} ${email}`);
