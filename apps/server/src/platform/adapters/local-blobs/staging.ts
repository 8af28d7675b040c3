import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { passedThrough } from '../../blobs/young-garbage.ts';
import { BlobError } from '../../ports/blob-store.ts';
import type { BlobInfo, BlobSource, StageOptions } from '../../ports/blob-store.ts';

/** A large array goes through in pieces, so that hashing it does not hold up everything else in the process. */
const PIECE = 1024 * 1024;

/** What else is to be computed of the bytes on their way. */
export type Digest = { update(chunk: Uint8Array): unknown };

/**
 * Writes `source` to the new file `file`, on disk when this resolves, and hashes it on the way. While one chunk is written the next is
 * asked for, which is when it is hashed and encrypted, so memory stays at two or three whatever the size. On any error the file is gone
 * again.
 *
 * @throws BlobError `too_large`, and whatever the source throws.
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
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of pieces(source)) {
      size += chunk.byteLength;
      if (size > limit) throw new BlobError('too_large', `More than ${limit} bytes`);
      whole.update(chunk);
      besides?.update(chunk);
      await writing;
      passedThrough(chunk.byteLength);
      writing = handle.writeFile(chunk);
      // Its error is met where it is waited for.
      writing.catch(() => undefined);
    }
    await writing;
    // The bytes have to be on disk before a name points to them, or a power cut leaves the name of an empty file.
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

async function* pieces(source: BlobSource): AsyncGenerator<Uint8Array> {
  const chunks = source instanceof Uint8Array ? [source] : source;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}
