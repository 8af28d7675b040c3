import type { FontResource } from '@countersign/pdf-sign';

import type { FontGlyph } from './truetype.ts';
import { buildTrueType, glyphOutline } from './truetype.ts';
import type { Cluster, Typeface } from './typeface.ts';

type EmbeddedFont = Extract<FontResource, { kind: 'embedded' }>;

interface SubsetGlyph extends FontGlyph {
  readonly text: string;
}

/**
 * Combines all glyphs of one typesetting job, from any fonts, into one font, so that content streams do not have to
 * distinguish fonts. A shape that represents two strings (an alef alone, and as the end of another letter) has two
 * codes, so that copied text equals the original.
 */
export class FontSubset {
  readonly #glyphs: SubsetGlyph[] = [{ outline: glyphOutline([], 1), advance: 500, text: '' }];
  readonly #numbers = new Map<Typeface, Map<string, number>>();
  #built: { count: number; file: Buffer; bbox: EmbeddedFont['bbox'] } | undefined;
  /** The font for `Appearance.resources`. It is computed when it is read, after all text has been set. */
  readonly resource: EmbeddedFont = this.#resource();

  /** Returns the two-byte code of a cluster. */
  code({ font, key: look, text, outline, width }: Cluster): number {
    let numbers = this.#numbers.get(font);
    if (numbers === undefined) this.#numbers.set(font, (numbers = new Map()));
    const key = `${look}/${text}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = this.#glyphs.length;
      numbers.set(key, number);
      this.#glyphs.push({ outline, advance: Math.round(width), text });
    }
    return number;
  }

  #resource(): EmbeddedFont {
    const build = () => this.#build();
    const glyphs = this.#glyphs;
    return {
      kind: 'embedded',
      get baseFont() {
        return `${tag(glyphs)}+Countersign`;
      },
      format: 'truetype',
      // The font is deflated together with the rest of the revision, with common outlines as the dictionary
      // (docs/adr/0077).
      isPlain: true,
      italicAngle: 0,
      capHeight: 714,
      get file() {
        return build().file;
      },
      get fileLength() {
        return build().file.length;
      },
      get bbox() {
        return build().bbox;
      },
      get ascent() {
        return build().bbox[3];
      },
      get descent() {
        return build().bbox[1];
      },
      get widths() {
        return glyphs.map(({ advance }, id) => [id, advance] as const);
      },
      get unicode() {
        return glyphs.flatMap(({ text }, id) => (text === '' ? [] : [[id, text] as const]));
      },
    };
  }

  #build() {
    if (this.#built?.count === this.#glyphs.length) return this.#built;
    const inked = this.#glyphs.flatMap(({ outline }) => (outline.data.length > 0 ? [outline] : []));
    const bbox: EmbeddedFont['bbox'] = [
      Math.min(0, ...inked.map(({ left }) => left)),
      Math.min(0, ...inked.map(({ bottom }) => bottom)),
      Math.max(0, ...inked.map(({ right }) => right)),
      Math.max(0, ...inked.map(({ top }) => top)),
    ];
    const file = buildTrueType(this.#glyphs, { ascent: bbox[3], descent: bbox[1], bbox });
    this.#built = { count: this.#glyphs.length, file, bbox };
    return this.#built;
  }
}

/**
 * Returns six capital letters that distinguish this subset from others in a file (ISO 32000-2 9.9.2), derived from its
 * contents (FNV-1a).
 */
function tag(glyphs: readonly SubsetGlyph[]): string {
  let hash = 0x811c_9dc5;
  for (const { text, advance } of glyphs)
    for (const part of `${text} ${advance}`) hash = Math.imul(hash ^ (part.codePointAt(0) ?? 0), 0x0100_0193) >>> 0;
  return Array.from({ length: 6 }, (_, place) => String.fromCharCode(65 + (Math.floor(hash / 26 ** place) % 26))).join(
    '',
  );
}
