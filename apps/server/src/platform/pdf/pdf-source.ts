import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SealError } from '../crypto/seal.ts';
import {
  checkHeader,
  type DataKey,
  HEADER_BYTES,
  openChunk,
  openChunkUnchecked,
  placeOf,
  plainSize,
  sealedSize,
} from '../crypto/sealed-file.ts';
import { constantTimeEqual, secretKey, sha256Hex } from '../crypto/tokens.ts';
import { CHUNK_BYTES, type LocalFile, type LocalFileOptions } from '../ports/blob-store.ts';
import { passedThrough } from '../optimizations/buffer-collection.ts';

/**
 * A PDF as it is stored: the upload from the blob store, followed by the appended bytes of its revisions from the
 * database.
 */
export interface PdfSource {
  readonly parts: readonly PdfPart[];
}

/**
 * If the blob store is on another machine, the pool copies the file to this machine, and releases the copy after the
 * task.
 */
export type PdfPart = LocalPart | ({ readonly open: (options?: LocalFileOptions) => Promise<LocalFile> } & FileTraits);

/**
 * A file from the blob store with its expected properties. The properties are compared where the file is read, so that
 * it is read only once.
 */
export type StoredFile = { readonly key: string; readonly size: number; readonly sha256: string };
type FileTraits = {
  readonly blob?: StoredFile;
  /** The key of an encrypted file (ADR 67), which opens only this file. */
  readonly sealedWith?: DataKey;
  /** True if the file is read without verification. Even chunks whose authentication fails are then decrypted. */
  readonly isDamaged?: boolean;
};
type FilePart = { readonly path: string } & FileTraits;
export type LocalPart = FilePart | { readonly bytes: Uint8Array };

/**
 * A source whose files are on this machine, as passed to a worker. The server's own thread never holds a whole file.
 */
export interface LocalSource {
  readonly parts: readonly LocalPart[];
}

/** Runs the work with every file of the source on this machine. The files may be removed afterwards. */
export async function withLocalFiles<Result>(
  { parts }: PdfSource,
  work: (source: LocalSource) => Promise<Result>,
  options: LocalFileOptions = {},
): Promise<Result> {
  const opened: LocalFile[] = [];
  try {
    const local: LocalPart[] = [];
    for (const part of parts) {
      if (!('open' in part)) local.push(part);
      else {
        const { open, ...traits } = part;
        const file = await open(options);
        opened.push(file);
        local.push({ ...traits, path: file.path });
      }
    }
    return await work({ parts: local });
  } finally {
    for (const file of opened) file.release();
  }
}

/** The maximum size of a source, far larger than the upload limit plus every revision that a document can get. */
const MAX_SOURCE_BYTES = 160 * 2 ** 20;

/** The reason why a source could not be read. It does not depend on the content of the file. */
export class PdfSourceError extends Error {
  override readonly name = 'PdfSourceError';
  readonly code: 'source_missing' | 'source_damaged' | 'source_too_large';

