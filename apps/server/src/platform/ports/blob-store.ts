import type { Readable } from 'node:stream';

/**
 * What went wrong with a blob. `corrupt`: the bytes are not the ones that were stored. `unavailable`: a store elsewhere does not
 * answer, refuses us or is full, which passes without a change of ours (`outageOf`).
 */
export type BlobErrorCode = 'bad_key' | 'corrupt' | 'exists' | 'not_found' | 'too_large' | 'unavailable';

export class BlobError extends Error {
  readonly code: BlobErrorCode;

  constructor(code: BlobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobError';
    this.code = code;
  }
}

/** Bytes of a chunk that is checked by itself: the unit of a ranged read, wherever the blob is kept. */
export const CHUNK_BYTES = 64 * 1024;

export type BlobSource = AsyncIterable<Uint8Array> | Uint8Array;

/** A large array goes through in pieces, so that hashing it does not hold up everything else in the process. */
const PIECE_BYTES = 1024 * 1024;

/** The source in pieces of at most a mebibyte. */
export async function* piecesOf(source: BlobSource): AsyncGenerator<Uint8Array> {
  const chunks = source instanceof Uint8Array ? [source] : source;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

export interface BlobInfo {
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

export interface StageOptions {
  /** Bytes; reading on stops with the first one beyond, and the error is `too_large`. */
  maxBytes?: number;
  /** Takes the place of a SHA-256 of the store's own: it gets every byte in order, and the blob's hash is what it says. */
  hash?: { update(chunk: Uint8Array): unknown; digest(): Buffer };
}

/** For `StageOptions.hash` where nobody asks for the hash of what is stored; the blob's is empty then. */
export const UNHASHED = { update: () => undefined, digest: () => Buffer.alloc(0) } as const;

/** A blob that is stored safely but has no name yet: its bytes are judged first, then it is committed or discarded. */
export interface StagedBlob extends BlobInfo {
  /** A local file with the bytes, to read only, until commit or discard. */
  readonly path: string;
  /** Gives it its name. @throws BlobError `exists` | `bad_key`; it then stays staged. */
  commit: (key: string) => Promise<void>;
  /** Removes it; nothing happens once it is committed or discarded. */
  discard: () => Promise<void>;
}

/** First and last byte, both included, as in an HTTP Range (RFC 9110 §14.1.2). What lies beyond the end is left out. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file on this machine with a blob's bytes, to read only until it is released. Releasing it twice is no harm. */
export interface LocalFile {
  readonly path: string;
  release: () => void;
}

/** Bytes where blobs are kept. */
export interface Space {
  freeBytes: number;
  totalBytes: number;
}

/**
 * Keeps immutable byte strings under `<tenantId>/<blobId>`. A key is written
 * once and whole: what is acknowledged survives a power cut, and nobody ever
 * sees a part of a blob. Every method rejects a malformed key with `bad_key`.
 */
export interface BlobStore {
  /** Stores a blob. @throws BlobError `exists` | `too_large`; an error of the source passes through, nothing is stored. */
  put: (key: string, source: BlobSource, options?: { maxBytes?: number }) => Promise<BlobInfo>;
  /** Takes the bytes in before their key or acceptance is decided. @throws BlobError `too_large` */
  stage: (source: BlobSource, options?: StageOptions) => Promise<StagedBlob>;
  /** The whole blob; compared with `sha256` where given. @throws BlobError `not_found` | `corrupt` */
  get: (key: string, options?: { sha256?: string }) => Promise<Buffer>;
  /** Its bytes as they are read, in chunks of at most 256 KiB. The stream fails with BlobError `not_found`. */
  stream: (key: string, range?: ByteRange) => Readable;
  /** Bytes. @throws BlobError `not_found` */
  size: (key: string) => Promise<number>;
  /** Removes a blob; one that is absent is removed already. */
  delete: (key: string) => Promise<void>;
  /** A file with the blob: its own, or one that it is copied to. Whoever reads it compares size and SHA-256. @throws BlobError `not_found` */
  localFile: (key: string) => Promise<LocalFile>;
  /** Every key there is. */
  keys: () => AsyncIterable<string>;
  /** When it was last written to. @throws BlobError `not_found` */
  modifiedAt: (key: string) => Promise<Date>;
  /** Removes what crashed processes left half-written. Answers how many. */
  sweep: () => Promise<number>;
  /** How much room there is, where that has an end and is known. */
  space?: () => Promise<Space | undefined>;
}

/** No dot and one slash: no key can leave the store's folder or meet a file of the store's own. */
const KEY = /^[a-z]{3}_[0-9a-z]{26}\/[a-z0-9_]{1,64}$/;

/** In place of a tenant: what is written to find out whether files can be. No organization is called so. */
export const TRIALS = `hlt_${'0'.repeat(26)}`;

export const isKey = (key: string): boolean => KEY.test(key);

/** @throws BlobError `bad_key` */
export function splitKey(key: string): { tenant: string; blob: string } {
  const [tenant, blob] = key.split('/');
  if (!isKey(key) || tenant === undefined || blob === undefined)
    throw new BlobError('bad_key', `Not a blob key: ${JSON.stringify(key.slice(0, 120))}`);
  return { tenant, blob };
}

/** `BlobStore.put` of a store that stages. */
export function putStaged(stage: BlobStore['stage']): BlobStore['put'] {
  return async (key, source, options) => {
    splitKey(key);
    const blob = await stage(source, options);
    try {
      await blob.commit(key);
    } finally {
      await blob.discard();
    }
    return { size: blob.size, sha256: blob.sha256 };
  };
}
