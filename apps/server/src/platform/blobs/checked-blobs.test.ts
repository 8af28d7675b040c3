import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashWhole } from '../crypto/chunk-hashes.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { FileSealer, openChunk, placeOf, SEALED_CHUNK_BYTES } from '../crypto/sealed-file.ts';
import { type PdfPart, PdfSourceError, readSource, withLocalFiles } from '../pdf/pdf-source.ts';
import { type BlobStore, CHUNK_BYTES } from '../ports/blob-store.ts';
import { memoryBlobs } from '../ports/fakes/memory-blobs.ts';
import type { FileKeys } from './blob-keys.ts';
import { type BlobRecord, type CheckedBlobs, checkedBlobs } from './checked-blobs.ts';

const KEY = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_1';
const BYTES = randomBytes(5 * CHUNK_BYTES + 100);
const MARKER = Buffer.from('nobody but its reader may see this');
MARKER.copy(BYTES, 2 * CHUNK_BYTES + 50);

let store: BlobStore;
let records: Map<string, BlobRecord>;
let learned: string[];
let reports: string[];
let blobs: CheckedBlobs;
let isSealing: boolean;

/** Wraps keys like the real implementation, but under one key for all tenants and without a database. */
const TENANT_KEY = randomBytes(32);
const purpose = ({ tenantId, blobId, size }: { tenantId: string; blobId: string; size: number }, holder: string) =>
  `${tenantId}/${blobId}/${size}/${holder}`;
const keys: FileKeys = {
  wrapper: async (file, dataKey) => (holder) => seal(TENANT_KEY, purpose(file, holder), dataKey),
  open: async (file, { holder_id: holder, wrapped }) => unseal(TENANT_KEY, purpose(file, holder), wrapped),
  share: () => Promise.reject(new Error('This test does not share keys.')),
};

/** Simulates another process, whose cache is empty. */
const reopen = () => {
  blobs = checkedBlobs({
    store,
    records: {
      find: async (key) => records.get(key),
      learn: async (key, chunkHashes) => {
        learned.push(key);
        const record = records.get(key);
        if (record) records.set(key, { ...record, chunkHashes });
      },
    },
    keys,
    onDamage: (key, fault) => reports.push(`${key} ${fault}`),
    isSealing,
  });
};

const keep = async (key: string, bytes: Uint8Array): Promise<void> => {
  const staged = await blobs.stage(bytes);
  const { wrapFor, chunkHashes } = await staged.commit(key);
  const wrapped = wrapFor('doc_1');
  const wrapping = wrapped && { holder_id: 'doc_1', wrapped };
  records.set(key, { size: staged.size, sha256: staged.sha256, chunkHashes, file: null, wrapping });
};

const begin = async (sealing: boolean): Promise<void> => {
  isSealing = sealing;
  store = memoryBlobs();
  [records, learned, reports] = [new Map(), [], []];
  reopen();
  await keep(KEY, BYTES);
};

/** Replaces the bytes directly, bypassing the store's rules, like a disk fault. */
async function overwrite(bytes: Uint8Array): Promise<void> {
  await store.delete(KEY);
  await store.put(KEY, bytes);
  reopen();
}
const flip = (bytes: Uint8Array, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

/**
 * Makes the next reads fail as after a network fault. Each read gets one flipped bit, at the next of these positions.
 */
function failNextReads(...positions: number[]): void {
  const { stream } = store;
  store.stream = (key, range) => {
    const at = positions.shift() ?? -1;
    return Readable.from(flipped(stream(key, range), at - (range?.start ?? 0)));
  };
}
async function* flipped(source: AsyncIterable<Uint8Array>, position: number): AsyncGenerator<Uint8Array> {
  let at = position;
  for await (const bytes of source) {
    yield at >= 0 && at < bytes.length ? flip(bytes, at) : bytes;
    at -= bytes.length;
  }
}

/** Returns the output up to the point where the stream ends or fails. */
async function drain(range?: { start: number; end: number }): Promise<{ bytes: Buffer; error: unknown }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of blobs.stream(KEY, range)) pieces.push(piece as Uint8Array);
    return { bytes: Buffer.concat(pieces), error: undefined };
  } catch (error) {
    return { bytes: Buffer.concat(pieces), error };
  }
}
const read = (...parts: PdfPart[]): Promise<Buffer> =>
  withLocalFiles({ parts }, async (source) => Buffer.from(readSource(source)));
