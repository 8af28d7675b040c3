/**
 * The fonts of every script beyond Latin, Greek and Cyrillic, by the script of a character. A new script needs one more
 * line in `SCRIPT_FONTS`, and its package. Chinese, Japanese and Korean are in cjk-fonts.ts (docs/adr/0082).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export type Weight = '400Regular' | '600SemiBold';

export interface FontSource {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
  /** The weight to use for a variable font whose default weight differs. */
  readonly weight?: number;
}

type FontPackage =
  /** TrueType, one file for each weight. */
  | { readonly kind: 'ttf'; readonly family: string; readonly name: string; readonly hasBold?: false }
  /** A WOFF 2 font with variable weight. `subset` is the part of the font that contains the script's own characters. */
  | { readonly kind: 'variable'; readonly family: string; readonly subset: string }
  /** A font in WOFF 2, with one file for each weight and part. */
  | { readonly kind: 'static'; readonly family: string; readonly subsets: readonly string[]; readonly hasBold?: false };

const require = createRequire(import.meta.url);

const ttf = (family: string, name: string): FontPackage => ({ kind: 'ttf', family, name });
const variable = (subset: string, family = `noto-sans-${subset}`): FontPackage => ({
  kind: 'variable',
  family,
  subset,
});
/** A font for scripts that Noto has in one weight only. */
const regular = (family: string, ...subsets: string[]): FontPackage => ({
  kind: 'static',
  family,
  subsets,
  hasBold: false,
});

/** The fonts by the names of scripts in Unicode (UAX #24). */
const SCRIPT_FONTS: Readonly<Record<string, FontPackage>> = {
  Arabic: ttf('noto-sans-arabic', 'NotoSansArabic'),
  Hebrew: ttf('noto-sans-hebrew', 'NotoSansHebrew'),
  Devanagari: ttf('noto-sans-devanagari', 'NotoSansDevanagari'),
  Thai: ttf('noto-sans-thai', 'NotoSansThai'),
  Adlam: variable('adlam'),
  Armenian: variable('armenian'),
  Balinese: variable('balinese'),
  Bengali: variable('bengali'),
  Canadian_Aboriginal: variable('canadian-aboriginal'),
  Cherokee: variable('cherokee'),
  Ethiopic: variable('ethiopic'),
  Georgian: variable('georgian'),
  Gujarati: variable('gujarati'),
  Gurmukhi: variable('gurmukhi'),
  Javanese: variable('javanese'),
  Kannada: variable('kannada'),
  Khmer: variable('khmer'),
  Lao: variable('lao'),
  Malayalam: variable('malayalam'),
  Meetei_Mayek: variable('meetei-mayek'),
  Mongolian: { kind: 'ttf', family: 'noto-sans-mongolian', name: 'NotoSansMongolian', hasBold: false },
  Myanmar: { kind: 'static', family: 'noto-sans-myanmar', subsets: ['myanmar'] },
  Nko: regular('noto-sans-nko', 'nko'),
  Ol_Chiki: variable('ol-chiki'),
  Oriya: variable('oriya'),
  Sinhala: variable('sinhala'),
  Sundanese: variable('sundanese'),
  Syriac: variable('syriac'),
  Tamil: variable('tamil'),
  Telugu: variable('telugu'),
  Thaana: variable('thaana'),
  Tibetan: variable('tibetan', 'noto-serif-tibetan'),
  Tifinagh: regular('noto-sans-tifinagh', 'tifinagh'),
  Vai: regular('noto-sans-vai', 'vai'),
  Yi: regular('noto-sans-yi', 'yi'),
};

const EMOJI: FontPackage = { kind: 'ttf', family: 'noto-emoji', name: 'NotoEmoji' };
/** Fonts for characters that belong to no script. The most suitable font comes first. */
const SYMBOLS: readonly FontPackage[] = [
  regular('noto-sans-math', 'latin'),
  variable('symbols'),
  regular('noto-sans-symbols-2', 'symbols', 'math', 'braille'),
];

const PATTERNS = Object.entries(SCRIPT_FONTS).map(
  ([script, font]) => [new RegExp(`\\p{Script_Extensions=${script}}`, 'u'), font] as const,
);

export const SCRIPTS_WITH_FONT: readonly string[] = Object.keys(SCRIPT_FONTS);

/**
 * Returns the fonts to search for a character of a script. There can be several, because some marks belong to several
 * scripts.
 */
export function scriptFonts(character: string, weight: Weight): FontSource[] {
  return PATTERNS.filter(([pattern]) => pattern.test(character)).flatMap(([, font]) => sourcesOf(font, weight));
}

export function symbolFonts(character: string, weight: Weight): FontSource[] {
  const order = /\p{Emoji_Presentation}/u.test(character) ? [EMOJI, ...SYMBOLS] : [...SYMBOLS, EMOJI];
  return order.flatMap((font) => sourcesOf(font, weight));
}

function sourcesOf(font: FontPackage, weight: Weight): FontSource[] {
  if (font.kind === 'variable') {
    const path = `@fontsource-variable/${font.family}/files/${font.family}-${font.subset}-wght-normal.woff2`;
    return [{ name: `${font.family} ${weight}`, read: () => unpack(path), weight: parseInt(weight, 10) }];
  }
  const own = font.hasBold === false ? '400Regular' : weight;
  if (font.kind === 'ttf') return [ttfSource(font.family, font.name, own)];
  return font.subsets.map((subset) => {
    const path = `@fontsource/${font.family}/files/${font.family}-${subset}-${parseInt(own, 10)}-normal.woff2`;
    return { name: `${font.family}-${subset} ${own}`, read: () => unpack(path) };
  });
}

export function ttfSource(family: string, name: string, weight: Weight): FontSource {
  const path = `@expo-google-fonts/${family}/${weight}/${name}_${weight}.ttf`;
  return { name: path, read: async () => readFile(require.resolve(path)) };
}

export async function unpack(path: string): Promise<Uint8Array> {
  // The decompressor is loaded with the first text that needs it. Few installations ever need it.
  const { default: decompress } = await import('wawoff2/decompress.js');
  return decompress(await readFile(require.resolve(path)));
}
