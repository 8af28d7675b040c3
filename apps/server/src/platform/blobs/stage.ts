/**
 * Stages bytes before they are checked: hashes the plaintext, and encrypts it before it reaches a disk (ADR 67).
 */
import { ChunkHasher } from '../crypto/chunk-hashes.ts';
import { type DataKey, FileSealer, newDataKey } from '../crypto/sealed-file.ts';
import { sha256Stream } from '../crypto/tokens.ts';
import {
  BlobError,
  type BlobInfo,
  type BlobSource,
  type BlobStore,
  type StagedBlob,
  piecesOf,
  UNHASHED,
} from '../ports/blob-store.ts';
import type { PdfPart } from '../pdf/index.ts';
import { passedThrough } from '../optimizations/buffer-collection.ts';

export interface StageOptions {
  /** The size limit in bytes. Reading stops at the first byte beyond it with the error `too_large`. */
  maxBytes?: number;
  /** An additional hash that receives every byte, in order. */
  hash?: { update(chunk: Uint8Array): unknown };
}

export type Staged = BlobInfo & {
  blob: StagedBlob;
  /** The first bytes, which identify the format. */
  head: Buffer;
  dataKey: DataKey | undefined;
  /** SHA-256 of each chunk of a file that is not encrypted. */
  chunkHashes: Buffer | null;
  part: PdfPart;
};

const HEAD_BYTES = 1024;

/** @throws BlobError `too_large`, and any error of the source */
export async function stage(
  store: BlobStore,
  source: BlobSource,
  { maxBytes = Number.POSITIVE_INFINITY, hash }: StageOptions,
  isSealing: boolean,
): Promise<Staged> {
  const dataKey = isSealing ? newDataKey() : undefined;
  const sealer = dataKey && new FileSealer(dataKey);
  const whole = sha256Stream();
  const chunks = new ChunkHasher();
  const head: Uint8Array[] = [];
  let size = 0;
  async function* written(): AsyncGenerator<Uint8Array> {
    for await (const piece of piecesOf(source)) {
      if (size < HEAD_BYTES) head.push(Buffer.from(piece.subarray(0, HEAD_BYTES - size)));
      size += piece.length;
      if (size > maxBytes) throw new BlobError('too_large', `More than ${maxBytes} bytes`);
      whole.update(piece);
      hash?.update(piece);
      if (sealer) {
        yield* sealer.update(piece);
        // Only the encrypted bytes are written, so the memory of the plaintext can be freed.
        passedThrough(piece.length);
      } else {
        chunks.update(piece);
        yield piece;
      }
    }
    if (sealer) yield* sealer.final();
  }
  // Only the hash of the plaintext is needed, and it was computed above, so the store does not hash the bytes.
  const blob = await store.stage(written(), { hash: UNHASHED });
  return {
    blob,
    size,
    sha256: whole.hex(),
    head: Buffer.concat(head),
    dataKey,
    chunkHashes: sealer ? null : chunks.digest(),
    part: { path: blob.path, ...(dataKey && { sealedWith: dataKey }) },
  };
}
