import { deflateSync } from 'node:zlib';
import type { Entries, ObjectId } from '../state.ts';
import { formatName, formatNumber, formatRef } from './serialize.ts';
import type { FontResource } from './types.ts';
import type { Update } from './update.ts';

/** Writes a font and answers with its id. */
export function writeFont(update: Update, font: FontResource): ObjectId {
  if (font.kind === 'embedded') return writeEmbedded(update, font);
  return update.add([
    ['Type', '/Font'],
    ['Subtype', '/Type1'],
    ['BaseFont', formatName(font.baseFont)],
    ['Encoding', '/WinAnsiEncoding'],
  ]);
}

type EmbeddedFont = Extract<FontResource, { kind: 'embedded' }>;

/** A composite font whose codes are glyph ids (ISO 32000-2 9.7.4, Identity-H). */
function writeEmbedded(update: Update, font: EmbeddedFont): ObjectId {
  const trueType = font.format === 'truetype';
  const program: Entries = [['Filter', '/FlateDecode']];
  if (trueType) program.push(['Length1', String(font.fileLength)]);
  else program.push(['Subtype', '/OpenType']);
  const file = update.addStream(program, font.file);
  const descriptor = update.add([
    ['Type', '/FontDescriptor'],
    ['FontName', formatName(font.baseFont)],
    // Symbolic: the glyphs are addressed by number, not through a standard character set (9.8.2).
    ['Flags', '4'],
    ['FontBBox', `[${font.bbox.map(formatNumber).join(' ')}]`],
    ['ItalicAngle', formatNumber(font.italicAngle)],
    ['Ascent', formatNumber(font.ascent)],
    ['Descent', formatNumber(font.descent)],
    ['CapHeight', formatNumber(font.capHeight)],
    ['StemV', '80'],
    [trueType ? 'FontFile2' : 'FontFile3', formatRef(file)],
  ]);
  const descendant: Entries = [
    ['Type', '/Font'],
    ['Subtype', trueType ? '/CIDFontType2' : '/CIDFontType0'],
    ['BaseFont', formatName(font.baseFont)],
    ['CIDSystemInfo', '<</Registry (Adobe)/Ordering (Identity)/Supplement 0>>'],
    ['FontDescriptor', formatRef(descriptor)],
    ['W', `[${font.widths.map(([glyph, width]) => `${glyph} [${formatNumber(width)}]`).join(' ')}]`],
  ];
  if (trueType) descendant.push(['CIDToGIDMap', '/Identity']);
  const unicode = update.addStream([['Filter', '/FlateDecode']], deflateSync(toUnicode(font.unicode), { level: 2 }));
  return update.add([
    ['Type', '/Font'],
    ['Subtype', '/Type0'],
    ['BaseFont', formatName(font.baseFont)],
    ['Encoding', '/Identity-H'],
    ['DescendantFonts', `[${formatRef(update.add(descendant))}]`],
    ['ToUnicode', formatRef(unicode)],
  ]);
}

/** A ToUnicode CMap (9.10.3); a block holds at most 100 glyphs. */
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
