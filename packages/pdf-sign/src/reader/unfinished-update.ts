import { PdfError } from '../errors.ts';
import { PdfFile } from './file.ts';

const STARTXREF = Buffer.from('startxref');
const OBJ = Buffer.from('obj');
/** The maximum number of revision ends to try, newest first. */
const MAX_ENDS = 8;

/**
 * Returns the end of the last complete revision if it is followed by objects of an unfinished revision. This happens if
 * writing the update was interrupted (ISO 32000-2 7.5.6). Returns null for every other file. Readers disagree on such a
 * file: some show the last complete revision, and others show the objects of the update.
 */
export function endOfFinishedRevision(bytes: Buffer): number | null {
  let before = bytes.length;
  for (let tries = 0; tries < MAX_ENDS; tries++) {
    const at = before <= 0 ? -1 : bytes.lastIndexOf(STARTXREF, before - 1);
    if (at < 0) return null;
    const words = /^startxref\s+(\d{1,10})\s*?(?:\r\n|\n|\r|\s)?\s*(%%EOF(?:\r\n|\n|\r)?)?/.exec(
      bytes.toString('latin1', at, at + 64),
    );
    const end = at + (words?.[0].length ?? 0);
    const isComplete = words?.[2] !== undefined;
    const hasMore = holdsObject(bytes, end);
    if (isComplete && !hasMore) return null;
    if (words !== null && isReadable(bytes.subarray(0, end))) return hasMore ? end : null;
    // If the end of a revision is complete but its offset is wrong, the file has ordinary damage, and the update was
    // not interrupted.
    if (isComplete) return null;
    before = at;
  }
  return null;
}

function isReadable(bytes: Buffer): boolean {
  try {
    return new PdfFile(bytes).catalog.has('Pages');
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

function holdsObject(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf(OBJ, from); at >= 0; at = bytes.indexOf(OBJ, at + OBJ.length)) {
    const head = bytes.toString('latin1', Math.max(from, at - 24), at);
    if (/(?:^|\s)\d{1,10}\s+\d{1,5}\s+$/.test(head)) return true;
  }
  return false;
}
