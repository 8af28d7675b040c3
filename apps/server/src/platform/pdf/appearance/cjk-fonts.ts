/**
 * Fonts for Chinese, Japanese and Korean. The fonts are large, so the font of each language is split by character into
 * about a hundred pieces. A name needs one to three of them. Pieces are variable-weight WOFF 2, decompressed when they
 * are read (3 to 10 ms each).
 *
 * Han characters share code points in all three languages but are drawn differently (Unicode 18.1, Han unification).
 * Kana identify Japanese text and hangul Korean text. Otherwise, the locale decides, and the fallback is Chinese, which
 * has the most characters.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FontSource, Weight } from './script-fonts.ts';
import { unpack } from './script-fonts.ts';

export type CjkLanguage = 'sc' | 'jp' | 'kr';

interface PieceRange {
  readonly first: number;
  readonly last: number;
  readonly piece: string;
}

const require = createRequire(import.meta.url);

/** Returns the languages to try, best match first. The font of each language has characters that the others lack. */
export function cjkOrder(text: string, locale: string | null | undefined): readonly CjkLanguage[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr'];
  if (/\p{Script=Hangul}/u.test(text)) return ['kr', 'sc', 'jp'];
  if (locale?.startsWith('ja') === true) return ['jp', 'sc', 'kr'];
  if (locale?.startsWith('ko') === true) return ['kr', 'sc', 'jp'];
  return ['sc', 'jp', 'kr'];
}

export class CjkFonts {
  /** The characters of each piece. They are read for the first text that needs them. */
  readonly #ranges = new Map<CjkLanguage, readonly PieceRange[]>();

  /** Returns the font files that can contain a character. Those of the best-matching language come first. */
  piecesOf(codePoint: number, order: readonly CjkLanguage[], weight: Weight): FontSource[] {
    return order.flatMap((language) => {
      const piece = find(this.#rangesOf(language), codePoint);
      if (piece === undefined) return [];
      const path = `${packageOf(language)}/files/noto-sans-${language}-${piece}-wght-normal.woff2`;
      return [
        { name: `noto-sans-${language}-${piece} ${weight}`, read: () => unpack(path), weight: parseInt(weight, 10) },
      ];
    });
  }

  #rangesOf(language: CjkLanguage): readonly PieceRange[] {
    let ranges = this.#ranges.get(language);
    if (ranges === undefined) {
      // The package's own list: `{"[4]": "U+1f1e9-1f1f5,U+1f21a", "latin": "U+0000-00ff"}`.
      const list = JSON.parse(readFileSync(require.resolve(`${packageOf(language)}/unicode.json`), 'utf8')) as Record<
        string,
        string
      >;
      ranges = Object.entries(list)
        // The other entries ("latin") repeat glyphs of the base font. Once they are removed, no ranges overlap.
        .filter(([key]) => key.startsWith('['))
        .flatMap(([key, text]) => readRanges(key.slice(1, -1), text))
        .sort((a, b) => a.first - b.first);
      this.#ranges.set(language, ranges);
    }
    return ranges;
  }
}

function packageOf(language: CjkLanguage): string {
  return `@fontsource-variable/noto-sans-${language}`;
}

/** Searches ranges that are sorted and do not overlap. */
function find(ranges: readonly PieceRange[], codePoint: number): string | undefined {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined || codePoint < range.first) high = middle - 1;
    else if (codePoint > range.last) low = middle + 1;
    else return range.piece;
  }
  return undefined;
}

function readRanges(piece: string, text: string): PieceRange[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return { first: parseInt(first, 16), last: parseInt(last, 16), piece };
  });
}
