import { Encodings, Font } from '@pdf-lib/standard-fonts';
import type { IFontNames } from '@pdf-lib/standard-fonts';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { serialize } from '../writer/serialize.ts';

/** A simple font with known codes (ISO 32000-2 9.6) that is referenced by /DA. */
export interface FieldFont {
  /**
   * The font's entry in the resources of an appearance, as source text. Null means that the form does not define the
   * font and Helvetica is used.
   */
  readonly source: string | null;
  /** Returns the character codes for a string, or null if the font lacks a character. */
  encode(text: string): Buffer | null;
  /** Returns the width in thousandths of an em. */
  width(codes: Uint8Array): number;
}

/** Common names of standard fonts, for forms that use a font name without defining the font. */
const KNOWN_NAMES: Readonly<Record<string, IFontNames>> = {
  HeBo: 'Helvetica-Bold',
  HeOb: 'Helvetica-Oblique',
  HeBO: 'Helvetica-BoldOblique',
  TiRo: 'Times-Roman',
  TiBo: 'Times-Bold',
  TiIt: 'Times-Italic',
  TiBI: 'Times-BoldItalic',
  Cour: 'Courier',
  CoBo: 'Courier-Bold',
  CoOb: 'Courier-Oblique',
  CoBO: 'Courier-BoldOblique',
};
const STANDARD: ReadonlySet<string> = new Set(
  ['Courier', 'Helvetica']
    .flatMap((family) => [family, `${family}-Bold`, `${family}-Oblique`, `${family}-BoldOblique`])
    .concat('Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'),
);
const FIXED = 1;
const SYMBOLIC = 4;
const ITALIC = 64;
const DEFAULT_WIDTH = 500;

/** Reads the font. Returns null for a composite font, and for a font with unknown codes or glyphs. */
export function readFieldFont(file: PdfFile, value: PdfValue, name: string): FieldFont | null {
  const font = file.dict(value);
  if (font === null) return standardFont(KNOWN_NAMES[name] ?? 'Helvetica');
  const subtype = file.name(font.get('Subtype'));
  if (subtype !== 'Type1' && subtype !== 'TrueType' && subtype !== 'MMType1') return null;
  const descriptor = file.dict(font.get('FontDescriptor'));
  const isEmbedded = [...(descriptor?.entries.keys() ?? [])].some((key) => key.startsWith('FontFile'));
  const baseFont = file.name(font.get('BaseFont')) ?? '';
  // A subset font contains only the glyphs of its original text, so it cannot draw another value.
  if (isEmbedded && /^[A-Z]{6}\+/.test(baseFont)) return null;
  const isSymbolic =
    /symbol|dingbats/i.test(baseFont) || ((file.number(descriptor?.get('Flags') ?? null) ?? 0) & SYMBOLIC) !== 0;
  const codes = codesOf(file, font, { isOwn: isSymbolic || isEmbedded });
  if (codes === null) return null;
  const widths = file.array(font.get('Widths')).map((item) => file.number(item));
  const first = file.number(font.get('FirstChar')) ?? 0;
  const metrics = Font.load(metricsName(baseFont, file.number(descriptor?.get('Flags') ?? null) ?? 0));
  const letters = new Map([...codes].map(([letter, code]) => [code, letter]));
  const widthOf = (code: number): number =>
    widths[code - first] ?? metrics.getWidthOfGlyph(glyphName(letters.get(code) ?? '')) ?? DEFAULT_WIDTH;
  return {
    source: serialize(value),
    encode: (text) => {
      const bytes = Array.from(text, (letter) => codes.get(letter) ?? -1);
      // An embedded font has no glyph for a code without a width.
      const isLacking = bytes.some((code) => code < 0 || (isEmbedded && widths.length > 0 && !(widthOf(code) > 0)));
      return isLacking ? null : Buffer.from(bytes);
    },
    width: (bytes) => bytes.reduce((sum, code) => sum + widthOf(code), 0),
  };
}

function standardFont(name: IFontNames): FieldFont {
  const metrics = Font.load(name);
  const letters = new Map([...WIN_ANSI].map(([letter, code]) => [code, letter]));
  return {
    source: name === 'Helvetica' ? null : `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`,
    encode: (text) => {
      const bytes = Array.from(text, (letter) => WIN_ANSI.get(letter) ?? -1);
      return bytes.includes(-1) ? null : Buffer.from(bytes);
    },
    width: (bytes) =>
      bytes.reduce(
        (sum, code) => sum + (metrics.getWidthOfGlyph(glyphName(letters.get(code) ?? '')) ?? DEFAULT_WIDTH),
        0,
      ),
  };
}