  constructor(code: PdfSourceError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

let scratch = Buffer.alloc(0);
/**
 * The upload whose decrypted bytes are in the memory block. No other file ever had its path. It is remembered, because
 * the pages of an upload are test-rendered right after the upload is validated.
 */
let decrypted: { path: string; sealedWith: DataKey; size: number } | undefined;

function isDecrypted({ parts: [part, ...more] }: LocalSource): boolean {
  if (!decrypted || !part || more.length > 0 || !('path' in part)) return false;
  const { path, sealedWith, blob } = part;
  return (
    !blob && path === decrypted.path && sealedWith !== undefined && constantTimeEqual(sealedWith, decrypted.sealedWith)
  );
}

/**
 * Joins a source into one Buffer that stays valid until the next call in this thread. One task at a time reads one
 * source. Because the memory block is reused, a worker does not accumulate 50 MB files that wait for garbage
 * collection.
 *
 * The function blocks intentionally, because the worker does nothing else during that time. Throws PdfSourceError if a
 * file is missing or was changed, or if the whole is too large.
 */
export function readSource(source: LocalSource): Buffer {
  if (decrypted && isDecrypted(source)) return scratch.subarray(0, decrypted.size);
  decrypted = undefined;
  const files: number[] = [];
  try {
    const parts = source.parts.map((part) => {
      if ('bytes' in part) return { size: part.bytes.length, bytes: part.bytes };
      const file = openSync(part.path, 'r');
      files.push(file);
      return { size: sizeOf(part, fstatSync(file).size), file, part };
    });
    const total = parts.reduce((sum, part) => sum + part.size, 0);
    if (total > MAX_SOURCE_BYTES) throw new PdfSourceError('source_too_large', `The file has ${total} bytes.`);
    if (scratch.length < total) scratch = Buffer.allocUnsafeSlow(total);
    const block = scratch.subarray(0, total);
    let at = 0;
    for (const one of parts) {
      if ('bytes' in one) block.set(one.bytes, at);
      else readFile(one.file, one.part, block.subarray(at, at + one.size));
      at += one.size;
    }
    const [only, ...more] = source.parts;
    if (only && more.length === 0 && 'path' in only && only.sealedWith && !only.blob && !only.isDamaged)
      decrypted = { path: only.path, sealedWith: only.sealedWith, size: total };
    return block;
  } catch (cause) {
    if (cause instanceof PdfSourceError) throw cause;
    throw new PdfSourceError('source_missing', 'The file could not be read from disk.', cause);
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** Yields every byte of a source in order, with at most one piece in memory. Throws like `readSource`. */
export function readPieces({ parts }: LocalSource, visit: (piece: Uint8Array) => void): void {
  for (const part of parts) {
    if ('bytes' in part) visit(part.bytes);
    else withFile(part, (file) => readPiecesOf(file, part, visit));
  }
}

function withFile(part: FilePart, read: (file: number) => void): void {
  let file: number | undefined;
  try {
    file = openSync(part.path, 'r');
    read(file);
  } catch (cause) {
    if (cause instanceof PdfSourceError) throw cause;
    throw new PdfSourceError('source_missing', 'The file could not be read from disk.', cause);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readPiecesOf(file: number, part: FilePart, visit: (piece: Uint8Array) => void): void {
  const size = sizeOf(part, fstatSync(file).size);
  if (part.sealedWith) {
    openEach(file, part, { dataKey: part.sealedWith, size }, visit);
    return;
  }
  const piece = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const read = piece.subarray(0, Math.min(CHUNK_BYTES, size - at));
    readWhole(file, read, at);
    visit(read);
  }
}

const damaged = (blob: StoredFile | undefined, cause?: unknown) =>
  new PdfSourceError('source_damaged', `The file ${blob?.key ?? ''} differs from the stored data.`, cause);

/** Returns the size of the plaintext of a part that has `stored` bytes on disk. */
function sizeOf({ blob, sealedWith, isDamaged }: FilePart, stored: number): number {
  const size = sealedWith ? plainSize(stored) : stored;
  if (blob && blob.size !== size) throw damaged(blob);
  if (sealedWith && !isDamaged && sealedSize(size) !== stored) throw damaged(blob);
  return size;
}

function readFile(file: number, part: FilePart, target: Uint8Array): void {
  if (part.sealedWith) return readSealed(file, part, part.sealedWith, target);
  readWhole(file, target, 0);
  if (part.blob && sha256Hex(target) !== part.blob.sha256) throw damaged(part.blob);
}

/** Reads an encrypted file chunk by chunk, so that the file is never in memory twice. */
function readSealed(file: number, part: FilePart, dataKey: DataKey, target: Uint8Array): void {
  openEach(file, part, { dataKey, size: target.length }, (piece, at) => target.set(piece, at));
}

/**
 * Opens an encrypted file chunk by chunk. Each chunk is authenticated separately, so no hash of the whole file is
 * needed.
 */
function openEach(
  file: number,
  { blob, isDamaged = false }: FilePart,
  { dataKey, size }: { dataKey: DataKey; size: number },
  visit: (piece: Uint8Array, at: number) => void,
): void {
  const key = secretKey(dataKey);
  const chunk = Buffer.allocUnsafe(placeOf(0, 2 * CHUNK_BYTES).length);
  try {
    if (!isDamaged) {
      readWhole(file, chunk.subarray(0, HEADER_BYTES), 0);
      checkHeader(chunk.subarray(0, HEADER_BYTES));
    }
    for (let index = 0, at = 0; at < size; index += 1, at += CHUNK_BYTES) {
      const { start, length, isLast } = placeOf(index, size);
      const sealed = chunk.subarray(0, length);
      readWhole(file, sealed, start);
      visit((isDamaged ? openChunkUnchecked : openChunk)(key, { index, isLast }, sealed), at);
      passedThrough(length);
    }
  } catch (error) {
    throw error instanceof SealError ? damaged(blob, error) : error;
  }
}

function readWhole(file: number, target: Uint8Array, from: number): void {
  let done = 0;
  while (done < target.length) {
    const count = readSync(file, target, done, target.length - done, from + done);
    if (count === 0) throw new Error('The file was truncated while it was being read.');
    done += count;
  }
}
