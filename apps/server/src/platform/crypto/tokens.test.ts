import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checksum,
  constantTimeEqual,
  hashToken,
  randomAlphanumeric,
  randomToken,
  readToken,
  sha256Hex,
  signToken,
} from './tokens.ts';

const KEY = Buffer.alloc(32, 1);
const BODY = Buffer.from('tenant, signer and generation..');
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('signed token', () => {
  test('returns the body of a signed token', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.string(), (body, purpose) => {
        expect(readToken(KEY, purpose, signToken(KEY, purpose, body))).toEqual(Buffer.from(body));
      }),
    );
  });

  test('rejects a token with any bit flipped', () => {
    const bytes = Buffer.from(signToken(KEY, 'link', BODY), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readToken(KEY, 'link', changed.toString('base64url')), `bit ${bit}`).toBeUndefined();
    }
  });

  test.each([29, 30, 31])(
    'accepts only one spelling of a token: any changed or added character makes the token invalid (body of %i bytes)',
    (length) => {
      const token = signToken(KEY, 'link', BODY.subarray(0, length));
      const others: string[] = [];
      for (let at = 0; at < token.length; at += 1) {
        for (const character of BASE64URL) {
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          if (changed !== token && readToken(KEY, 'link', changed)) others.push(`${character} at ${at}`);
        }
      }
      for (const character of BASE64URL)
        if (readToken(KEY, 'link', token + character)) others.push(`${character} behind`);
      expect(others).toEqual([]);
    },
  );

  test('rejects a token with another key or purpose, and a token that is truncated, extended or random', () => {
    const token = signToken(KEY, 'link', BODY);
    expect(readToken(Buffer.alloc(32, 2), 'link', token)).toBeUndefined();
    expect(readToken(KEY, 'file', token)).toBeUndefined();
    expect(readToken(KEY, 'link', token.slice(0, -1))).toBeUndefined();
    expect(readToken(KEY, 'link', `${token}A`)).toBeUndefined();
    expect(readToken(KEY, 'link', `${token}=`)).toBeUndefined();
    expect(readToken(KEY, 'link', '')).toBeUndefined();
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (noise) => readToken(KEY, 'link', noise) === undefined));
  });

  test('creates different tokens for different purposes, even if purpose and body concatenate to the same bytes', () => {
    const token = signToken(KEY, 'link', Buffer.from('\0body'));
    const other = signToken(KEY, 'link\0', Buffer.from('body'));
    expect(token.slice(-32)).not.toBe(other.slice(-32));
  });
});

test('compares equal and unequal values correctly in constant time', () => {
  const [a, b] = [Buffer.from('same'), Buffer.from('same')];
  expect([
    constantTimeEqual(a, b),
    constantTimeEqual(a, Buffer.from('sand')),
    constantTimeEqual(a, Buffer.from('long one')),
  ]).toEqual([true, false, false]);
});

test('computes hashes with SHA-256', () => {
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Hex('abc')).toBe(hashToken('abc').toString('hex'));
});

test('creates random tokens of the requested length that do not repeat', () => {
  const tokens = Array.from({ length: 1_000 }, () => randomToken(32));
  expect(new Set(tokens).size).toBe(1_000);
  expect(tokens.every((token) => /^[A-Za-z0-9_-]{43}$/.test(token))).toBe(true);
});

test('creates random letters and digits that are uniform over all 62 characters', () => {
  const text = randomAlphanumeric(62_000);
  expect(text).toMatch(/^[0-9A-Za-z]{62000}$/);
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // Each character is expected 1,000 times, with a standard deviation of 31. A deviation of eight times that
  // practically never happens. A modulo bias would cause a deviation of 25%.
  expect(Math.min(...counts.values())).toBeGreaterThan(750);
  expect(Math.max(...counts.values())).toBeLessThan(1_250);
});

test('uses the checksum of an API key to detect any mistyped character or swapped pair of characters', () => {
  const key = 'sk_live_0123456789abcdefghjkmnpqrs_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF';
  const sum = checksum(key);
  expect(sum).toMatch(/^[0-9A-Za-z]{6}$/);
  for (let at = 0; at < key.length; at += 1) {
    for (const character of 'aZ09_') {
      const typo = key.slice(0, at) + character + key.slice(at + 1);
      if (typo !== key) expect(checksum(typo)).not.toBe(sum);
    }
    const swapped = key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2);
    if (swapped !== key) expect(checksum(swapped)).not.toBe(sum);
  }
});