/** Returns the standard font with the most similar widths. */
function metricsName(baseFont: string, flags: number): IFontNames {
  if (STANDARD.has(baseFont)) return baseFont as IFontNames;
  const isBold = /bold|black|heavy/i.test(baseFont);
  const isItalic = /italic|oblique/i.test(baseFont) || (flags & ITALIC) !== 0;
  if (/times|serif|georgia|garamond|roman/i.test(baseFont) && !/sans/i.test(baseFont))
    return isBold ? (isItalic ? 'Times-BoldItalic' : 'Times-Bold') : isItalic ? 'Times-Italic' : 'Times-Roman';
  const family = /courier|mono/i.test(baseFont) || (flags & FIXED) !== 0 ? 'Courier' : 'Helvetica';
  return `${family}${isBold || isItalic ? '-' : ''}${isBold ? 'Bold' : ''}${isItalic ? 'Oblique' : ''}` as IFontNames;
}

type Codes = Map<string, number>;

/** WinAnsiEncoding is Windows-1252 (annex D). */
const WIN_ANSI: ReadonlyMap<string, number> = decoded('windows-1252');
const MAC_ROMAN: ReadonlyMap<string, number> = decoded('macintosh');
/** The ASCII part of StandardEncoding, in which two quotation marks are curly. */
const STANDARD_ENCODING: ReadonlyMap<string, number> = new Map<string, number>([
  ...[...WIN_ANSI].filter(([letter]) => letter >= ' ' && letter <= '~' && letter !== "'" && letter !== '`'),
  ['’', 0x27],
  ['‘', 0x60],
]);

function decoded(label: string): Codes {
  const codes = Array.from({ length: 224 }, (_, index) => index + 32);
  const text = new TextDecoder(label).decode(Uint8Array.from(codes));
  return new Map(codes.map((code, index) => [text.charAt(index), code]).filter(isPrinted));
}

function isPrinted(pair: (string | number)[]): pair is [string, number] {
  return !/\p{Cc}/u.test(String(pair[0]));
}

/** Returns the character for each code of a simple font, or null if the codes are unknown. */
export function readCodes(file: PdfFile, font: PdfDict): ReadonlyMap<number, string> | null {
  const descriptor = file.dict(font.get('FontDescriptor'));
  const isSymbolic = ((file.number(descriptor?.get('Flags') ?? null) ?? 0) & SYMBOLIC) !== 0;
  const codes = codesOf(file, font, { isOwn: isSymbolic });
  return codes === null ? null : new Map([...codes].map(([letter, code]) => [code, letter]));
}

/** Returns the code of each character, or null if only the font program defines the codes (`isOwn`). */
function codesOf(file: PdfFile, font: PdfDict, { isOwn }: { isOwn: boolean }): Codes | null {
  const encoding = file.resolve(font.get('Encoding'));
  const dict = encoding instanceof PdfDict ? encoding : new PdfDict();
  const base = file.name(encoding) ?? file.name(dict.get('BaseEncoding'));
  const known = { WinAnsiEncoding: WIN_ANSI, MacRomanEncoding: MAC_ROMAN, StandardEncoding: STANDARD_ENCODING };
  const start = base !== null && Object.hasOwn(known, base) ? known[base as keyof typeof known] : null;
  if (start === null && isOwn && !dict.has('Differences')) return null;
  const codes: Codes = new Map(start ?? (isOwn ? [] : STANDARD_ENCODING));
  let code = 0;
  for (const item of file.array(dict.get('Differences'))) {
    if (typeof item === 'number') code = item;
    else {
      for (const [letter, at] of codes) if (at === code) codes.delete(letter);
      const letter = letterOf(file.name(item) ?? '');
      if (letter !== null && code >= 0 && code < 256) codes.set(letter, code);
      code += 1;
    }
  }
  return codes;
}

const NAMES: ReadonlyMap<string, string> = new Map(
  Encodings.WinAnsi.supportedCodePoints.map((point) => [
    Encodings.WinAnsi.encodeUnicodeCodePoint(point).name,
    String.fromCodePoint(point),
  ]),
);

/** Returns the character for a glyph name, following the rules of the Adobe Glyph List. */
function letterOf(name: string): string | null {
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const hex = /^(?:uni|u)([0-9A-F]{4,6})$/.exec(name)?.[1];
  const point = hex === undefined ? Number.NaN : Number.parseInt(hex, 16);
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : null;
}

function glyphName(letter: string): string {
  const point = letter.codePointAt(0) ?? 0;
  return Encodings.WinAnsi.canEncodeUnicodeCodePoint(point) ? Encodings.WinAnsi.encodeUnicodeCodePoint(point).name : '';
}
