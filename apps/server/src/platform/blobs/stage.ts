/** Takes bytes in before they are judged: hashed as they are, and encrypted before the first of them is on a disk (ADR 67). */
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
import { passedThrough } from '../buffer-collection.ts';

export interface StageOptions {
  /** Bytes; reading on stops with the first one beyond, and the error is `too_large`. */
  maxBytes?: number;
  /** Gets every byte in order as well. */
  hash?: { update(chunk: Uint8Array): unknown };
}

export type Staged = BlobInfo & {
  blob: StagedBlob;
  /** The first bytes, by which a format is known. */
  head: Buffer;
  /** What it is encrypted with. */
  dataKey: DataKey | undefined;
  /** SHA-256 of each chunk of a file that is not encrypted. */
  chunkHashes: Buffer | null;
  part: PdfPart;
};

const HEAD_BYTES = 1024;

/** @throws BlobError `too_large`, and whatever the source throws. */
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
        // Dead as well: what is written are others.
        passedThrough(piece.length);
      } else {
        chunks.update(piece);
        yield piece;
      }
    }
    if (sealer) yield* sealer.final();
  }
  // What counts is the hash of the plaintext, which is made above.
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
