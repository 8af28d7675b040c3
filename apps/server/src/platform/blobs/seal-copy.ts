/**
 * Creates an encrypted copy of a plain file under a new name. The copy is compared with the original before it is used
 * (ADR 67).
 */
import { type DataKey } from '../crypto/sealed-file.ts';
import { sha256Stream } from '../crypto/tokens.ts';
import { failpoint } from '../failpoints.ts';
import { BlobError, type BlobStore, CHUNK_BYTES } from '../ports/blob-store.ts';
import { type BlobFault, Fault, openedChunks } from './chunks.ts';
import { stage } from './stage.ts';

type Bytes = AsyncIterable<Uint8Array>;
/** `from` and `to` are blob names in the store. `size` and `sha256` describe the plain file that is expected. */
export type Copying = { from: string; to: string; size: number; sha256: string };

type Copied = { dataKey: DataKey } | { fault: BlobFault };

/** @returns the key of the copy, or the fault of the plain file, in which case there is no copy */
export async function sealCopy(store: BlobStore, copying: Copying, pace: (bytes: Bytes) => Bytes): Promise<Copied> {
  const copied = await copyOnce(store, copying, pace);
  // Wrong bytes may be caused by a network error, so a second read must confirm the fault.
  return 'fault' in copied ? copyOnce(store, copying, pace) : copied;
}

async function copyOnce(
  store: BlobStore,
  { from, to, size, sha256 }: Copying,
  pace: (bytes: Bytes) => Bytes,
): Promise<Copied> {
  try {
    const { blob, dataKey, ...found } = await stage(store, pace(store.stream(from)), {}, true);
    try {
      if (found.size !== size) return { fault: 'size' };
      if (found.sha256 !== sha256 || !dataKey) return { fault: 'content' };
      failpoint('encryption.staged');
      await blob.commit(to);
    } finally {
      await blob.discard();
    }
    await compare(store, { name: to, size }, dataKey, sha256);
    return { dataKey };
  } catch (error) {
    if (error instanceof BlobError && error.code === 'not_found') return { fault: 'missing' };
    throw error;
  }
}

async function compare(
  store: BlobStore,
  file: { name: string; size: number },
  dataKey: DataKey,
  sha256: string,
): Promise<void> {
  const last = Math.max(0, Math.ceil(file.size / CHUNK_BYTES) - 1);
  const whole = sha256Stream();
  try {
    for await (const bytes of openedChunks(store, file, dataKey, { first: 0, last })) whole.update(bytes);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
  if (whole.hex() === sha256) return;
  await store.delete(file.name);
  throw new Error(`the encrypted copy ${file.name} differs from the original and was removed`);
}
