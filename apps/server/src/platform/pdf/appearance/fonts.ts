import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type * as HarfBuzz from 'harfbuzzjs';

import { glyphPath } from './glyph-path.ts';

/** What a text is: print for captions and field values, a hand for typed signatures. */
export type TextStyle = 'print' | 'hand';

interface FontFile {
  readonly name: string;
  readonly file: string;
}

/**
 * The fonts, by style, in the order they are asked. A further script is a further line here (and its package): a word
 * takes the first font that has all of its characters.
 */
const FONTS: Readonly<Record<TextStyle, readonly FontFile[]>> = {
  print: [{ name: 'noto-sans', file: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf' }],
  hand: [
    { name: 'caveat', file: '@expo-google-fonts/caveat/400Regular/Caveat_400Regular.ttf' },
    { name: 'noto-sans', file: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf' },
  ],
};

/** Every length in this folder's text code is in thousandths of the em, whatever the font's own grid. */
const UNITS = 1000;

/** A glyph's outline as PDF path operators (ISO 32000-2 8.5.2), and the area it inks. Absent for a space. */
export interface GlyphShape {
  readonly path: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export interface PlacedGlyph {
  readonly shape: GlyphShape | undefined;
  /** Pen offset of this glyph, and how far the pen moves after it. */
  readonly dx: number;
  readonly dy: number;
  readonly advance: number;
}

/** One font, ready to shape. Glyph outlines are made once and kept: at most a megabyte or two a font. */
export class Typeface {
  readonly #hb: typeof HarfBuzz;
  readonly #font: HarfBuzz.Font;
  readonly #buffer: HarfBuzz.Buffer;
  readonly #scale: number;
  readonly #characters: ReadonlySet<number>;
  readonly #shapes = new Map<number, GlyphShape | undefined>();
  readonly ascent: number;
  readonly descent: number;

  constructor(hb: typeof HarfBuzz, file: Uint8Array) {
    this.#hb = hb;
    const face = new hb.Face(new hb.Blob(file));
    this.#font = new hb.Font(face);
    this.#buffer = new hb.Buffer();
    this.#scale = UNITS / face.upem;
    this.#characters = new Set(face.collectUnicodes());
    const { ascender, descender } = this.#font.hExtents();
    this.ascent = ascender * this.#scale;
    this.descent = descender * this.#scale;
  }

  has(codePoint: number): boolean {
    return this.#characters.has(codePoint);
  }

  /** Sets a text of one script and direction: glyphs from left to right. */
  shape(text: string, isRightToLeft: boolean): PlacedGlyph[] {
    const buffer = this.#buffer;
    buffer.clearContents();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(isRightToLeft ? this.#hb.Direction.RTL : this.#hb.Direction.LTR);
    this.#hb.shape(this.#font, buffer);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map((glyph, index) => {
      const position = positions[index];
      return {
        shape: this.#shapeOf(glyph.codepoint),
        dx: (position?.xOffset ?? 0) * this.#scale,
        dy: (position?.yOffset ?? 0) * this.#scale,
        advance: (position?.xAdvance ?? 0) * this.#scale,
      };
    });
  }

  #shapeOf(glyph: number): GlyphShape | undefined {
    if (this.#shapes.has(glyph)) return this.#shapes.get(glyph);
    const extents = this.#font.glyphExtents(glyph);
    const path = glyphPath(this.#font.glyphToPath(glyph), this.#scale);
    const shape =
      extents === undefined || path === ''
        ? undefined
        : {
            path,
            left: extents.xBearing * this.#scale,
            right: (extents.xBearing + extents.width) * this.#scale,
            // HarfBuzz gives the height downwards, as a negative number.
            bottom: (extents.yBearing + extents.height) * this.#scale,
            top: extents.yBearing * this.#scale,
          };
    this.#shapes.set(glyph, shape);
    return shape;
  }
}

/** The fonts of each style in order of preference. */
export type FontBook = Readonly<Record<TextStyle, readonly [Typeface, ...Typeface[]]>>;

/**
 * Loads HarfBuzz and the fonts (20 ms, 8 MB). Keep the result: it is what makes later texts cheap.
 * Throws when a font's package is not installed.
 */
export async function loadFonts(): Promise<FontBook> {
  const hb = await import('harfbuzzjs');
  const require = createRequire(import.meta.url);
  const loaded = new Map<string, Typeface>();
  const load = async ({ name, file }: FontFile): Promise<void> => {
    if (!loaded.has(name)) loaded.set(name, new Typeface(hb, await readFile(require.resolve(file))));
  };
  for (const font of [...FONTS.print, ...FONTS.hand]) await load(font);
  const book = (style: TextStyle): [Typeface, ...Typeface[]] => {
    const [first, ...others] = FONTS[style].flatMap(({ name }) => loaded.get(name) ?? []);
    if (first === undefined) throw new Error(`There is no font for ${style}.`);
    return [first, ...others];
  };
  return { print: book('print'), hand: book('hand') };
}
