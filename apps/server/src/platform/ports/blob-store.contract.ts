import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createHasher } from '@countersign/pdf-sign';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';

const TENANT = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Tests the guarantees of every blob store. Each adapter and the fake run these tests. */
export function blobStoreContract(name: string, open: () => Promise<BlobStore> | BlobStore): void {
  describe(`${name} as a blob store`, () => {
    let blobs: BlobStore;
    let serial = 0;
    const newKey = (): string => `${TENANT}/blob_${(serial += 1)}`;
    beforeAll(async () => {
      blobs = await open();
    });

    test('returns a stored blob in full or in ranges', async () => {
      const bytes = randomBytes(700_000);
      const key = newKey();
      expect(await blobs.put(key, bytes)).toEqual({ size: bytes.length, sha256: sha256(bytes) });
      expect((await blobs.get(key, { sha256: sha256(bytes) })).equals(bytes)).toBe(true);
      expect(await blobs.size(key)).toBe(bytes.length);
      expect((await buffer(blobs.stream(key))).equals(bytes)).toBe(true);
      expect(await buffer(blobs.stream(key, { start: 0, end: 0 }))).toEqual(bytes.subarray(0, 1));
      expect((await buffer(blobs.stream(key, { start: 100, end: 300_000 }))).equals(bytes.subarray(100, 300_001))).toBe(
        true,
      );
      expect(
        (await buffer(blobs.stream(key, { start: 699_990, end: 1_000_000 }))).equals(bytes.subarray(699_990)),
      ).toBe(true);
      const file = await blobs.localFile(key);
      expect((await readFile(file.path)).equals(bytes)).toBe(true);
      file.release();
      file.release();
    });

    test('accepts a stream of chunks of any size, even an empty one', async () => {
      const chunks = [randomBytes(1), randomBytes(3_000_000), randomBytes(0), randomBytes(65_536)];
      const key = newKey();
      const whole = Buffer.concat(chunks);
      expect(await blobs.put(key, Readable.from(chunks))).toEqual({ size: whole.length, sha256: sha256(whole) });
      expect((await blobs.get(key)).equals(whole)).toBe(true);
      const empty = newKey();
      expect(await blobs.put(empty, Readable.from([]))).toEqual({ size: 0, sha256: sha256(Buffer.alloc(0)) });
      expect(await blobs.get(empty)).toHaveLength(0);
    });

    test('writes a blob under a key only once', async () => {
      const key = newKey();
      await blobs.put(key, Buffer.from('first'));
      await expect(blobs.put(key, Buffer.from('second'))).rejects.toMatchObject({ code: 'exists' });
      expect((await blobs.get(key)).toString()).toBe('first');

      const contended = newKey();
      const writers = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((text) => blobs.put(contended, Buffer.from(text))),
      );
      expect(writers.filter((writer) => writer.status === 'fulfilled')).toHaveLength(1);
    });

    test('separates the blobs of tenants, and no longer returns a deleted blob', async () => {
      const [mine, theirs] = [`${TENANT}/same`, 'ten_01k9yyyyyyyyyyyyyyyyyyyyyy/same'];
      await blobs.put(mine, Buffer.from('mine'));
      await blobs.put(theirs, Buffer.from('theirs'));
      await blobs.delete(mine);
      await blobs.delete(mine);
      await expect(blobs.get(mine)).rejects.toMatchObject({ code: 'not_found' });
      expect((await blobs.get(theirs)).toString()).toBe('theirs');
    });

    test('lists the keys of existing blobs and the times when they were written', async () => {
      const key = newKey();
      const before = Date.now();
      await blobs.put(key, Buffer.from('listed'));
      const keys: string[] = [];
      for await (const one of blobs.keys()) keys.push(one);
      expect(keys.filter((one) => one === key)).toHaveLength(1);
      // Some file systems only store times in whole seconds.
      expect((await blobs.modifiedAt(key)).getTime()).toBeGreaterThanOrEqual(before - 1000);
    });

    test('reports a missing blob in every method', async () => {
      const key = newKey();
      await expect(blobs.modifiedAt(key)).rejects.toMatchObject({ code: 'not_found' });
      await expect(blobs.get(key)).rejects.toMatchObject({ name: 'BlobError', code: 'not_found' });
      await expect(blobs.size(key)).rejects.toMatchObject({ code: 'not_found' });
      await expect(buffer(blobs.stream(key))).rejects.toMatchObject({ code: 'not_found' });
    });

    test('rejects a blob whose bytes differ from those expected', async () => {
      const key = newKey();
      await blobs.put(key, Buffer.from('stored'));
      await expect(blobs.get(key, { sha256: sha256(Buffer.from('signed')) })).rejects.toMatchObject({
        code: 'corrupt',
      });
    });

    test.each([
      '',
      'x',
      '../../etc/passwd',
      `${TENANT}/..`,
      `${TENANT}/../x`,
      `${TENANT}/a/b`,
      `${TENANT}/.hidden`,
      `${TENANT}/A`,
      `${TENANT}/a\0`,
      `${TENANT}/a\n`,
      `/${TENANT}/a`,
      `${TENANT}/`,
      `${TENANT}/${'a'.repeat(65)}`,
      '.staging/a',
    ])('refuses the blob key %j in every method', async (key) => {
      const refusal = { code: 'bad_key' };
      await expect(blobs.put(key, Buffer.from('x'))).rejects.toMatchObject(refusal);
      await expect(blobs.get(key)).rejects.toMatchObject(refusal);
      await expect(blobs.size(key)).rejects.toMatchObject(refusal);
      await expect(blobs.delete(key)).rejects.toMatchObject(refusal);
      await expect(blobs.localFile(key)).rejects.toMatchObject(refusal);
      await expect(buffer(blobs.stream(key))).rejects.toMatchObject(refusal);
      const staged = await blobs.stage(Buffer.from('x'));
      await expect(staged.commit(key)).rejects.toMatchObject(refusal);
      await staged.discard();
    });

    test('accepts the last permitted byte and stops reading at the first byte beyond the limit', async () => {
      const key = newKey();
      expect(await blobs.put(key, Buffer.alloc(1000), { maxBytes: 1000 })).toMatchObject({ size: 1000 });
      let asked = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (;;) {
          asked += 1;
          yield Buffer.alloc(600);
        }
      }
      const tooLarge = newKey();
      await expect(blobs.put(tooLarge, endless(), { maxBytes: 1000 })).rejects.toMatchObject({ code: 'too_large' });
      expect(asked).toBe(2);
      await expect(blobs.size(tooLarge)).rejects.toMatchObject({ code: 'not_found' });
    });

    test('does not store any part of a blob whose source fails, and throws the error from the source', async () => {
      const key = newKey();
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(100_000);
        throw new Error('connection reset');
      }
      await expect(blobs.put(key, failing())).rejects.toThrow('connection reset');
      await blobs.put(key, Buffer.from('second try'));
    });

    test('commits or discards a staged blob after an inspection', async () => {
      const bytes = randomBytes(2_500_000);
      const own = await createHasher('sha256');
      const staged = await blobs.stage(Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), { hash: own });
      expect(staged).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
      expect(own.digest().toString('hex')).toBe(sha256(bytes));
      expect((await readFile(staged.path)).equals(bytes)).toBe(true);

      const taken = newKey();
      await blobs.put(taken, Buffer.from('taken'));
      await expect(staged.commit(taken)).rejects.toMatchObject({ code: 'exists' });
      const free = newKey();
      await staged.commit(free);
      await staged.discard();
      expect((await blobs.get(free)).equals(bytes)).toBe(true);

      const unwanted = await blobs.stage(Buffer.from('not a PDF'));
      await unwanted.discard();
      await unwanted.discard();
      await expect(readFile(unwanted.path)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });
}
