import type { Readable } from 'node:stream';

/**
 * The error of a blob operation. `corrupt` means that the bytes differ from the stored bytes. `unavailable` means that
 * an external store does not respond, refuses access or is full, which is temporary (`outageOf`).
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

/**
 * The size of the chunks into which a blob is divided. Each chunk is verified separately, and a ranged read gets whole
 * chunks, wherever the blob is stored.
 */
export const CHUNK_BYTES = 64 * 1024;

export type BlobSource = AsyncIterable<Uint8Array> | Uint8Array;

/** The size of a piece. A large array is processed in pieces, so that hashing it does not block the process. */
const PIECE_BYTES = 1024 * 1024;

export async function* piecesOf(source: BlobSource): AsyncGenerator<Uint8Array> {
  const chunks = source instanceof Uint8Array ? [source] : source;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

export interface BlobInfo {
  size: number;
  /** The SHA-256 hash in lower-case hexadecimal. */
  sha256: string;
}

export interface StageOptions {
  /** The size limit in bytes. Reading stops at the first byte beyond the limit with the error `too_large`. */
  maxBytes?: number;
  /** Replaces the store's own SHA-256. It gets every byte in order, and its result is the blob's hash. */
  hash?: { update(chunk: Uint8Array): unknown; digest(): Buffer };
}

/** A value for `StageOptions.hash` if the hash of the stored bytes is not needed. The blob's hash is then empty. */
export const UNHASHED = { update: () => undefined, digest: () => Buffer.alloc(0) } as const;

/**
 * A blob that is stored safely but has no name yet. Its bytes are inspected before it is committed or discarded.
 */
export interface StagedBlob extends BlobInfo {
  /** A local, read-only file with the bytes. It exists until commit or discard. */
  readonly path: string;
  /** Gives the blob its name. @throws BlobError `exists` | `bad_key`, in which case it stays staged */
  commit: (key: string) => Promise<void>;
  /** Removes the blob. Has no effect after it was committed or discarded. */
  discard: () => Promise<void>;
}

/**
 * The first and last byte, both inclusive, as in an HTTP Range (RFC 9110 §14.1.2). Bytes beyond the end are omitted.
 */
export interface ByteRange {
  start: number;
  end: number;
}

export interface LocalFileOptions {
  /** If true, the local copy from an earlier read is not used. */
  isFresh?: boolean;
}

/** A read-only file on this machine with a blob's bytes, until it is released. A second release has no effect. */
export interface LocalFile {
  readonly path: string;
  release: () => void;
}

/** Free space of the blob store in bytes. */
export interface Space {
  freeBytes: number;
  totalBytes: number;
}

/**
 * Stores immutable byte strings under `<tenantId>/<blobId>`. A key is written once and as a whole. An acknowledged blob
 * survives a power cut, and a partial blob is never visible. Every method rejects a malformed key with `bad_key`.
 */
export interface BlobStore {
  /**
   * Stores a blob. @throws BlobError `exists` | `too_large`; an error of the source is passed on, and nothing is stored
   */
  put: (key: string, source: BlobSource, options?: { maxBytes?: number }) => Promise<BlobInfo>;
  /**
   * Stages the bytes before the caller decides whether to accept them, and under which key.
   * @throws BlobError `too_large`
   */
  stage: (source: BlobSource, options?: StageOptions) => Promise<StagedBlob>;
  /** Returns the whole blob, compared with `sha256` if given. @throws BlobError `not_found` | `corrupt` */
  get: (key: string, options?: { sha256?: string }) => Promise<Buffer>;
  /**
   * Yields the blob's bytes as they are read, in chunks of at most 256 KiB. For a missing blob, the stream fails with
   * BlobError `not_found`.
   */
  stream: (key: string, range?: ByteRange) => Readable;
  /** Returns the size in bytes. @throws BlobError `not_found` */
  size: (key: string) => Promise<number>;
  /** Removes a blob. A missing blob counts as removed. */
  delete: (key: string) => Promise<void>;
  /** Returns a local file with the blob's bytes. @throws BlobError `not_found` */
  localFile: (key: string, options?: LocalFileOptions) => Promise<LocalFile>;
  keys: () => AsyncIterable<string>;
  /** Returns when the blob was last written to. @throws BlobError `not_found` */
  modifiedAt: (key: string) => Promise<Date>;
  /** Removes partial files of crashed processes. Returns their number. */
  sweep: () => Promise<number>;
  /** Returns the free space, if it is limited and known. */
  space?: () => Promise<Space | undefined>;
}

/** A key contains one slash and no dot, so it cannot leave the store's folder or match one of the store's own files. */
const KEY = /^[a-z]{3}_[0-9a-z]{26}\/[a-z0-9_]{1,64}$/;

/**
 * A placeholder for the tenant's ID in the keys of test files, which show whether files can be written. No organization
 * has this ID.
 */
export const TRIALS = `hlt_${'0'.repeat(26)}`;

export const isKey = (key: string): boolean => KEY.test(key);

/** @throws BlobError `bad_key` */
export function splitKey(key: string): { tenant: string; blob: string } {
  const [tenant, blob] = key.split('/');
  if (!isKey(key) || tenant === undefined || blob === undefined)
    throw new BlobError('bad_key', `Not a blob key: ${JSON.stringify(key.slice(0, 120))}`);
  return { tenant, blob };
}

/** Implements `BlobStore.put` for a store that supports staging. */
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
