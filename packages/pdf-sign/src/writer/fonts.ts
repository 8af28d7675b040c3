import { deflateSync } from 'node:zlib';
import type { Entries, ObjectId } from '../state.ts';
import { formatName, formatNumber, formatRef } from './serialize.ts';
import type { FontResource } from './types.ts';

/** The file or update that receives a font's objects. */
export interface ObjectSink {
  add(entries: Entries): ObjectId;
  /** Adds a stream and sets /Length. */
  addStream(entries: Entries, data: Uint8Array): ObjectId;
}

/**
 * Writes a font and returns its ID. Never throws.
 *
 * @param hasCidSet whether the descriptor of a subset lists its glyphs, as PDF/A-1 requires (ISO 19005-1 6.3.5)
 */
export function writeFont(into: ObjectSink, font: FontResource, hasCidSet = false): ObjectId {
  if (font.kind === 'embedded') return writeEmbedded(into, font, hasCidSet);
  const entries: Entries = [
    ['Type', '/Font'],
    ['Subtype', '/Type1'],
    ['BaseFont', formatName(font.baseFont)],
  ];
  // ZapfDingbats gets no /Encoding, because its symbols have their own character codes (annex D.6).
  if (font.baseFont !== 'ZapfDingbats') entries.push(['Encoding', '/WinAnsiEncoding']);
  return into.add(entries);
}

type EmbeddedFont = Extract<FontResource, { kind: 'embedded' }>;

/** Writes a composite font whose codes are glyph IDs (ISO 32000-2 9.7.4, Identity-H). */
function writeEmbedded(into: ObjectSink, font: EmbeddedFont, hasCidSet: boolean): ObjectId {
  const trueType = font.format === 'truetype';
  const program: Entries = font.isPlain === true ? [] : [['Filter', '/FlateDecode']];
  if (trueType) program.push(['Length1', String(font.fileLength)]);
  else program.push(['Subtype', '/OpenType']);
  const file = into.addStream(program, font.file);
  const descriptor = into.add([
    ['Type', '/FontDescriptor'],
    ['FontName', formatName(font.baseFont)],
    // The Symbolic flag means that glyphs are addressed by number, not through a standard character set (9.8.2).
    ['Flags', '4'],
    ['FontBBox', `[${font.bbox.map(formatNumber).join(' ')}]`],
    ['ItalicAngle', formatNumber(font.italicAngle)],
    ['Ascent', formatNumber(font.ascent)],
    ['Descent', formatNumber(font.descent)],
    ['CapHeight', formatNumber(font.capHeight)],
    ['StemV', '80'],
    [trueType ? 'FontFile2' : 'FontFile3', formatRef(file)],
    ...(hasCidSet ? [['CIDSet', formatRef(into.addStream([], cidSet(font.widths)))] as [string, string]] : []),
  ]);
  const descendant: Entries = [
    ['Type', '/Font'],
    ['Subtype', trueType ? '/CIDFontType2' : '/CIDFontType0'],
    ['BaseFont', formatName(font.baseFont)],
    ['CIDSystemInfo', '<</Registry (Adobe)/Ordering (Identity)/Supplement 0>>'],
    ['FontDescriptor', formatRef(descriptor)],
    ['W', `[${widthRuns(font.widths).join(' ')}]`],
  ];
  if (trueType) descendant.push(['CIDToGIDMap', '/Identity']);
  const unicode = into.addStream([['Filter', '/FlateDecode']], deflateSync(toUnicode(font.unicode), { level: 2 }));
  return into.add([
    ['Type', '/Font'],
    ['Subtype', '/Type0'],
    ['BaseFont', formatName(font.baseFont)],
    ['Encoding', '/Identity-H'],
    ['DescendantFonts', `[${formatRef(into.add(descendant))}]`],
    ['ToUnicode', formatRef(unicode)],
  ]);
}

/** Returns one bit per glyph ID, starting with the highest bit (ISO 32000-1 table 124). */
function cidSet(widths: EmbeddedFont['widths']): Uint8Array {
  const last = Math.max(0, ...widths.map(([glyph]) => glyph));
  const bits = new Uint8Array((last >> 3) + 1);
  for (const glyph of [0, ...widths.map(([id]) => id)])
    bits[glyph >> 3] = (bits[glyph >> 3] ?? 0) | (0x80 >> (glyph & 7));
  return bits;
}

/** Returns widths in /W format (9.7.4.3): for each run of glyphs, the first glyph and all widths. */
function widthRuns(widths: EmbeddedFont['widths']): string[] {
  const runs: { first: number; widths: string[] }[] = [];
  for (const [glyph, width] of widths) {
    const run = runs.at(-1);
    if (run !== undefined && run.first + run.widths.length === glyph) run.widths.push(formatNumber(width));
    else runs.push({ first: glyph, widths: [formatNumber(width)] });
  }
  return runs.map((run) => `${run.first} [${run.widths.join(' ')}]`);
}

/** Returns a ToUnicode CMap (9.10.3). Each block contains at most 100 glyphs. */
function toUnicode(pairs: EmbeddedFont['unicode']): string {
  const blocks: string[] = [];
  for (let start = 0; start < pairs.length; start += 100) {
    const lines = pairs.slice(start, start + 100).map(([glyph, text]) => {
      const code = glyph.toString(16).padStart(4, '0');
      return `<${code}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
    });
    blocks.push(`${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo <</Registry (Adobe)/Ordering (UCS)/Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...blocks,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n',
  ].join('\n');
}
