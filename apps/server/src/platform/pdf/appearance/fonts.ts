import type { Hand } from '@countersign/contract';
import type * as HarfBuzz from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

import type { CjkLanguage } from './cjk-fonts.ts';
import { cjkOrder, CjkFonts } from './cjk-fonts.ts';
import type { FontSource, Weight } from './script-fonts.ts';
import { scriptFonts, symbolFonts, ttfSource } from './script-fonts.ts';
import { isInvisible, normalizeLine } from './text-runs.ts';
import { Typeface } from './typeface.ts';
import { Typesetter } from './typesetter.ts';

/**
 * The style of text: print for captions and field values, strong for headings, or a handwriting style for typed
 * signatures.
 */
export type TextStyle = 'print' | 'strong' | Hand;

interface FontFile {
  readonly family: string;
  readonly name: string;
}

/**
 * The fonts for Latin, Greek and Cyrillic, which are in memory from the start. A word uses the first font that has all
 * of its characters.
 */
const BASE: FontFile = { family: 'noto-sans', name: 'NotoSans' };
/**
 * The signing page uses the same files (apps/sign/src/ink/hands.ts). Embedding is permitted for all of them (SIL Open
 * Font License).
 */
const HANDS: Readonly<Record<Hand, FontFile>> = {
  casual: { family: 'caveat', name: 'Caveat' },
  lively: { family: 'dancing-script', name: 'DancingScript' },
  elegant: { family: 'great-vibes', name: 'GreatVibes' },
  classic: { family: 'marck-script', name: 'MarckScript' },
};
const DEFAULT_HAND: Hand = 'casual';

interface Opening {
  readonly print: readonly string[];
  readonly strong?: readonly string[];
  readonly hands?: readonly (Hand | undefined)[];
}

/**
 * The number of fonts and pieces that are cached in addition to the base fonts: 10 to 25 MB at most. The least recently
 * used font is dropped first.
 */
const MAX_KEPT = 40;

const MAX_MISSING = 2000;

/** Matches ASCII text. Nearly all text is ASCII and needs no font look-up. */
const ASCII = /^[\0-\u007f]*$/;

/**
 * All fonts that the process has loaded. Fonts of scripts other than Latin, Greek and Cyrillic are loaded when text
 * first needs them. `typesetter` waits for them, so that setting the text is synchronous and takes microseconds.
 */
export class FontBook {
  readonly #hb: typeof HarfBuzz;
  readonly #base: Typeface;
  readonly #hand: Typeface;
  readonly #cjk = new CjkFonts();
  readonly #kept = new LRUCache<string, Promise<Typeface>>({ max: MAX_KEPT });
  /**
   * Missing letters are cached, because they are looked up for every view of a document, and a name can be crafted to
   * need more fonts than are cached.
   */
  readonly #missing = new LRUCache<string, readonly string[]>({ max: MAX_MISSING });

  constructor(hb: typeof HarfBuzz, base: Typeface, hand: Typeface) {
    this.#hb = hb;
    this.#base = base;
    this.#hand = hand;
  }

  /**
   * Starts a typesetting job. Everything it sets shares one embedded font. `texts` contains all the text that is
   * expected to be set. The fonts for this text are loaded now. Other text can be set too. A character without a font
   * is drawn as a replacement character.
   * @param locale the BCP 47 locale of the person whom the text is about. It decides between Chinese and Japanese
   * shapes if the text is ambiguous
   * @param hands the handwriting styles that will be used besides the default one
   */
  async typesetter(
    texts: readonly string[],
    locale?: string | null,
    hands: readonly (Hand | undefined)[] = [],
  ): Promise<Typesetter> {
    return this.#open({ print: texts, hands }, locale);
  }

  async missing(text: string): Promise<readonly string[]> {
    if (ASCII.test(text)) return [];
    let missing = this.#missing.get(text);
    if (missing === undefined) {
      missing = (await this.typesetter([text])).set(text, 'print').missing;
      this.#missing.set(text, missing);
    }
    return missing;
  }