const unhurried = (bytes: AsyncIterable<Uint8Array>) => bytes;

describe.each([
  ['encrypted', true],
  ['plain', false],
])('%s blob', (_, sealing) => {
  beforeEach(() => begin(sealing));
  /** Returns the position of the plaintext byte `at` in the stored file. */
  const inFile = (at: number): number =>
    sealing ? placeOf(Math.floor(at / CHUNK_BYTES), BYTES.length).start + (at % CHUNK_BYTES) : at;

  test.each([
    [0, 0],
    [0, CHUNK_BYTES - 1],
    [CHUNK_BYTES - 1, CHUNK_BYTES],
    [CHUNK_BYTES + 7, 4 * CHUNK_BYTES + 9],
    [5 * CHUNK_BYTES, BYTES.length + 1000],
    [BYTES.length - 1, BYTES.length - 1],
    [0, BYTES.length - 1],
  ])('returns bytes %i to %i of a blob', async (start, end) => {
    expect((await buffer(blobs.stream(KEY, { start, end }))).equals(BYTES.subarray(start, end + 1))).toBe(true);
    reopen();
    expect((await buffer(blobs.stream(KEY, { start, end }))).equals(BYTES.subarray(start, end + 1))).toBe(true);
    expect(reports).toEqual([]);
  });

  test('reads an empty blob and returns no bytes beyond the end of a blob', async () => {
    const empty = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_empty';
    await keep(empty, Buffer.alloc(0));
    expect(await buffer(blobs.stream(empty))).toHaveLength(0);
    expect(await blobs.check(empty, unhurried)).toBeUndefined();
    expect(await buffer(blobs.stream(KEY, { start: BYTES.length, end: BYTES.length + 5 }))).toHaveLength(0);
  });

  test.each([0, 1, 2, 3, 4, 5])(
    'returns no bytes of chunk %i for any range if the chunk has a flipped bit',
    async (n) => {
      const file = await store.get(KEY);
      for (const at of [n * CHUNK_BYTES, Math.min((n + 1) * CHUNK_BYTES, BYTES.length) - 1]) {
        await overwrite(flip(file, inFile(at)));
        const whole = await drain();
        expect(whole.error).toMatchObject({ code: 'FILE_DAMAGED' });
        expect(whole.bytes.length).toBeLessThanOrEqual(n * CHUNK_BYTES);
        expect(BYTES.subarray(0, whole.bytes.length).equals(whole.bytes)).toBe(true);
        const range = await drain({ start: n * CHUNK_BYTES + 5, end: n * CHUNK_BYTES + 6 });
        expect(range).toMatchObject({ bytes: Buffer.alloc(0), error: { code: 'FILE_DAMAGED' } });
        expect(await blobs.check(KEY, unhurried)).toBe('content');
        const part = await blobs.part(KEY).catch(() => undefined);
        if (part) await expect(read(part)).rejects.toThrow(PdfSourceError);
      }
      expect(new Set(reports)).toEqual(new Set([`${KEY} content`]));
    },
  );

  test('reads a blob again after wrong bytes, and reports no damage if the second read is correct', async () => {
    for (const at of [0, 3 * CHUNK_BYTES + 5, BYTES.length - 1]) {
      failNextReads(inFile(at));
      expect((await buffer(blobs.stream(KEY))).equals(BYTES)).toBe(true);
      failNextReads(inFile(at));
      expect((await buffer(blobs.stream(KEY, { start: at, end: at }))).equals(BYTES.subarray(at, at + 1))).toBe(true);
      failNextReads(inFile(at));
      expect(await blobs.check(KEY, unhurried)).toBeUndefined();
    }
    expect(reports).toEqual([]);
  });

  test('continues after reading wrong bytes in several chunks, and reports damage if one chunk is wrong twice', async () => {
    const [one, other] = [inFile(CHUNK_BYTES), inFile(4 * CHUNK_BYTES)];
    failNextReads(one, other);
    expect((await buffer(blobs.stream(KEY))).equals(BYTES)).toBe(true);
    expect(reports).toEqual([]);
    failNextReads(one, other, other);
    const { bytes, error } = await drain();
    expect(error).toMatchObject({ code: 'FILE_DAMAGED' });
    expect(BYTES.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(reports).toEqual([`${KEY} content`]);
  });

  test('looks up the size of a blob again if the first lookup returns a wrong size', async () => {
    const { size } = store;
    store.size = async (key) => {
      store.size = size;
      return (await size(key)) - 1;
    };
    expect((await buffer(blobs.stream(KEY))).equals(BYTES)).toBe(true);
    expect(reports).toEqual([]);
  });

  test('returns ranges of intact chunks if another chunk has a flipped bit, and still returns the complete file for inspection', async () => {
    await overwrite(flip(await store.get(KEY), inFile(3 * CHUNK_BYTES)));
    expect((await drain({ start: 10, end: 20 })).bytes.equals(BYTES.subarray(10, 21))).toBe(true);
    const seen = await read(await blobs.unchecked(KEY));
    expect(seen.equals(flip(BYTES, 3 * CHUNK_BYTES))).toBe(true);
  });

  test.each([
    ['shorter', (file: Buffer) => file.subarray(0, -1), 'size'],
    ['longer', (file: Buffer) => Buffer.concat([file, Buffer.from('x')]), 'size'],
    ['empty', () => Buffer.alloc(0), 'size'],
  ])('returns no bytes of a blob that has become %s', async (__, change, fault) => {
    await overwrite(change(await store.get(KEY)));
    expect(await drain()).toMatchObject({ bytes: Buffer.alloc(0), error: { code: 'FILE_DAMAGED' } });
    await expect(blobs.part(KEY)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
    expect(reports).toEqual([`${KEY} ${fault}`, `${KEY} ${fault}`]);
    expect(await blobs.check(KEY, unhurried)).toBe(fault);
  });

  test('treats a missing blob as damaged', async () => {
    await store.delete(KEY);
    reopen();
    expect((await drain()).error).toMatchObject({ code: 'FILE_DAMAGED' });
    await expect(blobs.part(KEY)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
    expect(reports).toEqual([`${KEY} missing`, `${KEY} missing`]);
    expect(await blobs.check(KEY, unhurried)).toBe('missing');
  });

  test('passes a blob to a worker unchanged', async () => {
    const whole = await read(await blobs.part(KEY), { bytes: Buffer.from('tail') });
    expect(whole.equals(Buffer.concat([BYTES, Buffer.from('tail')]))).toBe(true);
  });
});

describe('encrypted blob', () => {
  beforeEach(() => begin(true));

  test('stores no plaintext on disk, and identifies an encrypted blob by the hash of the plaintext', async () => {
    const staged = await blobs.stage(BYTES);
    expect(staged.part).toHaveProperty('path');
    if (!('path' in staged.part)) return;
    const file = await readFile(staged.part.path);
    expect(BYTES.includes(MARKER)).toBe(true);
    expect(file.includes(MARKER.subarray(0, 10))).toBe(false);
    expect((await store.get(KEY)).includes(MARKER.subarray(0, 10))).toBe(false);
    expect(staged.head).toEqual(BYTES.subarray(0, 1024));
    expect((await read(staged.part)).equals(BYTES)).toBe(true);
    expect(staged.sha256).toBe((await hashWhole([BYTES] as unknown as AsyncIterable<Uint8Array>)).sha256);
    await staged.discard();
  });

  test('does not decrypt a blob with the key of another file, with a different recorded length, or without a key', async () => {
    const record = records.get(KEY) as BlobRecord;
    const other = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_2';
    await keep(other, BYTES);
    for (const changed of [
      { wrapping: records.get(other)?.wrapping },
      { wrapping: undefined },
      { size: record.size - CHUNK_BYTES },
    ]) {
      records.set(KEY, { ...record, ...changed });
      reopen();
      expect(await drain()).toMatchObject({ bytes: Buffer.alloc(0), error: { code: 'FILE_DAMAGED' } });
    }
  });

  test('rejects chunks from another blob', async () => {
    const other = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_2';
    await keep(other, BYTES);
    const [mine, theirs] = [await store.get(KEY), await store.get(other)];
    theirs.copy(mine, 16 + SEALED_CHUNK_BYTES, 16 + SEALED_CHUNK_BYTES, 16 + 2 * SEALED_CHUNK_BYTES);
    await overwrite(mine);
    expect((await drain()).error).toMatchObject({ code: 'FILE_DAMAGED' });
    expect(() => openChunk(randomBytes(32), { index: 0, isLast: true }, mine)).toThrow(/chunk 0/);
  });

  test('looks up a blob again if it is cached as unencrypted but was encrypted under another name', async () => {
    await begin(false);
    expect((await drain()).bytes.equals(BYTES)).toBe(true);
    const wrapping = await sealedAs('blb_new');
    await store.delete(KEY);
    records.set(KEY, { ...(records.get(KEY) as BlobRecord), chunkHashes: null, file: 'blb_new', wrapping });
    expect((await drain()).bytes.equals(BYTES)).toBe(true);
    expect(reports).toEqual([]);
  });
});

/** Stores the file `name`, sealed with a new key, and returns this key wrapped for the blob. */
async function sealedAs(name: string): Promise<{ holder_id: string; wrapped: Buffer }> {
  const dataKey = randomBytes(32);
  const sealer = new FileSealer(dataKey);
  await store.put(
    `ten_01k9zzzzzzzzzzzzzzzzzzzzzz/${name}`,
    Buffer.concat([...sealer.update(BYTES), ...sealer.final()]),
  );
  const wrap = await keys.wrapper({ tenantId: KEY.slice(0, 30), blobId: 'blb_1', size: BYTES.length }, dataKey);
  return { holder_id: 'doc_1', wrapped: wrap('doc_1') };
}

describe('plain blob without chunk hashes', () => {
  beforeEach(async () => {
    await begin(false);
    records.set(KEY, { ...(records.get(KEY) as BlobRecord), chunkHashes: null });
    reopen();
  });

  test('computes missing chunk hashes at the first read', async () => {
    expect((await drain({ start: 70_000, end: 70_009 })).bytes.equals(BYTES.subarray(70_000, 70_010))).toBe(true);
    const { chunkHashes } = await hashWhole([BYTES] as unknown as AsyncIterable<Uint8Array>);
    expect(records.get(KEY)?.chunkHashes?.equals(chunkHashes)).toBe(true);
    await drain();
    expect(learned).toEqual([KEY]);
  });

  test('computes missing chunk hashes when a blob is compared with its record', async () => {
    expect(await blobs.check(KEY, unhurried)).toBeUndefined();
    expect(learned).toEqual([KEY]);
  });

  test('computes missing chunk hashes from a second read if the first read returns wrong bytes', async () => {
    failNextReads(5 * CHUNK_BYTES);
    expect((await drain({ start: 0, end: 9 })).bytes.equals(BYTES.subarray(0, 10))).toBe(true);
    expect(learned).toEqual([KEY]);
    expect(reports).toEqual([]);
  });

  test('returns no bytes and stores no hashes if a plain blob has a flipped bit', async () => {
    await overwrite(flip(BYTES, 5 * CHUNK_BYTES));
    expect(await drain({ start: 0, end: 9 })).toMatchObject({
      bytes: Buffer.alloc(0),
      error: { code: 'FILE_DAMAGED' },
    });
    expect(learned).toEqual([]);
  });
});
