import { PdfError } from '../errors.ts';
import { Lexer, isWhite } from '../reader/lexer.ts';
import { PdfFile } from '../reader/file.ts';
import { DEFAULT_LIMITS } from '../reader/limits.ts';
import { PdfDict, PdfStream, PdfString, nameOf } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import type { XrefEntry, XrefSection } from '../reader/xref.ts';

/** The contents of a damaged file, found without using its cross-references. */
export interface Scan {
  /** The position of each object's newest definition. */
  entries: Map<number, XrefEntry>;
  /** Dictionaries of trailers and cross-reference streams, in file order. */
  trailers: PdfDict[];
  /** Whether the file contains a signature, even if nothing refers to it (12.8.1). */
  isSigned: boolean;
}

interface Found {
  number: number;
  position: number;
  /**
   * The object stream that contains the object, if any. Members of an object stream are treated as if they were at the
   * position of the stream.
   */
  container: PdfStream | null;
}

const OBJ = Buffer.from('obj');
const TRAILER = Buffer.from('trailer');
const MAX_TRAILERS = 10_000;

/**
 * Reads a file from front to back, object by object, without its cross-references. A later definition of a number
 * replaces an earlier one, as in updates (ISO 32000-2 7.5.6). Contents of streams are skipped, because an attached PDF
 * would otherwise replace the file's own objects. An object that cannot be parsed is treated as missing.
 *
 * Throws `not_a_pdf`, `too_complex`.
 */
export function scanObjects(bytes: Buffer, password?: string): Scan {
  const reader = new PdfFile(bytes, DEFAULT_LIMITS, emptySection());
  const found: Found[] = [];
  const trailers: PdfDict[] = [];
  let isSigned = false;
  let gap = 0;
  for (let at = bytes.indexOf(OBJ); at >= 0; at = bytes.indexOf(OBJ, at)) {
    const position = objectStart(bytes, at);
    const object = position < gap ? null : readObject(reader, position);
    if (object === null) {
      at += OBJ.length;
      continue;
    }
    readTrailers(bytes, gap, position, trailers);
    const { number, value, end } = object;
    isSigned ||= value instanceof PdfDict && isSignature(value);
    const type = value instanceof PdfStream ? nameOf(value.dict.get('Type')) : null;
    if (type === 'XRef' && value instanceof PdfStream) trailers.push(value.dict);
    else found.push({ number, position, container: type === 'ObjStm' && value instanceof PdfStream ? value : null });
    gap = at = Math.max(end, at + OBJ.length);
    if (found.length > DEFAULT_LIMITS.objects) throw new PdfError('too_complex', 'the file has too many objects');
  }
  readTrailers(bytes, gap, bytes.length, trailers);
  return { entries: newest(bytes, found, encryptingTrailer(trailers), password), trailers, isSigned };
}

/** Returns the newest trailer with encryption, or an empty dictionary if there is none. */
export function encryptingTrailer(trailers: readonly PdfDict[]): PdfDict {
  return trailers.findLast((trailer) => trailer.has('Encrypt')) ?? new PdfDict();
}

/**
 * Whether the dictionary is a signature that a change would break. Usage rights (12.8.2.3) are excluded, because they
 * only enable features of one program.
 */
export function isSignature(dict: PdfDict): boolean {
  return dict.has('ByteRange') && dict.get('Contents') instanceof PdfString && !grantsUsage(dict);
}

function grantsUsage(dict: PdfDict): boolean {
  const references = dict.get('Reference');
  const methods = Array.isArray(references)
    ? references.map((item) => (item instanceof PdfDict ? nameOf(item.get('TransformMethod')) : null))
    : [];
  return methods.length > 0 && methods.every((method) => method === 'UR' || method === 'UR3');
}

/** Returns the start of the object whose `obj` keyword is at `keyword`, or -1 if it is not preceded by two numbers. */
function objectStart(bytes: Buffer, keyword: number): number {
  const generation = numberBefore(bytes, keyword);
  return generation < 0 ? -1 : numberBefore(bytes, generation);
}

function numberBefore(bytes: Buffer, end: number): number {
  let position = end;
  while (position > 0 && isWhite(bytes[position - 1])) position--;
  const stop = position;
  while (position > 0 && stop - position < 10 && isDigit(bytes[position - 1])) position--;
  return position === stop || (stop === end && end > 0 && isDigit(bytes[end])) ? -1 : position;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57;
}

function readObject(reader: PdfFile, position: number): { number: number; value: PdfValue; end: number } | null {
  if (position < 0) return null;
  try {
    const object = reader.readObjectAt(position);
    return object.number > 0 && object.number <= DEFAULT_LIMITS.objectNumber ? object : null;
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === 'too_complex') throw error;
    return null;
  }
}

function readTrailers(bytes: Buffer, from: number, to: number, trailers: PdfDict[]): void {
  const between = bytes.subarray(from, to);
  for (let at = between.indexOf(TRAILER); at >= 0; at = between.indexOf(TRAILER, at + TRAILER.length)) {
    if (trailers.length >= MAX_TRAILERS) throw new PdfError('too_complex', 'the file has too many trailers');
    try {
      const value = new Lexer(bytes, from + at + TRAILER.length, to).value();
      if (value instanceof PdfDict) trailers.push(value);
    } catch (error) {
      if (!(error instanceof PdfError) || error.code === 'too_complex') throw error;
    }
  }
}

/** Returns the newest position of each object. Members of an object stream are as new as their stream (7.5.7). */
function newest(
  bytes: Buffer,
  found: readonly Found[],
  trailer: PdfDict,
  password: string | undefined,
): Map<number, XrefEntry> {
  const entries = new Map<number, XrefEntry>();
  const place = ({ number, position }: Found): void => {
    entries.set(number, { kind: 'offset', offset: position, generation: 0 });
  };
  for (const object of found) place(object);
  const streams = found.filter(({ container, number, position }) => {
    const entry = entries.get(number);
    // If a later object reuses the number of an object stream, the stream is no longer reachable.
    return container !== null && entry?.kind === 'offset' && entry.offset === position;
  });
  if (streams.length === 0) return entries;
  const plain = new PdfFile(bytes, DEFAULT_LIMITS, sectionOf(entries, trailer));
  if (plain.encrypted && password !== undefined) plain.unlock(password);
  const members = new Map(streams.map(({ number }) => [number, plain.members(number)]));
  const current = new Set(streams);
  const result = new Map<number, XrefEntry>();
  for (const object of found) {
    result.set(object.number, { kind: 'offset', offset: object.position, generation: 0 });
    if (!current.has(object)) continue;
    for (const [index, member] of (members.get(object.number) ?? []).entries()) {
      if (!members.has(member)) result.set(member, { kind: 'compressed', container: object.number, index });
    }
  }
  return result;
}

export function sectionOf(entries: ReadonlyMap<number, XrefEntry>, trailer = new PdfDict()): XrefSection {
  const ranges = [...entries.keys()].map((first) => ({ first, count: 1 }));
  return {
    kind: 'table',
    offset: 0,
    end: 0,
    ownNumber: null,
    trailer,
    ranges,
    hidden: null,
    find: (number) => entries.get(number) ?? null,
  };
}

function emptySection(): XrefSection {
  return sectionOf(new Map());
}
