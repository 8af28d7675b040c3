/**
 * The format of an encrypted file (ADR 67): a header of 16 bytes, then chunks of 64 KiB of plaintext, each sealed
 * separately with AES-256-GCM (NIST SP 800-38D, RFC 5116 §5.2) and followed by its tag of 16 bytes. An empty file is
 * one empty chunk.
 *
 * The chunks are chained as in STREAM (Hoang, Reyhanitabar, Rogaway, Vizár, "Online Authenticated-Encryption and its
 * Nonce-Reuse Misuse-Resistance", CRYPTO 2015): the nonce is seven zero bytes, the chunk's number (4 bytes) and whether
 * it is the last (1 byte). Chunks that are omitted, swapped, repeated or appended therefore do not open. A key seals
 * only one file, so no nonce is used twice (SP 800-38D §8.2.1), and a chunk of another file never opens. The header is
 * associated data of each chunk. The wrapping of the key binds it to its file and to the file's length
 * (platform/blobs/blob-keys.ts).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CHUNK_BYTES } from '../ports/blob-store.ts';
import { SealError } from './seal.ts';
import { type SecretKey, secretKey } from './tokens.ts';

/** The key of one file, 32 bytes. */
export type DataKey = Uint8Array;

export const newDataKey = (): DataKey => randomBytes(32);

export const HEADER_BYTES = 16;
const TAG_BYTES = 16;
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
/** The magic number, version 1, the binary logarithm of the chunk size (16), and zeros. */
const HEADER = Buffer.concat([Buffer.from('CSBLOB'), Buffer.from([1, 16]), Buffer.alloc(8)]);

const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK_BYTES));

export const sealedSize = (size: number): number => HEADER_BYTES + size + TAG_BYTES * chunksOf(size);

/**
 * Returns the plaintext size of an encrypted file of `sealed` bytes, if it is complete. Returns 0 for a file that is
 * too short.
 */
export function plainSize(sealed: number): number {
  const chunks = Math.ceil((sealed - HEADER_BYTES) / SEALED_CHUNK_BYTES);
  return Math.max(0, sealed - HEADER_BYTES - TAG_BYTES * chunks);
}

/** Returns the position of chunk `index` in a file with `size` bytes of plaintext. */
export function placeOf(index: number, size: number): { start: number; length: number; isLast: boolean } {
  const isLast = index === chunksOf(size) - 1;
  const length = (isLast ? size - index * CHUNK_BYTES : CHUNK_BYTES) + TAG_BYTES;
  return { start: HEADER_BYTES + index * SEALED_CHUNK_BYTES, length, isLast };
}

/** Throws SealError for the header of any other file format. */
export function checkHeader(header: Uint8Array): void {
  if (!HEADER.equals(header)) throw new SealError('this file was not encrypted by this installation');
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function sealChunk(key: SecretKey, { index, isLast }: { index: number; isLast: boolean }, bytes: Uint8Array): Buffer[] {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
  cipher.setAAD(HEADER);
  const sealed = cipher.update(bytes);
  // In GCM, `final` returns no data, but the tag is available only after this call.
  cipher.final();
  return [sealed, cipher.getAuthTag()];
}

/**
 * Decrypts a chunk with its tag. Callers that open many chunks should create a `secretKey` of the file's key, which
 * saves most of the overhead per chunk. Throws SealError for a chunk that was not sealed with this key, number and
 * last-chunk flag.
 */
export function openChunk(
  key: SecretKey,
  { index, isLast }: { index: number; isLast: boolean },
  sealed: Uint8Array,
): Buffer {
  if (sealed.length < TAG_BYTES) throw new SealError(`chunk ${index} of an encrypted file is incomplete`);
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
  decipher.setAAD(HEADER);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const bytes = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch (cause) {
    throw new SealError(`chunk ${index} of an encrypted file was changed`, { cause });
  }
  return bytes;
}

/** Decrypts a chunk without authentication. Use only to inspect damage. */
export function openChunkUnchecked(
  key: SecretKey,
  { index, isLast }: { index: number; isLast: boolean },
  sealed: Uint8Array,
): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
  decipher.setAAD(HEADER);
  return decipher.update(sealed.subarray(0, -TAG_BYTES));
}

/**
 * Seals one file whose bytes arrive in pieces of any size. The output pieces are not joined, because a writer can write
 * many pieces at once.
 */
export class FileSealer {
  readonly #key: SecretKey;
  /** A chunk is held back until it is known whether more data follows. */
  readonly #chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #filled = 0;
  #index = 0;
  #written: Buffer[] = [HEADER];

  /** @param key a key that encrypts no other file */
  constructor(key: DataKey) {
    this.#key = secretKey(key);
  }

  /** Returns the output that can be written so far, which may be empty. */
  update(bytes: Uint8Array): readonly Buffer[] {
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(bytes.length, CHUNK_BYTES - this.#filled);
      this.#chunk.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (at < bytes.length) {
        this.#seal(this.#chunk, false);
        this.#filled = 0;
      }
    }
    for (; bytes.length - at > CHUNK_BYTES; at += CHUNK_BYTES) this.#seal(bytes.subarray(at, at + CHUNK_BYTES), false);
    if (at < bytes.length) {
      this.#chunk.set(bytes.subarray(at), 0);
      this.#filled = bytes.length - at;
    }
    return this.#take();
  }

  final(): readonly Buffer[] {
    this.#seal(this.#chunk.subarray(0, this.#filled), true);
    return this.#take();
  }

  #seal(bytes: Uint8Array, isLast: boolean): void {
    this.#written.push(...sealChunk(this.#key, { index: this.#index, isLast }, bytes));
    this.#index += 1;
  }

  #take(): readonly Buffer[] {
    const taken = this.#written;
    this.#written = [];
    return taken;
  }
}
