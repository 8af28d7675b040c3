/**
 * The one way to read blobs: nothing leaves here that is not what was stored (ADR 43). Size and presence are checked before the
 * first byte, and each chunk before it is passed on. Who finds a fault gets FILE_DAMAGED, and `onDamage` learns of it.
 */
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { hashWhole, matchesChunks } from '../crypto/chunk-hashes.ts';
import { AppError } from '../errors.ts';
import type { PdfPart } from '../pdf/index.ts';
import { BlobError, type BlobStore, type ByteRange, CHUNK_BYTES } from '../ports/blob-store.ts';
import { passedThrough } from './young-garbage.ts';

/** What a blob has to be like. `chunkHashes` null: stored before they were kept. */
export type BlobRecord = { size: number; sha256: string; chunkHashes: Buffer | null };

export interface BlobRecords {
  find: (key: string) => Promise<BlobRecord | undefined>;
  /** Keeps what was computed of a whole blob that matches its record. */
  learn: (key: string, chunkHashes: Buffer) => Promise<void>;
}

export type BlobFault = 'missing' | 'size' | 'content';
export type DamageReporter = (key: string, fault: BlobFault) => void;

export interface CheckedBlobs extends Pick<BlobStore, 'stage' | 'delete'> {
  /** Checked chunk by chunk. The stream fails with FILE_DAMAGED before a wrong chunk. */
  stream: (key: string, range?: ByteRange) => Readable;
  /** For the PDF workers: a file and what it has to be, which they compare. @throws AppError FILE_DAMAGED */
  part: (key: string) => Promise<PdfPart>;
  /** The file as it is now, whatever it has to be; for whoever judges what is damaged. */
  unchecked: (key: string) => PdfPart;
  /** What a worker that read a part found wrong. */
  damaged: (key: string, fault: BlobFault, cause?: unknown) => AppError;
}

/** Of chunk hashes in memory; 4 MiB are those of 8 GB. */
const REMEMBERED_BYTES = 4 * 2 ** 20;
/** What a record takes besides. */
const RECORD_BYTES = 300;

export function checkedBlobs(store: BlobStore, records: BlobRecords, onDamage: DamageReporter): CheckedBlobs {
  const remembered = new LRUCache<string, BlobRecord>({ maxSize: REMEMBERED_BYTES, sizeCalculation: sizeOf });

  function damaged(key: string, fault: BlobFault, cause?: unknown): AppError {
    onDamage(key, fault);
    return new AppError(
      'FILE_DAMAGED',
      {},
      { cause: new BlobError('corrupt', `The blob ${key}: ${fault}`, { cause }) },
    );
  }

  async function recordOf(key: string): Promise<BlobRecord> {
    const known = remembered.get(key) ?? (await records.find(key));
    if (!known) throw new BlobError('not_found', `There is no blob ${key}`);
    remembered.set(key, known);
    const size = await store.size(key).catch((error: unknown) => {
      throw isMissing(error) ? damaged(key, 'missing', error) : error;
    });
    if (size !== known.size) throw damaged(key, 'size');
    return known;
  }

  /** Also what a range of a blob without chunk hashes begins with: it is read once as a whole, and has them from then on. */
  async function chunkHashesOf(key: string, { size, sha256, chunkHashes }: BlobRecord): Promise<Buffer> {
    if (chunkHashes) return chunkHashes;
    const found = await hashWhole(store.stream(key));
    if (found.sha256 !== sha256) throw damaged(key, 'content');
    await records.learn(key, found.chunkHashes);
    remembered.set(key, { size, sha256, chunkHashes: found.chunkHashes });
    return found.chunkHashes;
  }

  async function* read(key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    const record = await recordOf(key);
    const end = Math.min(range.end, record.size - 1);
    if (end < range.start) return;
    const hashes = await chunkHashesOf(key, record);
    let chunk = Math.floor(range.start / CHUNK_BYTES);
    let at = chunk * CHUNK_BYTES;
    const whole = { start: at, end: Math.min((Math.floor(end / CHUNK_BYTES) + 1) * CHUNK_BYTES, record.size) - 1 };
    try {
      for await (const bytes of wholeChunks(store.stream(key, whole))) {
        if (!matchesChunks(bytes, hashes, chunk)) throw damaged(key, 'content');
        yield bytes.subarray(Math.max(range.start - at, 0), end + 1 - at);
        passedThrough(bytes.length);
        at += bytes.length;
        chunk += Math.ceil(bytes.length / CHUNK_BYTES);
      }
    } catch (error) {
      // Removed or cut off since it was looked at.
      throw isMissing(error) ? damaged(key, 'missing', error) : error;
    }
    if (at <= whole.end) throw damaged(key, 'size');
  }

  async function part(key: string): Promise<PdfPart> {
    const { size, sha256 } = await recordOf(key);
    return { open: () => store.localFile(key), blob: { key, size, sha256 } };
  }

  return {
    stream: (key, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) =>
      Readable.from(read(key, range), { objectMode: false, highWaterMark: 4 * CHUNK_BYTES }),
    part,
    unchecked: (key) => ({ open: () => store.localFile(key) }),
    damaged,
    delete: async (key) => {
      await store.delete(key);
      remembered.delete(key);
    },
    stage: async (source, options) => {
      const staged = await store.stage(source, options);
      const { size, sha256, chunkHashes } = staged;
      const commit = async (key: string): Promise<void> => {
        await staged.commit(key);
        // What was just stored is about to be read; a transaction that names it may still be open.
        remembered.set(key, { size, sha256, chunkHashes });
      };
      return { ...staged, commit };
    },
  };
}

const isMissing = (error: unknown): boolean => error instanceof BlobError && error.code === 'not_found';

/** The same bytes in pieces that end where a chunk does; reads seldom end elsewhere, and then the rest waits for the next. */
async function* wholeChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of source) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const full = bytes.length - (bytes.length % CHUNK_BYTES);
    if (full > 0) yield bytes.subarray(0, full);
    rest = bytes.subarray(full);
  }
  if (rest.length > 0) yield rest;
}

const sizeOf = ({ chunkHashes }: BlobRecord): number => RECORD_BYTES + (chunkHashes?.length ?? 0);
