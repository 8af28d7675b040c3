import { PdfError } from '../errors.ts';
import { readEncryption } from '../reader/encryption.ts';
import type { Encryption } from '../reader/encryption.ts';
import { PdfFile } from '../reader/file.ts';
import { inspectPdf } from '../reader/inspect.ts';
import type { Opening } from '../reader/inspect.ts';
import { DEFAULT_LIMITS } from '../reader/limits.ts';
import { PdfDict, PdfRef } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { objectNumbers, referencesOf } from '../reader/references.ts';
import { signedFrom } from '../reader/leading-bytes.ts';
import { endOfFinishedRevision } from '../reader/unfinished-update.ts';
import { writeClean } from './clean-writer.ts';
import { assertContentDecodes, assertContentStreams, assertPagesWhole } from './losses.ts';
import { flatTree, readPageTree, REPEATED_PAGE } from './page-tree.ts';
import type { Leaf } from './page-tree.ts';
import { encryptingTrailer, isSignature, scanObjects, sectionOf } from './scan.ts';
import { stripDict } from './strip.ts';

/** A rewritten file with one body, one cross-reference table and no history. */
export interface Rewritten {
  bytes: Buffer;
  pageCount: number;
}

/**
 * The kinds of repair. `encryption`: the file was decrypted. `structure`: cross-references, lengths or the page tree
 * were corrected. `repeated_page`: a page that was listed twice was split into two pages. `unfinished_update`: an
 * incomplete update was omitted. `leading_bytes`: bytes before the header of a signed file were removed, and everything
 * after them is unchanged.
 */
export type RepairKind = 'encryption' | 'structure' | 'repeated_page' | 'unfinished_update' | 'leading_bytes';
/** A repaired file and the repairs that were made. */
export interface Repaired extends Rewritten {
  repairs: RepairKind[];
  /** The encryption of the original file. Null if it was not encrypted. */
  encryption: Encryption | null;
  /** The catalog's object number in the original file, for readers that do not find the catalog. */
  root: number;
}

/**
 * Explains in one sentence why a file does not conform to the standard. Returns null if the file conforms. Unlike
 * `inspectPdf`, this function checks every reachable object. Throws `not_a_pdf`, `encrypted`, `too_complex`.
 */
export function findDamage(bytes: Uint8Array, { password }: Opening = {}): string | null {
  try {
    const file = openFile(bytes, password);
    // Validators disagree on whether cross-reference offsets and byte ranges include the bytes before the header
    // (7.5.2).
    if (file.headerAt > 0) return 'the file has bytes before its header';
    const { leaves, defect } = readPageTree(file, () => objectNumbers(file));
    assertContentStreams(file, leaves);
    readAll(file);
    if (file.wrongLengths > 0) return 'the length of a stream is wrong';
    if (file.looseStreams > 0) return 'the keyword of a stream is followed by spaces';
    if (endOfFinishedRevision(file.bytes) !== null) return 'the file ends with an incomplete update';
    return file.looseEnds > 0 ? 'the end of an object is wrong' : defect;
  } catch (error) {
    if (error instanceof PdfError && (error.code === 'damaged' || error.code === 'unsupported_filter'))
      return error.message;
    throw error;
  }
}

/**
 * Repairs a damaged file by rewriting its contents: missing or wrong cross-references, trailer, stream lengths, header
 * offset and page tree. The newest definition of each object is used, except for definitions in an incomplete update.
 * The same bytes always produce the same file, and pages look the same as before.
 *
 * Throws `damaged` if visible content is lost (a page, its content, a font), because a partial contract must not be
 * signed as if it were complete; `already_signed` if the file has signatures that a repair would break; `not_a_pdf`,
 * `encrypted`, `too_complex`.
 */
export function repairPdf(bytes: Uint8Array, { password }: Opening = {}): Repaired {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const original = withoutLeadingBytes(whole);
  if (original !== null) return original;
  const end = endOfFinishedRevision(whole);
  const finished = end === null ? whole : whole.subarray(0, end);
  const isWhole = (end !== null || isEncrypted(finished)) && isSound(finished, password);
  const rebuilt = isWhole ? takeOver(finished, password) : rebuild(finished, password);
  return end === null ? rebuilt : { ...rebuilt, repairs: ['unfinished_update', ...rebuilt.repairs] };
}

