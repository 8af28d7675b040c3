import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { Lexer } from '../reader/lexer.ts';
import { PdfDict, PdfName, PdfStream, PdfString } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { readCodes } from './field-font.ts';

/** The length of a font's character codes in bytes, and the text for each code. */
interface Reading {
  readonly bytes: 1 | 2;
  readonly texts: ReadonlyMap<number, string>;
}

const MAX_OPERATORS = 100_000;
/** Rendering modes that paint no text (ISO 32000-2 9.3.6). */
const INVISIBLE: readonly PdfValue[] = [3, 7];

/** Returns the text of an appearance in the order of its operators, or null if a part of the text cannot be read. */
export function appearanceText(file: PdfFile, stream: PdfStream): string | null {
  try {
    return readStream(file, stream);
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function readStream(file: PdfFile, stream: PdfStream): string | null {
  const fonts = file.dict(file.dict(stream.dict.get('Resources'))?.get('Font') ?? null) ?? new PdfDict();
  const lexer = new Lexer(file.decode(stream));
  const readings = new Map<string, Reading | null>();
  let operands: PdfValue[] = [];
  let font: Reading | null = null;
  let text = '';
  for (let count = 0; count < MAX_OPERATORS; count += 1) {
    lexer.skipWhite();
    if (lexer.position >= lexer.end) return text;
    const start = lexer.position;
    const word = lexer.token();
    if (!/^[A-Za-z'"]/.test(word) || ['true', 'false', 'null'].includes(word)) {
      lexer.position = start;
      operands.push(lexer.value());
      continue;
    }
    // An XObject or an inline image can show any text, so the displayed text is unknown.
    if (word === 'Do' || word === 'BI' || (word === 'Tr' && INVISIBLE.includes(operands[0] ?? null))) return null;
    const [first] = operands;
    if (word === 'Tf' && first instanceof PdfName) {
      if (!readings.has(first.name)) readings.set(first.name, readingOf(file, fonts.get(first.name)));
      font = readings.get(first.name) ?? null;
    }
    if (word === 'Tj' || word === 'TJ' || word === "'" || word === '"') {
      const shown = operands.flat().filter((part) => part instanceof PdfString);
      for (const { bytes } of shown) {
        const part = font === null ? null : decode(bytes, font);
        if (part === null) return null;
        text += part;
      }
    }
    operands = [];
  }
  return null;
}

function decode(bytes: Buffer, { bytes: length, texts }: Reading): string | null {
  let text = '';
  for (let at = 0; at + length <= bytes.length; at += length) {
    const part = texts.get(bytes.readUIntBE(at, length));
    if (part === undefined) return null;
    text += part;
  }
  return text;
}

function readingOf(file: PdfFile, value: PdfValue): Reading | null {
  const font = file.dict(value);
  if (font === null) return null;
  const isComposite = file.name(font.get('Subtype')) === 'Type0';
  const map = file.resolve(font.get('ToUnicode'));
  if (map instanceof PdfStream) {
    const texts = readToUnicode(file.decode(map).toString('latin1'));
    return {
      bytes: isComposite ? 2 : 1,
      texts: isComposite ? texts : new Map([...(readCodes(file, font) ?? []), ...texts]),
    };
  }
  const texts = isComposite ? null : readCodes(file, font);
  return texts === null ? null : { bytes: 1, texts };
}

/** Reads the mappings of a ToUnicode CMap (9.10.3). */
function readToUnicode(source: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, kind = '', body = ''] of source.matchAll(/beginbf(char|range)([\s\S]*?)endbf/g)) {
    if (kind === 'char') {
      for (const [, code = '', text = ''] of body.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f\s]*)>/g))
        texts.set(Number.parseInt(code, 16), utf16(text));
      continue;
    }
    const ranges = /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f\s]*)>|\[([^\]]*)\])/g;
    for (const [, from = '', to = '', text, list] of body.matchAll(ranges)) {
      const [first, last] = [Number.parseInt(from, 16), Math.min(Number.parseInt(to, 16), 0xffff)];
      const listed = list?.match(/<[^>]*>/g) ?? [];
      for (let code = first; code <= last; code += 1) {
        const start = text === undefined ? (listed[code - first]?.slice(1, -1) ?? '') : text;
        texts.set(code, text === undefined ? utf16(start) : next(utf16(start), code - first));
      }
    }
  }
  return texts;
}

/** Returns the text for the code that comes `distance` codes after the start of a CMap range (9.10.3). */
function next(text: string, distance: number): string {
  const last = text.length - 1;
  return `${text.slice(0, last)}${String.fromCharCode(text.charCodeAt(last) + distance)}`;
}

function utf16(hex: string): string {
  const bytes = Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}
