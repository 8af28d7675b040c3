/**
 * The only way to read blobs. A reader gets the bytes that were originally stored, or an error (ADR 43). Files are
 * encrypted (ADR 67). Size and presence are checked before the first byte, and each chunk before it is passed on. Wrong
 * bytes may be caused by a network error, so they are read again. If they are still wrong, the reader gets
 * FILE_DAMAGED, and `onDamage` is called.
 */
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { hashWhole } from '../crypto/chunk-hashes.ts';
import { SealError } from '../crypto/seal.ts';
import { type DataKey, sealedSize } from '../crypto/sealed-file.ts';
import { sha256Stream } from '../crypto/tokens.ts';
import type { Tx } from '../db/transaction.ts';
import { AppError } from '../errors.ts';
import type { PdfPart } from '../pdf/index.ts';
import {
  BlobError,
  type BlobInfo,
  type BlobSource,
  type BlobStore,
  type ByteRange,
  CHUNK_BYTES,
  splitKey,
} from '../ports/blob-store.ts';
import type { FileKeys, NamedBlob, WrapFor, Wrapping } from './blob-keys.ts';
import { type BlobFault, Fault, hashedChunks, openedChunks } from './chunks.ts';
import { stage, type StageOptions } from './stage.ts';
import { passedThrough } from '../optimizations/buffer-collection.ts';

export type BlobRecord = {
  size: number;
  sha256: string;
  /** Null if the blob is encrypted, or was stored before chunk hashes were kept. */
  chunkHashes: Buffer | null;
  /** The blob's name in the store, if the name differs from its ID. */
  file: string | null;
  /** Any wrapping of the blob's key. Null if the blob is not encrypted, and undefined if its wrappings are lost. */
  wrapping: Wrapping | null | undefined;
};

export interface BlobRecords {
  find: (key: string) => Promise<BlobRecord | undefined>;
  /** Saves the chunk hashes of a blob that was read completely and matches its record. */
  learn: (key: string, chunkHashes: Buffer) => Promise<void>;
}

export type { BlobFault };
type Pace = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
export type DamageReporter = (key: string, fault: BlobFault) => void;

/** Bytes that are stored safely but have no name yet. They are checked first, then committed or discarded. */
export interface StagedFile extends BlobInfo {
  readonly part: PdfPart;
  /** The first bytes of the file, 1 KiB at most. */
  readonly head: Buffer;
  /** Gives the blob its name. @throws BlobError `exists` | `bad_key`, in which case it stays staged */
  commit: (key: string) => Promise<NamedBlob>;
  /** Removes the staged bytes. Has no effect after they were committed or discarded. */
  discard: () => Promise<void>;
}

export interface CheckedBlobs {
  /**
   * Stages the bytes in encrypted form before the caller decides whether to accept them, and under which key. @throws
   * BlobError `too_large`
   */
  stage: (source: BlobSource, options?: StageOptions) => Promise<StagedFile>;
  /** Reads the blob, checked chunk by chunk. The stream fails with FILE_DAMAGED before a damaged chunk. */
  stream: (key: string, range?: ByteRange) => Readable;
  /**
   * Returns a file together with the properties that it must have, which the PDF workers check. @throws AppError
   * FILE_DAMAGED
   */
  part: (key: string) => Promise<PdfPart>;
  /** Returns the file without checks, to inspect damage. */
  unchecked: (key: string) => Promise<PdfPart>;
  check: (key: string, pace: Pace) => Promise<BlobFault | undefined>;
  /** Prepares an additional reference to a file, in the transaction that writes the referring row. */
  share: (tx: Tx, key: string) => Promise<WrapFor>;
  /** Reports a fault that a worker found while it read the file. */
  damaged: (key: string, fault: BlobFault, cause?: unknown) => AppError;
  /** Removes a blob. A missing blob counts as removed. */
  delete: (key: string) => Promise<void>;
}

export type CheckedBlobsOptions = {
  store: BlobStore;
  records: BlobRecords;
  keys: FileKeys;
  onDamage: DamageReporter;
  isSealing: boolean;
};

