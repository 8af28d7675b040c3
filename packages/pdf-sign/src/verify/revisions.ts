import { PdfFile } from '../reader/file.ts';
import { isWhite, Lexer } from '../reader/lexer.ts';
import type { XrefSection } from '../reader/xref.ts';

/** An earlier state of the file, consisting of its first `end` bytes. */
export interface FileRevision {
  end: number;
  sections: XrefSection[];
}

/**
 * Finds the revisions of a file, oldest first. A revision ends with `startxref n %%EOF` after the cross-reference
 * section that n points to. `cuts` contains the ends of signed byte ranges. If one of them ends a revision, with or
 * without the line end after %%EOF, it is used as the revision's end.
 */
export function findRevisions(file: PdfFile, cuts: readonly number[]): FileRevision[] {
  const known = new Set(file.sections.map((section) => section.offset));
  const marks = file.sections
    .map((section) => endMark(file, section))
    .filter((mark): mark is EndMark => mark !== null && known.has(mark.startxref))
    .toSorted((a, b) => a.afterEof - b.afterEof);
  let start = 0;
  return marks.map((mark) => {
    const limit = skipWhite(file.bytes, mark.afterEof);
    const end = cuts.find((cut) => cut >= mark.afterEof && cut <= limit) ?? afterLineEnd(file.bytes, mark.afterEof);
    const sections = file.sections.filter((section) => section.end > start && section.end <= end);
    start = end;
    return { end, sections };
  });
}

interface EndMark {
  startxref: number;
  afterEof: number;
}

function endMark(file: PdfFile, section: XrefSection): EndMark | null {
  const lexer = new Lexer(file.bytes, section.end);
  if (section.kind === 'stream' && (!lexer.keyword('endstream') || !lexer.keyword('endobj'))) return null;
  if (!lexer.keyword('startxref')) return null;
  const startxref = lexer.integer();
  const at = skipWhite(file.bytes, lexer.position);
  if (startxref === null || file.bytes.toString('latin1', at, at + 5) !== '%%EOF') return null;
  return { startxref, afterEof: at + 5 };
}

/** Returns the first position at or after `from` that is not white space. */
export function skipWhite(bytes: Buffer, from: number): number {
  let position = from;
  while (position < bytes.length && isWhite(bytes[position])) position++;
  return position;
}

function afterLineEnd(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === 13) return bytes[from + 1] === 10 ? from + 2 : from + 1;
  return first === 10 ? from + 1 : from;
}

/** Opens the file as of a revision. Throws `PdfError` if that revision is unreadable. */
export function openRevision(file: PdfFile, revision: FileRevision): PdfFile {
  return revision.end === file.bytes.length ? file : new PdfFile(file.bytes.subarray(0, revision.end));
}