  /**
   * Starts a typesetting job for a document that the server generates. `print` contains its body text, and `strong` its
   * headings.
   */
  async documentTypesetter(
    texts: { readonly print: readonly string[]; readonly strong: readonly string[] },
    locale?: string | null,
  ): Promise<Typesetter> {
    return this.#open(texts, locale);
  }

  async #open({ print, strong = [], hands = [] }: Opening, locale: string | null | undefined): Promise<Typesetter> {
    const plain = await this.#fontsOf(print, '400Regular', locale);
    const bold = strong.length === 0 ? [] : await this.#fontsOf(strong, '600SemiBold', locale);
    const further = new Set(hands.flatMap((hand) => (hand === undefined || hand === DEFAULT_HAND ? [] : [hand])));
    const chosen = await Promise.all(
      [...further].map(async (hand) => [hand, await this.#font(HANDS[hand], '400Regular')] as const),
    );
    return new Typesetter(
      {
        print: [this.#base, ...plain],
        strong: [...bold, this.#base, ...plain],
        [DEFAULT_HAND]: [this.#hand, this.#base, ...plain],
        ...Object.fromEntries(chosen.map(([hand, font]) => [hand, [font, this.#base, ...plain]])),
      },
      locale ?? undefined,
    );
  }

  async #fontsOf(texts: readonly string[], weight: Weight, locale: string | null | undefined): Promise<Typeface[]> {
    const fonts = new Set<Typeface>();
    if (weight === '600SemiBold') fonts.add(await this.#font(BASE, weight));
    for (const text of texts) if (!ASCII.test(text)) await this.#collect(text, weight, locale, fonts);
    return [...fonts];
  }

  /** The fonts in memory besides the base fonts, the least recently used first. */
  get kept(): readonly string[] {
    return [...this.#kept.rkeys()];
  }

  async #collect(text: string, weight: Weight, locale: string | null | undefined, into: Set<Typeface>): Promise<void> {
    let order: readonly CjkLanguage[] | undefined;
    for (const character of new Set(normalizeLine(text))) {
      const codePoint = character.codePointAt(0) ?? 0;
      // The bold fonts contain the same characters, so checking the regular fonts is enough.
      if (this.#base.has(codePoint) || isInvisible(character)) continue;
      if ([...into].some((font) => font.has(codePoint))) continue;
      order ??= cjkOrder(text, locale);
      const sources = [
        ...scriptFonts(character, weight),
        ...this.#cjk.piecesOf(codePoint, order, weight),
        ...symbolFonts(character, weight),
      ];
      for (const source of sources) {
        const font = await this.#keep(source);
        // The font of a script may lack a rare character, and the list of font pieces may include characters that no
        // piece has.
        if (!font.has(codePoint)) continue;
        into.add(font);
        break;
      }
    }
  }

  #font({ family, name }: FontFile, weight: Weight): Promise<Typeface> {
    return this.#keep(ttfSource(family, name, weight));
  }

  #keep({ name, read, weight }: FontSource): Promise<Typeface> {
    // Code that uses an evicted font keeps its reference.
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const kept = read().then((bytes) => new Typeface(this.#hb, name, bytes, weight));
    this.#kept.set(name, kept);
    kept.catch(() => this.#kept.delete(name));
    return kept;
  }
}

/**
 * Loads HarfBuzz and the fonts of Latin, Greek and Cyrillic (20 ms, 8 MB). Callers should keep the result. Throws if a
 * font's package is not installed.
 */
export async function loadFonts(): Promise<FontBook> {
  const hb = await import('harfbuzzjs');
  const load = async ({ family, name }: FontFile): Promise<Typeface> => {
    const source = ttfSource(family, name, '400Regular');
    return new Typeface(hb, source.name, await source.read());
  };
  return new FontBook(hb, await load(BASE), await load(HANDS[DEFAULT_HAND]));
}
