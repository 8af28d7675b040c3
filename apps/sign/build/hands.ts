/**
 * Generates the module `virtual:hands` with the handwriting fonts for typed signatures. The fonts are the server's own
 * files, split into subsets that a browser loads when a word needs them.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Hand } from '@countersign/contract';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FILES: Readonly<Record<Hand, string>> = {
  casual: 'caveat/400Regular/Caveat_400Regular.ttf',
  lively: 'dancing-script/400Regular/DancingScript_400Regular.ttf',
  elegant: 'great-vibes/400Regular/GreatVibes_400Regular.ttf',
  classic: 'marck-script/400Regular/MarckScript_400Regular.ttf',
};

type Range = readonly [first: number, last: number];

/**
 * The subsets, smallest first. A word uses the first subset that has all its letters, so that its glyphs are joined in
 * the same way as with the whole font.
 */
const PIECES: readonly (readonly Range[])[] = [
  [
    [0x20, 0x17f],
    [0x2010, 0x2026],
  ],
  [
    [0x20, 0x24f],
    [0x2bb, 0x36f],
    [0x1e00, 0x1eff],
    [0x2010, 0x20c0],
  ],
  [
    [0x20, 0x7e],
    [0x400, 0x52f],
    [0x2010, 0x2026],
  ],
];

const NAME = 'virtual:hands';
const require = createRequire(import.meta.url);

export function hands(): Plugin {
  return {
    name: 'hands',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const entries = await Promise.all(
        Object.entries(FILES).map(async ([hand, path]) => {
          const file = await readFile(require.resolve(`@expo-google-fonts/${path}`));
          const pieces = await Promise.all(
            piecesOf(file).map(async (codePoints, index) => {
              const source = await subsetFont(file, String.fromCodePoint(...codePoints), { targetFormat: 'woff2' });
              const reference = this.emitFile({ type: 'asset', name: `hand-${hand}-${index}.woff2`, source });
              return `{url: import.meta.ROLLUP_FILE_URL_${reference}, range: ${JSON.stringify(rangesOf(codePoints))}}`;
            }),
          );
          return `${hand}: [${pieces.join(', ')}]`;
        }),
      );
      return `export const HANDS = {${entries.join(', ')}};`;
    },
  };
}

function piecesOf(file: Uint8Array): number[][] {
  const covered = [...new Face(new Blob(file)).collectUnicodes()].toSorted((a, b) => a - b);
  const pieces = PIECES.map((ranges) =>
    covered.filter((codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last)),
  );
  // A subset that contains only digits and symbols is not needed.
  return pieces.filter((codePoints) => codePoints.some((codePoint) => codePoint >= 0xc0 && codePoint < 0x2000));
}

/** Formats ranges in hexadecimal, such as `20-7e,a0`. */
function rangesOf(codePoints: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const codePoint of codePoints) {
    const last = ranges.at(-1);
    if (last?.[1] === codePoint - 1) last[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  return ranges
    .map(([first, last]) => (first === last ? first.toString(16) : `${first.toString(16)}-${last.toString(16)}`))
    .join(',');
}
