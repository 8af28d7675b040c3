import type * as HarfBuzz from 'harfbuzzjs';

import type { GlyphOutline } from './truetype.ts';
import { glyphOutline, UNITS_PER_EM } from './truetype.ts';

/**
 * The smallest section of text that can be distinguished in the drawing (a letter with its marks, a ligature, a
 * syllable), with all of its glyphs as one outline. Each shape represents exactly one string, and each string has one
 * shape. Copying, searching and reading aloud need nothing else, in every script and in every reader.
 */
export interface Cluster {
  readonly text: string;
  readonly font: Typeface;
  /** A key that is equal for clusters that look alike. */
  readonly key: string;
  /** The distance by which the pen moves, kerning included, in thousandths of an em. `width` is without kerning. */
  readonly advance: number;
  readonly width: number;
  readonly outline: GlyphOutline;
  /** True if no font has the text, so that a replacement character is drawn for it. */
  readonly isMissing?: boolean;
}

/**
 * The maximum kerning in thousandths of an em. Some Bengali consonants extend further back, below the letter before
 * them.
 */
const MAX_KERNING = 150;

/** The number of cached shapes per font. A syllabic script has thousands. */
const MAX_OUTLINES = 4000;

/**
 * The number of shaped strings that are cached. Captions recur in every certificate, and digits and names in every
 * signature.
 */
const MAX_SHAPED = 500;
const LONGEST_KEPT = 64;

/** One font file, ready for shaping. Outlines are created once and cached: a few hundred bytes per used glyph. */
export class Typeface {
  readonly name: string;
  readonly #hb: typeof HarfBuzz;
  readonly #font: HarfBuzz.Font;
  readonly #buffer: HarfBuzz.Buffer;
  readonly #scale: number;
  readonly #characters: ReadonlySet<number>;
  readonly #outlines = new Map<string, GlyphOutline>();
  readonly #shaped = new Map<string, readonly Cluster[]>();
  readonly ascent: number;
  readonly descent: number;

  /** @param weight the weight to use for a variable font, whose default weight may differ */
  constructor(hb: typeof HarfBuzz, name: string, file: Uint8Array, weight?: number) {
    this.name = name;
    this.#hb = hb;
    const face = new hb.Face(new hb.Blob(file));
    this.#font = new hb.Font(face);
    if (weight !== undefined) this.#font.setVariations([new hb.Variation('wght', weight)]);
    this.#buffer = new hb.Buffer();
    this.#scale = UNITS_PER_EM / face.upem;
    this.#characters = new Set(face.collectUnicodes());
    const { ascender, descender } = this.#font.hExtents();
    this.ascent = ascender * this.#scale;
    this.descent = descender * this.#scale;
  }

  has(codePoint: number): boolean {
    return this.#characters.has(codePoint);
  }

  /** Sets text of one script and direction. Returns clusters from left to right. */
  shape(text: string, isRightToLeft: boolean, language = 'und'): readonly Cluster[] {
    const key = `${language}${isRightToLeft ? '<' : '>'}${text}`;
    let clusters = this.#shaped.get(key);
    if (clusters !== undefined) return clusters;
    clusters = this.#shape(text, isRightToLeft, language);
    if (this.#shaped.size >= MAX_SHAPED) this.#shaped.clear();
    if (text.length <= LONGEST_KEPT) this.#shaped.set(key, clusters);
    return clusters;
  }

  replacement(text: string): Cluster {
    const [drawn] = this.shape('\ufffd', false);
    if (drawn === undefined) throw new Error(`${this.name} has no glyph for missing characters`);
    return { ...drawn, text, isMissing: true };
  }

  #shape(text: string, isRightToLeft: boolean, language: string): Cluster[] {
    const buffer = this.#buffer;
    buffer.clearContents();
    buffer.addText(text);
    // The script is determined from the text. The language is set explicitly, because it would default to that of the
    // server's environment.
    buffer.guessSegmentProperties();
    buffer.setLanguage(language);
    buffer.setDirection(isRightToLeft ? this.#hb.Direction.RTL : this.#hb.Direction.LTR);
    this.#hb.shape(this.#font, buffer);
    const positions = buffer.getGlyphPositions();
    const groups: { start: number; glyphs: Placed[] }[] = [];
    for (const [index, { codepoint: glyph, cluster: start }] of buffer.getGlyphInfos().entries()) {
      const { xOffset: dx = 0, yOffset: dy = 0, xAdvance: advance = 0 } = positions[index] ?? {};
      const last = groups.at(-1);
      if (last?.start === start) last.glyphs.push({ glyph, dx, dy, advance });
      else groups.push({ start, glyphs: [{ glyph, dx, dy, advance }] });
    }
    // A cluster's text ends where the next cluster in reading order starts.
    return groups.map(({ start, glyphs }, index) => {
      const end = groups[isRightToLeft ? index - 1 : index + 1]?.start ?? text.length;
      return this.#cluster(text.slice(start, end), glyphs);
    });
  }

  #cluster(text: string, glyphs: readonly Placed[]): Cluster {
    let pen = 0;
    const parts = glyphs.map(({ glyph, dx, dy, advance }) => {
      const part = { glyph, dx: pen + dx, dy };
      pen += advance;
      return part;
    });
    const look = parts
      .map(({ glyph, dx, dy }) => (dx === 0 && dy === 0 ? `${glyph}` : `${glyph},${dx},${dy}`))
      .join(' ');
    const [only] = parts;
    const advance = pen * this.#scale;
    const bare =
      parts.length === 1 && only !== undefined ? this.#font.glyphHAdvance(only.glyph) * this.#scale : advance;
    const outline = this.#outline(look, parts);
    // PDF readers treat a large backward step as the end of a word, so such a step becomes part of the glyph's own
    // width.
    return Math.abs(bare - advance) > MAX_KERNING
      ? { text, font: this, key: `${look} ${advance}`, advance, width: advance, outline }
      : { text, font: this, key: look, advance, width: bare, outline };
  }

  #outline(key: string, parts: readonly { glyph: number; dx: number; dy: number }[]): GlyphOutline {
    let outline = this.#outlines.get(key);
    if (outline === undefined) {
      const drawn = parts.map(({ glyph, dx, dy }) => ({ path: this.#font.glyphToPath(glyph), dx, dy }));
      outline = glyphOutline(drawn, this.#scale);
      if (this.#outlines.size >= MAX_OUTLINES) this.#outlines.clear();
      this.#outlines.set(key, outline);
    }
    return outline;
  }
}

/** A glyph as HarfBuzz places it, on the font's own grid. */
interface Placed {
  readonly glyph: number;
  readonly dx: number;
  readonly dy: number;
  readonly advance: number;
}
