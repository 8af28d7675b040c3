/** Hashes each chunk of a byte string with SHA-256, so that one chunk can be checked without the rest (ADR 43). */
import { createHash, hash } from 'node:crypto';
import { CHUNK_BYTES } from '../ports/blob-store.ts';

const DIGEST_BYTES = 32;

export class ChunkHasher {
  readonly #digests: Buffer[] = [];
  #current = createHash('sha256');
  #filled = 0;

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + CHUNK_BYTES - this.#filled);
      this.#current.update(piece);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === CHUNK_BYTES) this.#close();
    }
  }

  /** Returns the hashes, concatenated. Empty if there are no bytes. */
  digest(): Buffer {
    if (this.#filled > 0) this.#close();
    return Buffer.concat(this.#digests);
  }

  #close(): void {
    this.#digests.push(this.#current.digest());
    this.#current = createHash('sha256');
    this.#filled = 0;
  }
}

/**
 * Returns whether `bytes`, which begin with chunk `first`, match the hashes. Only the very last chunk may be shorter.
 */
export function matchesChunks(bytes: Uint8Array, hashes: Buffer, first: number): boolean {
  for (let at = 0, n = first; at < bytes.length; at += CHUNK_BYTES, n += 1) {
    const digest = hash('sha256', bytes.subarray(at, at + CHUNK_BYTES), 'buffer');
    if (!digest.equals(hashes.subarray(n * DIGEST_BYTES, (n + 1) * DIGEST_BYTES))) return false;
  }
  return true;
}

export async function hashWhole(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ size: number; sha256: string; chunkHashes: Buffer }> {
  const [whole, chunks] = [createHash('sha256'), new ChunkHasher()];
  let size = 0;
  for await (const piece of bytes) {
    whole.update(piece);
    chunks.update(piece);
    size += piece.length;
  }
  return { size, sha256: whole.digest('hex'), chunkHashes: chunks.digest() };
}
