import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { sha256Hex } from '../crypto/tokens.ts';
import type { LocalFile } from '../ports/blob-store.ts';

/** A PDF as it is kept: the upload in the blob store, then revision tails from the database, joined in this order. */
export interface PdfSource {
  readonly parts: readonly PdfPart[];
}

/** What is in the blob store may have to be brought to this machine first: the pool asks for it, and gives it back after the task. */
export type PdfPart = LocalPart | { readonly open: () => Promise<LocalFile>; readonly blob?: StoredFile };

/** A file from the blob store comes with what it has to be: it is compared where it is read, so that nobody reads it twice. */
export type StoredFile = { readonly key: string; readonly size: number; readonly sha256: string };
export type LocalPart = { readonly path: string; readonly blob?: StoredFile } | { readonly bytes: Uint8Array };

/** The same with its files on this machine, as the worker gets it: the server's own thread never holds a whole file. */
export interface LocalSource {
  readonly parts: readonly LocalPart[];
}

/** Does the work with every file of the source on this machine; afterwards they may be removed. */
export async function withLocalFiles<Result>(
  { parts }: PdfSource,
  work: (source: LocalSource) => Promise<Result>,
): Promise<Result> {
  const opened: LocalFile[] = [];
  try {
    const local: LocalPart[] = [];
    for (const part of parts) {
      if (!('open' in part)) local.push(part);
      else {
        const file = await part.open();
        opened.push(file);
        local.push({ path: file.path, ...(part.blob && { blob: part.blob }) });
      }
    }
    return await work({ parts: local });
  } finally {
    for (const file of opened) file.release();
  }
}

/** Far above the upload limit plus every revision a document can get. */
const MAX_SOURCE_BYTES = 160 * 2 ** 20;

/** Why a source could not be read at all; not a judgement on its content. */
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
 * Joins a source into one Buffer that stays good until the next call in this thread: one task at a time reads one source, and
 * using the block again spares a worker from holding several 50 MB files that wait for garbage collection.
 *
 * Blocking on purpose: it runs in a worker that does nothing else meanwhile.
 * Throws PdfSourceError when a file is missing or not the one that was stored, or the whole is too large.
 */
export function readSource(source: LocalSource): Buffer {
  const files: number[] = [];
  try {
    const parts = source.parts.map((part) => {
      if ('bytes' in part) return { size: part.bytes.length, bytes: part.bytes };
      const file = openSync(part.path, 'r');
      files.push(file);
      const { size } = fstatSync(file);
      if (part.blob && part.blob.size !== size) throw damaged(part.blob);
      return { size, file, blob: part.blob };
    });
    const total = parts.reduce((sum, part) => sum + part.size, 0);
    if (total > MAX_SOURCE_BYTES) throw new PdfSourceError('source_too_large', `The file has ${total} bytes.`);
    if (scratch.length < total) scratch = Buffer.allocUnsafeSlow(total);
    const block = scratch.subarray(0, total);
    let at = 0;
    for (const part of parts) {
      if ('bytes' in part) block.set(part.bytes, at);
      else {
        const target = block.subarray(at, at + part.size);
        readWhole(part.file, target);
        if (part.blob && sha256Hex(target) !== part.blob.sha256) throw damaged(part.blob);
      }
      at += part.size;
    }
    return block;
  } catch (cause) {
    if (cause instanceof PdfSourceError) throw cause;
    throw new PdfSourceError('source_missing', 'The file could not be read from disk.', cause);
  } finally {
    for (const file of files) closeSync(file);
  }
}

const damaged = ({ key }: StoredFile) =>
  new PdfSourceError('source_damaged', `The file ${key} is not what was stored.`);

function readWhole(file: number, target: Uint8Array): void {
  let done = 0;
  while (done < target.length) {
    const count = readSync(file, target, done, target.length - done, done);
    if (count === 0) throw new Error('The file became shorter while it was read.');
    done += count;
  }
}