/** The size limit for cached chunk hashes and keys. 4 MiB of hashes cover 8 GB. */
const REMEMBERED_BYTES = 4 * 2 ** 20;
/** The size of a cached record without its chunk hashes. */
const RECORD_BYTES = 300;
/**
 * The time for which records are cached. If another process has erased a key, it is removed from this cache after at
 * most this time.
 */
const REMEMBERED_MS = 10 * 60_000;

/** A file's record, together with its decrypted key. */
type Known = Omit<BlobRecord, 'wrapping' | 'file'> & { name: string; dataKey: DataKey | undefined };

export function checkedBlobs({ store, records, keys, onDamage, isSealing }: CheckedBlobsOptions): CheckedBlobs {
  const remembered = new LRUCache<string, Known>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ chunkHashes }) => RECORD_BYTES + (chunkHashes?.length ?? 0),
    ttl: REMEMBERED_MS,
  });

  function damaged(key: string, fault: BlobFault, cause?: unknown): AppError {
    onDamage(key, fault);
    return new AppError(
      'FILE_DAMAGED',
      {},
      { cause: new BlobError('corrupt', `The blob ${key}: ${fault}`, { cause }) },
    );
  }

  async function find(key: string): Promise<Known> {
    const { tenant: tenantId, blob: blobId } = splitKey(key);
    const record = await records.find(key);
    if (!record) throw new BlobError('not_found', `The blob ${key} does not exist`);
    const { size, sha256, chunkHashes, file, wrapping } = record;
    const name = `${tenantId}/${file ?? blobId}`;
    if (wrapping === undefined) throw new Fault('content', new SealError(`the file ${key} no longer has a key`));
    const dataKey =
      wrapping === null
        ? undefined
        : await keys.open({ tenantId, blobId, size }, wrapping).catch((error: unknown) => {
            throw error instanceof SealError ? new Fault('content', error) : error;
          });
    const known = { size, sha256, chunkHashes: dataKey ? null : chunkHashes, name, dataKey };
    remembered.set(key, known);
    return known;
  }

  /** Throws Fault if the length of the blob is wrong. */
  async function measured(known: Known): Promise<Known> {
    const size = await store.size(known.name).catch((error: unknown) => {
      throw isMissing(error) ? new Fault('missing', error) : error;
    });
    if (size !== storedSize(known)) throw new Fault('size');
    return known;
  }

  /**
   * Looks up a record. If a file does not match its cached record, the record is read again, because the file may since
   * have been encrypted under another name.
   */
  async function recordFor(key: string): Promise<Known> {
    try {
      return await measured(remembered.get(key) ?? (await find(key)));
    } catch (error) {
      if (error instanceof Fault) return measured(await find(key));
      throw error;
    }
  }

  const asDamage =
    (key: string) =>
    (error: unknown): never => {
      throw error instanceof Fault ? damaged(key, error.fault, error.cause) : error;
    };
  const recordOf = (key: string): Promise<Known> => recordFor(key).catch(asDamage(key));

  /** Returns the chunk hashes. A plain blob without chunk hashes is read completely once to compute them. */
  async function chunkHashesOf(key: string, known: Known): Promise<Buffer> {
    if (known.chunkHashes) return known.chunkHashes;
    const found = await hashWhole(store.stream(known.name));
    if (found.sha256 !== known.sha256) throw new Fault('content');
    await records.learn(key, found.chunkHashes);
    remembered.set(key, { ...known, chunkHashes: found.chunkHashes });
    return found.chunkHashes;
  }

  /** Yields chunks. Throws Fault. */
  async function* chunksOf(key: string, known: Known, first: number, last: number): AsyncGenerator<Uint8Array> {
    try {
      yield* known.dataKey
        ? openedChunks(store, known, known.dataKey, { first, last })
        : hashedChunks(store, known, await chunkHashesOf(key, known), { first, last });
    } catch (error) {
      // The file was removed after it was checked.
      throw isMissing(error) ? new Fault('missing', error) : error;
    }
  }

  async function* read(key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    let known = await recordOf(key);
    const end = Math.min(range.end, known.size - 1);
    if (end < range.start) return;
    const last = Math.floor(end / CHUNK_BYTES);
    let at = Math.floor(range.start / CHUNK_BYTES) * CHUNK_BYTES;
    let failedAt: number | undefined;
    while (at <= end) {
      try {
        for await (const bytes of chunksOf(key, known, at / CHUNK_BYTES, last)) {
          yield bytes.subarray(Math.max(range.start - at, 0), end + 1 - at);
          passedThrough(bytes.length);
          at += bytes.length;
        }
        if (at <= end) throw new Fault('size');
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        // The same chunk failed again after its record was reloaded, so it is damaged.
        if (failedAt === at) throw damaged(key, error.fault, error.cause);
        failedAt = at;
        known = await recordOf(key);
      }
    }
  }

  async function part(key: string): Promise<PdfPart> {
    const { size, sha256, name, dataKey } = await recordOf(key);
    return {
      open: (options) => store.localFile(name, options),
      blob: { key, size, sha256 },
      ...(dataKey && { sealedWith: dataKey }),
    };
  }

  async function unchecked(key: string): Promise<PdfPart> {
    const { name, dataKey } = await find(key).catch(asDamage(key));
    return {
      open: (options) => store.localFile(name, options),
      ...(dataKey && { sealedWith: dataKey, isDamaged: true }),
    };
  }

  async function check(key: string, pace: Pace): Promise<BlobFault | undefined> {
    return (await faultOf(key, pace)) && faultOf(key, pace);
  }

  async function faultOf(key: string, pace: Pace): Promise<BlobFault | undefined> {
    try {
      const known = await measured(await find(key));
      const last = Math.max(0, Math.ceil(known.size / CHUNK_BYTES) - 1);
      if (!known.dataKey) {
        const found = await hashWhole(pace(store.stream(known.name)));
        if (found.sha256 !== known.sha256) return 'content';
        await records.learn(key, found.chunkHashes);
        return undefined;
      }
      const whole = sha256Stream();
      for await (const bytes of pace(openedChunks(store, known, known.dataKey, { first: 0, last })))
        whole.update(bytes);
      return whole.hex() === known.sha256 ? undefined : 'content';
    } catch (error) {
      if (error instanceof Fault) return error.fault;
      if (isMissing(error)) return 'missing';
      throw error;
    }
  }

  return {
    stream: (key, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) =>
      Readable.from(read(key, range), { objectMode: false, highWaterMark: 4 * CHUNK_BYTES }),
    part,
    unchecked,
    check,
    damaged,
    share: (tx, key) => {
      const { tenant: tenantId, blob: blobId } = splitKey(key);
      const known = remembered.get(key);
      return keys.share(tx, { tenantId, blobId }, known?.dataKey && { dataKey: known.dataKey, size: known.size });
    },
    delete: async (key) => {
      const name = remembered.get(key)?.name ?? (await nameOf(records, key));
      await store.delete(name);
      // The plain file existed before it was encrypted, and may not have been removed yet.
      if (name !== key) await store.delete(key);
      remembered.delete(key);
    },
    stage: async (source, options = {}) => {
      const staged = await stage(store, source, options, isSealing);
      const { size, sha256, part: whole, head, blob, dataKey, chunkHashes } = staged;
      const commit = async (key: string): Promise<NamedBlob> => {
        const { tenant: tenantId, blob: blobId } = splitKey(key);
        const wrapFor = dataKey ? await keys.wrapper({ tenantId, blobId, size }, dataKey) : () => null;
        await blob.commit(key);
        // The record is cached now, because a file that was just stored is usually read next, and the transaction that
        // refers to it may still be open.
        remembered.set(key, { size, sha256, chunkHashes, name: key, dataKey });
        return { wrapFor, chunkHashes };
      };
      return { size, sha256, part: whole, head, commit, discard: blob.discard };
    },
  };
}

const isMissing = (error: unknown): boolean => error instanceof BlobError && error.code === 'not_found';

const storedSize = ({ size, dataKey }: Known): number => (dataKey ? sealedSize(size) : size);

async function nameOf(records: BlobRecords, key: string): Promise<string> {
  const record = await records.find(key);
  return record?.file ? `${splitKey(key).tenant}/${record.file}` : key;
}
