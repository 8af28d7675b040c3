import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHasher, resumeHasher } from './hash.ts';
import type { DigestAlgorithm } from './hash.ts';

const ALGORITHMS: DigestAlgorithm[] = ['sha256', 'sha384', 'sha512'];

describe.each(ALGORITHMS)('%s', (algorithm) => {
  it('continues a hash from a saved state as if it had never stopped', async () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(bytes, bytes, async (first, second) => {
        const { save } = (await createHasher(algorithm)).update(first);
        const resumed = (await resumeHasher(save(), algorithm)).update(second);
        expect(resumed.digest()).toEqual(createHash(algorithm).update(first).update(second).digest());
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it('returns a digest and then accepts more data', async () => {
    const hasher = (await createHasher(algorithm)).update(Buffer.from('a'));
    expect(hasher.digest()).toEqual(createHash(algorithm).update('a').digest());
    expect(hasher.digest()).toEqual(createHash(algorithm).update('a').digest());
    expect(hasher.update(Buffer.from('b')).digest()).toEqual(createHash(algorithm).update('ab').digest());
  });

  it('keeps two hashers separate when they are used alternately', async () => {
    const [one, two] = [await createHasher(algorithm), await createHasher(algorithm)];
    one.update(Buffer.from('x'));
    two.update(Buffer.from('y'));
    one.update(Buffer.from('1'));
    two.update(Buffer.from('2'));
    expect(one.digest()).toEqual(createHash(algorithm).update('x1').digest());
    expect(two.digest()).toEqual(createHash(algorithm).update('y2').digest());
  });

  it('rejects a saved state of another algorithm, and a damaged state', async () => {
    const other = ALGORITHMS.find((candidate) => candidate !== algorithm) ?? 'sha256';
    const state = (await createHasher(other)).save();
    await expect(resumeHasher(state, algorithm)).rejects.toMatchObject({ code: 'hash_state_unreadable' });
    const own = (await createHasher(algorithm)).save();
    await expect(resumeHasher(own.subarray(0, 40), algorithm)).rejects.toMatchObject({ code: 'hash_state_unreadable' });
    await expect(resumeHasher(Buffer.alloc(0), algorithm)).rejects.toMatchObject({ code: 'hash_state_unreadable' });
  });
});