const HEADER = Buffer.from('%PDF-');

/**
 * Repairs a signed file whose signatures match after the bytes before its header are removed. Returns null for every
 * other file.
 */
function withoutLeadingBytes(whole: Buffer): Repaired | null {
  if (whole.subarray(0, 5).equals(HEADER)) return null;
  try {
    const file = new PdfFile(whole);
    if (file.encrypted || signedFrom(file) !== 'header') return null;
    const pageCount = readPageTree(file, () => objectNumbers(file)).leaves.length;
    const bytes = whole.subarray(file.headerAt);
    return { bytes, pageCount, repairs: ['leading_bytes'], encryption: null, root: file.root.number };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function isEncrypted(bytes: Buffer): boolean {
  try {
    return new PdfFile(bytes).encrypted;
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

function isSound(bytes: Buffer, password: string | undefined): boolean {
  try {
    return findDamage(bytes, { password }) === null;
  } catch (error) {
    // The file may be damaged rather than encrypted: the data needed to decrypt it may be in the lost part.
    if (error instanceof PdfError && error.code === 'encrypted' && password !== undefined) return false;
    throw error;
  }
}

/** Finishes the repair of a readable file: decrypts it if it is encrypted, and otherwise leaves it unchanged. */
function takeOver(bytes: Buffer, password: string | undefined): Repaired {
  const file = openFile(bytes, password);
  const pageCount = readPageTree(file, () => objectNumbers(file)).leaves.length;
  if (!file.encrypted) {
    if (inspectPdf(bytes).signatures > 0) throw new PdfError('already_signed', 'the file contains signatures');
    return { bytes, pageCount, repairs: [], encryption: null, root: file.root.number };
  }
  const options = { edit: unsigned, trailer: file.trailer, root: file.root };
  const encryption = readEncryption(file, password);
  return { bytes: writeClean(file, options), pageCount, repairs: ['encryption'], encryption, root: file.root.number };
}

function openFile(bytes: Uint8Array, password: string | undefined): PdfFile {
  const file = new PdfFile(bytes);
  if (file.encrypted && password !== undefined) file.unlock(password);
  if (file.isLocked) throw new PdfError('encrypted', 'the file is encrypted');
  return file;
}

function rebuild(buffer: Buffer, password: string | undefined): Repaired {
  const scan = scanObjects(buffer, password);
  const section = sectionOf(scan.entries, encryptingTrailer(scan.trailers));
  const file = new PdfFile(buffer, DEFAULT_LIMITS, section);
  if (file.encrypted && password !== undefined) file.unlock(password);
  if (file.isLocked) throw new PdfError('encrypted', 'the file is encrypted');
  const encryption = readEncryption(file, password);
  const trailer = findTrailer(file, scan.trailers);
  section.trailer = trailer;
  if (scan.isSigned) throw new PdfError('already_signed', 'the file contains signatures');
  const tree = readPageTree(file, () => scan.entries.keys());
  assertPagesWhole(file, tree.leaves);
  assertContentDecodes(file, tree.leaves);
  const repairs: RepairKind[] = encryption === null ? [] : ['encryption'];
  if (tree.repeated.length > 0) repairs.push('repeated_page');
  if (findDamage(buffer, { password }) !== REPEATED_PAGE) repairs.push('structure');
  const changed = tree.defect === null ? new Map<number, PdfValue>() : withFlatTree(file, tree.leaves);
  const options = { changed, edit: unsigned, trailer, root: file.root };
  return {
    bytes: writeClean(file, options),
    pageCount: tree.leaves.length,
    repairs,
    encryption,
    root: file.root.number,
  };
}

/**
 * Rewrites an undamaged file without its active content (the kinds in `Inspection.activeContent`). Links, jumps and
 * form fields with their values are kept, and pages look the same as before. The same bytes always produce the same
 * file.
 *
 * Throws `already_signed` for a file with signatures, `encrypted`, `damaged`, `not_a_pdf`, `too_complex`.
 */
export function stripPdf(bytes: Uint8Array): Rewritten {
  const file = openFile(bytes, undefined);
  const { leaves } = readPageTree(file, () => objectNumbers(file));
  const edit = (dict: PdfDict, isStream: boolean): PdfDict => stripDict(file, unsigned(dict), isStream);
  return { bytes: writeClean(file, { edit, trailer: file.trailer, root: file.root }), pageCount: leaves.length };
}

/**
 * Rewrites an undamaged file without its history, which removes replaced objects. The same bytes always produce the
 * same file.
 *
 * Throws the same errors as `stripPdf`.
 */
export function compactPdf(bytes: Uint8Array): Rewritten {
  const file = new PdfFile(bytes);
  if (file.encrypted) throw new PdfError('encrypted', 'the file is encrypted');
  const { leaves } = readPageTree(file, () => objectNumbers(file));
  return {
    bytes: writeClean(file, { edit: unsigned, trailer: file.trailer, root: file.root }),
    pageCount: leaves.length,
  };
}

function withFlatTree(file: PdfFile, leaves: readonly Leaf[]): Map<number, PdfValue> {
  const pages = new PdfRef(file.nextObject);
  const changed = flatTree(file, leaves, pages);
  return changed.set(file.root.number, new PdfDict(new Map(file.catalog.entries).set('Pages', pages)));
}

/**
 * Returns the newest trailer with a catalog. If every trailer is lost, the scanned objects are searched for a catalog.
 */
function findTrailer(file: PdfFile, trailers: readonly PdfDict[]): PdfDict {
  const isCatalog = (value: PdfValue): value is PdfRef =>
    value instanceof PdfRef && file.dict(file.dict(value)?.get('Pages') ?? null) !== null;
  const newest = trailers.findLast((trailer) => isCatalog(trailer.get('Root')));
  const found = newest ?? new PdfDict(new Map([['Root', findCatalog(file, isCatalog)]]));
  const entries = new Map(found.entries);
  for (const key of ['Info', 'ID']) {
    const holder = trailers.findLast((trailer) => trailer.has(key));
    if (holder !== undefined && !entries.has(key)) entries.set(key, holder.get(key));
  }
  return new PdfDict(entries);
}

function findCatalog(file: PdfFile, isCatalog: (value: PdfValue) => value is PdfRef): PdfRef {
  let newest: PdfRef | null = null;
  for (const number of objectNumbers(file)) {
    const value = file.peek(number);
    if (!(value instanceof PdfDict)) continue;
    // Without the trailer, the reference to the encryption dictionary is lost, but the dictionary itself is not
    // (7.6.4.2).
    if (!file.encrypted && file.name(value.get('Filter')) === 'Standard' && value.has('O') && value.has('U'))
      throw new PdfError('encrypted', 'the file is encrypted');
    const ref = new PdfRef(number);
    if (file.name(value.get('Type')) === 'Catalog' && isCatalog(ref)) newest = ref;
  }
  if (newest === null) throw new PdfError('damaged', 'the file has no catalog');
  return newest;
}

/**
 * Removes signatures. A signature covers bytes, so no signature would be valid in a new file. Usage rights are also
 * removed, because they are signed by the program that granted them.
 */
function unsigned(dict: PdfDict): PdfDict {
  if (dict.has('Perms') && dict.has('Pages'))
    return new PdfDict(new Map([...dict.entries].filter(([key]) => key !== 'Perms')));
  if (isSignature(dict)) throw new PdfError('already_signed', 'the file contains signatures');
  return dict;
}

function readAll(file: PdfFile): void {
  const pending = referencesOf(file.trailer);
  const seen = new Set(pending);
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    for (const target of referencesOf(file.peek(number))) {
      if (seen.has(target)) continue;
      seen.add(target);
      pending.push(target);
    }
  }
}
