import { PdfError } from '../errors.ts';
import type { PdfFile } from './file.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { PdfDict, PdfRef, PdfStream } from './objects.ts';
import type { PdfValue } from './objects.ts';

const REFERENCE = /(\d{1,10})\s+\d{1,5}\s+R\b/g;
const MAX_UNREADABLE = 65_536;
const HEADROOM = 100_000;

/** Returns the numbers of the objects that a value refers to directly. */
export function referencesOf(root: PdfValue): number[] {
  const found: number[] = [];
  const pending: PdfValue[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value instanceof PdfRef) found.push(value.number);
    else if (value instanceof PdfStream) pending.push(value.dict);
    else if (value instanceof PdfDict) for (const item of value.entries.values()) pending.push(item);
    else if (Array.isArray(value)) for (const item of value) pending.push(item);
  }
  return found;
}

/** Iterates over all object numbers in a file's cross-reference. */
export function* objectNumbers(file: PdfFile): Generator<number> {
  const seen = new Set<number>();
  for (const section of file.sections) {
    for (const part of [section, section.hidden]) {
      for (const { first, count } of part?.ranges ?? []) {
        for (let number = first; number < first + count; number++) {
          if (seen.has(number)) continue;
          seen.add(number);
          yield number;
        }
      }
    }
  }
}

/**
 * Returns the numbers of the objects that an indirect object refers to directly. `part` can exclude some of its values.
 */
export function outgoing(file: PdfFile, number: number, part = (value: PdfValue): PdfValue => value): number[] {
  try {
    return referencesOf(part(file.peek(number)));
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === 'too_complex') throw error;
    return outgoingOfUnreadable(file, number);
  }
}

/**
 * Returns everything that looks like a reference in an object that this reader refuses, because another reader may be
 * able to read the object.
 */
function outgoingOfUnreadable(file: PdfFile, number: number): number[] {
  const entry = file.locate(number);
  if (entry?.kind !== 'offset') return [];
  const start = file.base + entry.offset;
  const text = file.bytes.toString('latin1', start, start + MAX_UNREADABLE);
  const [body = ''] = text.split('endobj', 1);
  return [...body.matchAll(REFERENCE)].map((match) => Number(match[1]));
}

/**
 * Returns the lowest object number that is neither used nor referenced. A dangling reference is harmless until an
 * append assigns its number. A page would then show the new object, and validators would correctly report a changed
 * page.
 */
export function unclaimedNumber(file: PdfFile): number {
  // Later appends also need free object numbers. If none were left, the completed file could not be read again.
  const limit = DEFAULT_LIMITS.objectNumber - HEADROOM;
  let next = file.nextObject;
  if (next > limit) throw new PdfError('too_complex', 'object numbers are too high');
  for (const number of objectNumbers(file)) {
    for (const target of outgoing(file, number)) if (target >= next && target < limit) next = target + 1;
  }
  return next;
}
