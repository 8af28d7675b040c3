import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { passedThrough } from '../../optimizations/buffer-collection.ts';
import { BlobError, piecesOf } from '../../ports/blob-store.ts';
import type { BlobInfo, BlobSource, StageOptions } from '../../ports/blob-store.ts';

/** The number of bytes per write, because network data arrives in much smaller pieces. */
const WRITTEN_BYTES = 256 * 1024;

export type Digest = { update(chunk: Uint8Array): unknown };

/**
 * Writes `source` to the new file `file`, and hashes the bytes on the way. The file is on disk when this resolves.
 * While pieces are written, the next pieces are requested, hashed and encrypted, so at most two writes of
 * `WRITTEN_BYTES` are in memory, regardless of the file size. On any error, the file is removed.
 *
 * @throws BlobError `too_large`, and any error of the source.
 */
export async function stageFile(
  file: string,
  source: BlobSource,
  options: StageOptions,
  besides?: Digest,
): Promise<BlobInfo> {
  const limit = options.maxBytes ?? Number.POSITIVE_INFINITY;
  const whole = options.hash ?? createHash('sha256');
  let size = 0;
  let writing: Promise<void> = Promise.resolve();
  let pieces: Uint8Array[] = [];
  let gathered = 0;
  const handle = await open(file, 'wx', 0o600);
  const write = async (): Promise<void> => {
    await writing;
    passedThrough(gathered);
    writing = writeAll(handle, pieces, gathered);
    // The error surfaces where the promise is awaited.
    writing.catch(() => undefined);
    pieces = [];
    gathered = 0;
  };
  try {
    for await (const piece of piecesOf(source)) {
      size += piece.byteLength;
      if (size > limit) throw new BlobError('too_large', `More than ${limit} bytes`);
      whole.update(piece);
      besides?.update(piece);
      pieces.push(piece);
      gathered += piece.byteLength;
      if (gathered >= WRITTEN_BYTES) await write();
    }
    await write();
    await writing;
    // The bytes must be on disk before a name points to them. Otherwise, a power cut could leave a name that points to
    // an empty file.
    await handle.sync();
    await handle.close();
    return { size, sha256: whole.digest().toString('hex') };
  } catch (error) {
    await writing.catch(() => undefined);
    await handle.close().catch(() => undefined);
    await rm(file, { force: true });
    throw error;
  }
}

async function writeAll(handle: FileHandle, pieces: Uint8Array[], length: number): Promise<void> {
  const { bytesWritten } = await handle.writev(pieces);
  // A short write means that the disk is full or that the file is too large. The next write fails with the exact error.
  if (bytesWritten < length) await handle.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
}
