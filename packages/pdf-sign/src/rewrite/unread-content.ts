import { PdfError } from '../errors.ts';
import { PdfFile } from '../reader/file.ts';
import { PdfStream } from '../reader/objects.ts';
import { walkPages } from '../reader/pages.ts';

/** Matches comments, and strings in a content stream, which can contain anything. */
const STRINGS = /\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f\s]*>|%[^\r\n]*/g;
/** Operators that paint text, paths, shadings, images or forms (ISO 32000-2 annex A). */
const PAINTS = /(?:^|[\s\]>)])(?:Tj|TJ|'|"|[fFsSbB]\*?|sh|Do|BI)(?=[\s/[(<]|$)/;

/**
 * Takes the numbers of pages (starting at 1) on which another reader found no text. Returns the pages whose content
 * paints something or cannot be decoded, because the other reader failed to read them.
 *
 * @throws PdfError if the file is unreadable
 */
export function findUnreadContent(bytes: Uint8Array, pages: readonly number[]): number[] {
  const file = new PdfFile(bytes);
  const wanted = new Set(pages);
  return [...walkPages(file)].flatMap(({ dict }, index) => {
    if (!wanted.has(index + 1)) return [];
    const contents = file.resolve(dict.get('Contents'));
    const parts = Array.isArray(contents) ? contents.map((part) => file.resolve(part)) : [contents];
    return parts.some((part) => part instanceof PdfStream && paints(file, part)) ? [index + 1] : [];
  });
}

function paints(file: PdfFile, content: PdfStream): boolean {
  try {
    return PAINTS.test(file.decode(content).toString('latin1').replaceAll(STRINGS, '()'));
  } catch (error) {
    if (error instanceof PdfError) return content.raw.length > 0;
    throw error;
  }
}
