import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { Lexer } from '../reader/lexer.ts';
import { PdfStream } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';

/** Operators that leave something on the page (ISO 32000-2 annex A). */
const PAINTING: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'Do', 'BI']);
const PICTURES: ReadonlySet<string> = new Set(['Do', 'BI', 'sh']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** Whether readers can show an appearance: without a box, some show nothing and others something (ISO 32000-2 8.10.2). */
export function isShowable(file: PdfFile, look: PdfValue): look is PdfStream {
  if (!(look instanceof PdfStream)) return false;
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, d = Number.NaN] = file
    .array(look.dict.get('BBox'))
    .map((item) => file.number(item) ?? Number.NaN);
  return Math.abs(c - a) > 0 && Math.abs(d - b) > 0;
}

export function hasPicture(file: PdfFile, look: PdfStream): boolean {
  return hasOperator(file, look, (word) => PICTURES.has(word));
}

/** Whether an appearance draws nothing at all. */
export function isBlank(file: PdfFile, look: PdfStream): boolean {
  return !hasOperator(file, look, (word) => PAINTING.has(word) || SHOWING.has(word));
}

export function showsText(file: PdfFile, look: PdfStream): boolean {
  return hasOperator(file, look, (word) => SHOWING.has(word));
}

/** What cannot be read counts as something that draws. */
function hasOperator(file: PdfFile, look: PdfStream, isWanted: (word: string) => boolean): boolean {
  try {
    const lexer = new Lexer(file.decode(look));
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
