import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashWhole } from '../crypto/chunk-hashes.ts';
import { type BlobStore, CHUNK_BYTES } from '../ports/blob-store.ts';
import { memoryBlobs } from '../ports/fakes/memory-blobs.ts';
import { type BlobRecord, type CheckedBlobs, checkedBlobs } from './checked-blobs.ts';

const KEY = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_1';
const BYTES = randomBytes(5 * CHUNK_BYTES + 100);

let store: BlobStore;
let records: Map<string, BlobRecord>;
let learned: string[];
let reports: string[];
let blobs: CheckedBlobs;

/** Another process: it remembers nothing of what this one stored. */
const reopen = () => {
  blobs = checkedBlobs(
    store,
    {
      find: async (key) => records.get(key),
      learn: async (key, chunkHashes) => {
        learned.push(key);
        const record = records.get(key);
        if (record) records.set(key, { ...record, chunkHashes });
      },
    },
    (key, fault) => reports.push(`${key} ${fault}`),
  );
};

beforeEach(async () => {
  store = memoryBlobs();
  [records, learned, reports] = [new Map(), [], []];
  reopen();
  const staged = await blobs.stage(BYTES);
  await staged.commit(KEY);
  records.set(KEY, { size: staged.size, sha256: staged.sha256, chunkHashes: staged.chunkHashes });
});

/** Puts other bytes in its place, as a disk does: past the store's rules. */
async function overwrite(bytes: Uint8Array): Promise<void> {
  await store.delete(KEY);
  await store.put(KEY, bytes);
  reopen();
}
const flipped = (at: number): Buffer => {
  const bytes = Buffer.from(BYTES);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};

/** What comes out before the stream ends or fails. */
async function drain(range?: { start: number; end: number }): Promise<{ bytes: Buffer; error: unknown }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of blobs.stream(KEY, range)) pieces.push(piece as Uint8Array);
    return { bytes: Buffer.concat(pieces), error: undefined };
  } catch (error) {
    return { bytes: Buffer.concat(pieces), error };
  }
}

test.each([
  [0, 0],
  [0, CHUNK_BYTES - 1],
  [CHUNK_BYTES - 1, CHUNK_BYTES],
  [CHUNK_BYTES + 7, 4 * CHUNK_BYTES + 9],
  [5 * CHUNK_BYTES, BYTES.length + 1000],
  [BYTES.length - 1, BYTES.length - 1],
  [0, BYTES.length - 1],
])('gives back the bytes %i to %i', async (start, end) => {
  expect((await buffer(blobs.stream(KEY, { start, end }))).equals(BYTES.subarray(start, end + 1))).toBe(true);
  reopen();
  expect((await buffer(blobs.stream(KEY, { start, end }))).equals(BYTES.subarray(start, end + 1))).toBe(true);
  expect(reports).toEqual([]);
});

test('an empty blob, and a range beyond the end', async () => {
  const empty = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_empty';
  const staged = await blobs.stage(Buffer.alloc(0));
  await staged.commit(empty);
  expect(await buffer(blobs.stream(empty))).toHaveLength(0);
  expect(await buffer(blobs.stream(KEY, { start: BYTES.length, end: BYTES.length + 5 }))).toHaveLength(0);
});

describe('a flipped bit', () => {
  test.each([0, 1, 2, 3, 4, 5])(
    'in chunk %i: nothing of that chunk comes out, whatever range asks for it',
    async (n) => {
      for (const at of [n * CHUNK_BYTES, Math.min((n + 1) * CHUNK_BYTES, BYTES.length) - 1]) {
        await overwrite(flipped(at));
        const whole = await drain();
        expect(whole.error).toMatchObject({ code: 'FILE_DAMAGED' });
        expect(whole.bytes.length).toBeLessThanOrEqual(n * CHUNK_BYTES);
        expect(BYTES.subarray(0, whole.bytes.length).equals(whole.bytes)).toBe(true);
        const range = await drain({ start: n * CHUNK_BYTES + 5, end: n * CHUNK_BYTES + 6 });
        expect(range).toMatchObject({ bytes: Buffer.alloc(0), error: { code: 'FILE_DAMAGED' } });
      }
      expect(new Set(reports)).toEqual(new Set([`${KEY} content`]));
    },
  );

  test('leaves ranges of other chunks as they are', async () => {
    await overwrite(flipped(3 * CHUNK_BYTES));
    expect((await drain({ start: 10, end: 20 })).bytes.equals(BYTES.subarray(10, 21))).toBe(true);
  });

  test('in a blob without chunk hashes: found before the first byte, and nothing is learned', async () => {
    records.set(KEY, { ...(records.get(KEY) as BlobRecord), chunkHashes: null });
    await overwrite(flipped(5 * CHUNK_BYTES));
    expect(await drain({ start: 0, end: 9 })).toMatchObject({
      bytes: Buffer.alloc(0),
      error: { code: 'FILE_DAMAGED' },
    });
    expect(learned).toEqual([]);
  });
});

test.each([
  ['shorter', BYTES.subarray(0, -1), 'size'],
  ['longer', Buffer.concat([BYTES, Buffer.from('x')]), 'size'],
  ['empty', Buffer.alloc(0), 'size'],
])('a file that is %s is refused before its first byte', async (_, bytes, fault) => {
  await overwrite(bytes);
  expect(await drain()).toMatchObject({ bytes: Buffer.alloc(0), error: { code: 'FILE_DAMAGED' } });
  await expect(blobs.part(KEY)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  expect(reports).toEqual([`${KEY} ${fault}`, `${KEY} ${fault}`]);
});

test('a file that is gone is damaged too', async () => {
  await store.delete(KEY);
  reopen();
  expect((await drain()).error).toMatchObject({ code: 'FILE_DAMAGED' });
  await expect(blobs.part(KEY)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  expect(reports).toEqual([`${KEY} missing`, `${KEY} missing`]);
});

test('a blob stored before chunk hashes were kept gets them with its first read', async () => {
  records.set(KEY, { ...(records.get(KEY) as BlobRecord), chunkHashes: null });
  reopen();
  expect((await drain({ start: 70_000, end: 70_009 })).bytes.equals(BYTES.subarray(70_000, 70_010))).toBe(true);
  const { chunkHashes } = await hashWhole([BYTES] as unknown as AsyncIterable<Uint8Array>);
  expect(records.get(KEY)?.chunkHashes?.equals(chunkHashes)).toBe(true);
  await drain();
  expect(learned).toEqual([KEY]);
});
