import { Refusal } from './refusal.ts';

// Every PDF reader includes Helvetica, so a signature appearance needs no font file. WinAnsiEncoding covers the letters
// of Western Europe.

/** The WinAnsiEncoding characters from 0x80 to 0x9f (ISO 32000-2 annex D.2). All other characters match Latin-1. */
const SPECIAL: readonly string[] = Array.from('€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ');

/** Advance widths of printable ASCII characters, in thousandths of an em. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

/**
 * The width assumed for unlisted characters. It is at least their real width, so text never exceeds the space
 * calculated for it.
 */
const WIDEST = 1000;

/** Encodes text in WinAnsiEncoding. Throws Refusal for characters that Helvetica lacks. */
export function encode(text: string): Buffer {
  return Buffer.from(
    [...text.normalize('NFC')].map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
      const special = SPECIAL.indexOf(character);
      if (special >= 0) return 0x80 + special;
      throw new Refusal(
        `The signature appearance uses Helvetica, which has no "${character}". Use another --text, or an image with --image.`,
      );
    }),
  );
}

/** Returns the width of text in thousandths of the font size. An accent does not make a letter wider. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, character) => {
    const base = character.normalize('NFD').codePointAt(0) ?? 0;
    return sum + (WIDTHS[base - 0x20] ?? WIDEST);
  }, 0);
}
