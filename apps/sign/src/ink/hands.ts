/**
 * The handwriting fonts for typed signatures. A browser loads a subset of a font when a word first needs it. If a font
 * lacks a letter of a word, the word is set in plain type, as the service will print it (docs/adr/0014).
 */
import type { Hand } from '@countersign/contract';
import { HANDS } from 'virtual:hands';

export const HAND_NAMES = Object.keys(HANDS) as Hand[];

const PLAIN = 'sans-serif';

type Piece = { family: string; ranges: readonly (readonly [first: number, last: number])[] };

const pieces = new Map<Hand, Piece[]>(
  HAND_NAMES.map((hand) => [
    hand,
    HANDS[hand].map(({ url, range }, index) => {
      const family = `Countersign-${hand}-${index}`;
      document.fonts.add(new FontFace(family, `url(${url})`));
      return { family, ranges: rangesOf(range) };
    }),
  ]),
);

function rangesOf(list: string): (readonly [number, number])[] {
  return list.split(',').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [parseInt(first, 16), parseInt(last, 16)];
  });
}

function familyOf(hand: Hand, word: string): string | undefined {
  const codePoints = [...word].map((character) => character.codePointAt(0) ?? 0);
  const has = ({ ranges }: Piece): boolean =>
    codePoints.every((codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last));
  return pieces.get(hand)?.find(has)?.family;
}

/** Whether at least part of the text will be in this font. */
export function isWrittenBy(hand: Hand, text: string): boolean {
  const words = text.normalize('NFC').split(' ');
  return words.some((word) => word !== '' && familyOf(hand, word) !== undefined);
}

export type Written = { text: string; family: string };

/** Selects fonts word by word, as the service does. Consecutive words in the same font are shaped together. */
export function writtenIn(hand: Hand, text: string): Written[] {
  const runs: Written[] = [];
  for (const word of text.normalize('NFC').match(/ +|[^ ]+/g) ?? []) {
    const last = runs.at(-1);
    const family = word.startsWith(' ') && last !== undefined ? last.family : (familyOf(hand, word) ?? PLAIN);
    if (last?.family === family) last.text += word;
    else runs.push({ text: word, family });
  }
  return runs;
}

/** Loads the fonts, and returns the width of the words at a font size of 100. */
export async function widthOf(words: readonly Written[]): Promise<number> {
  const ruler = document.createElement('canvas').getContext('2d');
  if (ruler === null) return 0;
  let width = 0;
  for (const { text, family } of words) {
    const font = `100px ${family === PLAIN ? PLAIN : `"${family}"`}`;
    // If the font cannot be loaded, the name is shown in plain type. The printed result is the same.
    await document.fonts.load(font, text).catch(() => undefined);
    ruler.font = font;
    width += ruler.measureText(text).width;
  }
  return width;
}
