import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seal, SealError, unseal, Vault } from './seal.ts';

const KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);
const SECRET = Buffer.from('a private key');

describe('sealed value', () => {
  test('decrypts every sealed value to the original value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (secret, purpose) =>
        unseal(KEY, purpose, seal(KEY, purpose, secret)).equals(Buffer.from(secret)),
      ),
    );
  });

  test('does not decrypt a sealed value that was changed, truncated or extended', () => {
    const sealed = seal(KEY, 'seal of a tenant', SECRET);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => unseal(KEY, 'seal of a tenant', changed), `bit ${bit}`).toThrow(SealError);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => unseal(KEY, 'seal of a tenant', sealed.subarray(0, length)), `${length} bytes`).toThrow(SealError);
    }
    expect(() => unseal(KEY, 'seal of a tenant', Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow(SealError);
  });

  test('does not decrypt a value for another purpose, so that it cannot be moved to another row', () => {
    const sealed = seal(KEY, 'person ten_a/usr_1', SECRET);
    expect(() => unseal(KEY, 'person ten_a/usr_2', sealed)).toThrow(/person ten_a\/usr_2/);
    expect(() => unseal(KEY, '', sealed)).toThrow(SealError);
  });

  test('does not decrypt a value with another key, and reports the likely cause without revealing the content', () => {
    const sealed = seal(KEY, 'link key', SECRET);
    expect(() => unseal(OTHER_KEY, 'link key', sealed)).toThrow(
      'cannot decrypt link key. Check that the master key is the right one',
    );
  });

  test('encrypts a value differently each time, and does not reveal its content', () => {
    const [first, second] = [seal(KEY, 'p', SECRET), seal(KEY, 'p', SECRET)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes(SECRET)).toBe(false);
  });
});

describe('vault', () => {
  test('decrypts only values encrypted with the same master key', () => {
    const sealed = new Vault(KEY).seal('link key', SECRET);
    expect(new Vault(KEY).open('link key', sealed)).toEqual(SECRET);
    expect(() => new Vault(OTHER_KEY).open('link key', sealed)).toThrow(SealError);
    // The master key seals nothing directly. Seals use a key that is derived from it.
    expect(() => unseal(KEY, 'link key', sealed)).toThrow(SealError);
  });

  test('does not print its master key', () => {
    expect(JSON.stringify(new Vault(KEY))).toBe('{}');
  });
});
