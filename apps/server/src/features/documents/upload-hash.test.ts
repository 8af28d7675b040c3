import { createHash } from 'node:crypto';
import { createHasher, resumeHasher, type Sha256Position } from '@countersign/pdf-sign';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { NativeSha256 } from '../../platform/crypto/native-sha256.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import { UploadHash } from './upload-hash.ts';

const MIB = 2 ** 20;
const MORE = Buffer.from('what a signature appends');
const sha256 = (...pieces: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};

/** A stub that hashes the staged bytes and counts its calls. */
function worker(bytes: Uint8Array, answers = sha256(bytes)) {
  const asked: string[] = [];
  const hashState = async () => {
    asked.push('hashState');
    return { state: (await createHasher('sha256')).update(bytes).save(), sha256: answers };
  };
  return { pdf: { hashState } as unknown as PdfPool, asked };
}

const staged = (bytes: Uint8Array) => ({ part: { path: 'staged' }, sha256: sha256(bytes) }) as StagedFile;
const resumed = async (state: Uint8Array) => (await resumeHasher(state)).update(MORE).digest().toString('hex');

/** Bytes that do not repeat, so that a lost or repeated piece changes the hash. */
const bytesOf = (size: number, seed: number): Buffer => {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.imul(at + seed, 2654435761) >>> 0, at);
  return bytes;
};

async function hashed(
  bytes: Buffer,
  pieces: readonly number[],
  goOn?: (position: Sha256Position) => NativeSha256 | undefined,
) {
  const hash = new UploadHash(await createHasher('sha256'), goOn);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = pieces[turn % pieces.length] ?? 1;
    hash.update(bytes.subarray(at, at + size));
    at += size;
  }
  return hash;
}

test('resumes the hash of an upload regardless of how the upload is split', async () => {
  const size = fc.oneof(
    fc.nat(300),
    fc.integer({ min: MIB - 70, max: MIB + 70 }),
    fc.integer({ min: MIB, max: 3 * MIB }),
  );
  const pieces = fc
    .array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 6 })
    .filter((all) => Math.max(...all) > 5000);
  await fc.assert(
    fc.asyncProperty(size, fc.nat(), pieces, async (length, seed, sizes) => {
      const bytes = bytesOf(length, seed);
      const { pdf, asked } = worker(bytes);
      const state = await (await hashed(bytes, sizes)).state(pdf, staged(bytes), {});
      expect(await resumed(state)).toBe(sha256(bytes, MORE));
      expect(asked).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('keeps the hash states of concurrent uploads separate', async () => {
  const files = [1, 2, 3].map((seed) => bytesOf(2 * MIB + seed, seed));
  const hashes = await Promise.all(files.map(() => UploadHash.begin()));
  for (let at = 0; at < 2 * MIB + 3; at += 65_536)
    files.forEach((bytes, which) => hashes[which]?.update(bytes.subarray(at, at + 65_536)));
  for (const [which, bytes] of files.entries()) {
    const { pdf, asked } = worker(bytes);
    const state = await hashes[which]?.state(pdf, staged(bytes), {});
    expect(asked).toEqual([]);
    expect(await resumed(state ?? Buffer.alloc(0))).toBe(sha256(bytes, MORE));
  }
});

describe('an upload hash computed in a worker', () => {
  const bytes = bytesOf(2 * MIB + 5, 7);
  const wrong: Record<string, (position: Sha256Position) => NativeSha256 | undefined> = {
    'OpenSSL cannot be reached': () => undefined,
    'OpenSSL started from other state words': ({ words, ...rest }) =>
      NativeSha256.at({ ...rest, words: words.map((byte) => byte ^ 1) }),
    'OpenSSL counted other bytes': (position) => NativeSha256.at({ ...position, length: position.length + 64 }),
  };
  test.each(Object.keys(wrong))(
    'computes the hash state in a worker when the state of OpenSSL is unusable: %s',
    async (name) => {
      const { pdf, asked } = worker(bytes);
      const state = await (await hashed(bytes, [65_536], wrong[name])).state(pdf, staged(bytes), {});
      expect(asked).toEqual(['hashState']);
      expect(await resumed(state)).toBe(sha256(bytes, MORE));
    },
  );

  test("rejects the worker's hash state if the worker read a different file", async () => {
    const { pdf } = worker(bytes, sha256(MORE));
    const hash = await hashed(bytes, [65_536], () => undefined);
    await expect(hash.state(pdf, staged(bytes), {})).rejects.toThrow('changed before it was read back');
  });
});
