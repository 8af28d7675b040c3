/** Reads bytes of a blob from the chunks that contain them. Each chunk is checked before it is passed on. */
import { matchesChunks } from '../crypto/chunk-hashes.ts';
import { SealError } from '../crypto/seal.ts';
import { secretKey } from '../crypto/tokens.ts';
import { type DataKey, openChunk, placeOf, SEALED_CHUNK_BYTES } from '../crypto/sealed-file.ts';
import { type BlobStore, CHUNK_BYTES } from '../ports/blob-store.ts';

export type BlobFault = 'missing' | 'size' | 'content';

/** A fault that was found in a file. The caller decides who is notified. */
export class Fault extends Error {
  readonly fault: BlobFault;

  constructor(fault: BlobFault, cause?: unknown) {
    super(`a file is damaged: ${fault}`, { cause });
    this.fault = fault;
  }
}

type Bytes = { name: string; size: number };
type Chunks = { first: number; last: number };

/** Yields chunks. Throws Fault before a chunk that does not match its hash. */
export async function* hashedChunks(
  store: BlobStore,
  { name, size }: Bytes,
  hashes: Buffer,
  { first, last }: Chunks,
): AsyncGenerator<Uint8Array> {
  const whole = { start: first * CHUNK_BYTES, end: Math.min((last + 1) * CHUNK_BYTES, size) - 1 };
  let chunk = first;
  for await (const bytes of wholeChunks(store.stream(name, whole), CHUNK_BYTES)) {
    if (!matchesChunks(bytes, hashes, chunk)) throw new Fault('content');
    yield bytes;
    chunk += Math.ceil(bytes.length / CHUNK_BYTES);
  }
}

/** Yields decrypted chunks. Throws Fault before a chunk that cannot be decrypted. */
export async function* openedChunks(
  store: BlobStore,
  { name, size }: Bytes,
  dataKey: DataKey,
  { first, last }: Chunks,
): AsyncGenerator<Uint8Array> {
  const key = secretKey(dataKey);
  const { start } = placeOf(first, size);
  const { start: lastStart, length } = placeOf(last, size);
  let index = first;
  for await (const bytes of wholeChunks(
    store.stream(name, { start, end: lastStart + length - 1 }),
    SEALED_CHUNK_BYTES,
  )) {
    for (let at = 0; at < bytes.length; at += SEALED_CHUNK_BYTES, index += 1) {
      const { isLast } = placeOf(index, size);
      try {
        yield openChunk(key, { index, isLast }, bytes.subarray(at, at + SEALED_CHUNK_BYTES));
      } catch (error) {
        throw error instanceof SealError ? new Fault('content', error) : error;
      }
    }
  }
}

/**
 * Rearranges the bytes into pieces that end at chunk boundaries. If a read ends elsewhere, the remainder waits for the
 * next read.
 */
async function* wholeChunks(source: AsyncIterable<Uint8Array>, chunkBytes: number): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of source) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const full = bytes.length - (bytes.length % chunkBytes);
    if (full > 0) yield bytes.subarray(0, full);
    rest = bytes.subarray(full);
  }
  if (rest.length > 0) yield rest;
}
