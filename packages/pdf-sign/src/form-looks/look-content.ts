import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { Lexer } from '../reader/lexer.ts';
import type { PdfStream } from '../reader/objects.ts';

/** Operators that leave something on the page (ISO 32000-2 annex A). */
const PAINTING: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'Do', 'BI']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

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
