import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { Lexer } from '../reader/lexer.ts';
import { PdfStream } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';

/** Content-stream operators that paint (ISO 32000-2 annex A). */
const PAINTING: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'Do', 'BI']);
const PICTURES: ReadonlySet<string> = new Set(['Do', 'BI', 'sh']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/**
 * Whether every reader shows an appearance. A valid /BBox is required, because some readers do not show an appearance
 * without it (ISO 32000-2 8.10.2).
 */
export function isShowable(file: PdfFile, stream: PdfValue): stream is PdfStream {
  if (!(stream instanceof PdfStream)) return false;
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, d = Number.NaN] = file
    .array(stream.dict.get('BBox'))
    .map((item) => file.number(item) ?? Number.NaN);
  return Math.abs(c - a) > 0 && Math.abs(d - b) > 0;
}

export function hasPicture(file: PdfFile, stream: PdfStream): boolean {
  return hasOperator(file, stream, (word) => PICTURES.has(word));
}

export function isBlank(file: PdfFile, stream: PdfStream): boolean {
  return !hasOperator(file, stream, (word) => PAINTING.has(word) || SHOWING.has(word));
}

export function showsText(file: PdfFile, stream: PdfStream): boolean {
  return hasOperator(file, stream, (word) => SHOWING.has(word));
}

/** Content that cannot be read is treated as content that paints. */
function hasOperator(file: PdfFile, stream: PdfStream, isWanted: (word: string) => boolean): boolean {
  try {
    const lexer = new Lexer(file.decode(stream));
    for (;;) {
      lexer.skipWhite();
      if (lexer.position >= lexer.end) return false;
      const start = lexer.position;
      const word = lexer.token();
      if (/^[A-Za-z'"]/.test(word) && !['true', 'false', 'null'].includes(word)) {
        if (isWanted(word)) return true;
        continue;
      }
      lexer.position = start;
      lexer.value();
    }
  } catch (error) {
    if (error instanceof PdfError) return true;
    throw error;
  }
}
