import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DICTIONARIES, MAIL_MARKUP } from './dictionaries.ts';
import { pack, unpack } from './packed.ts';

const MOST = 2 ** 20;

test('any bytes come back as they were, and take no more room', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      const plain = Buffer.from(bytes);
      const kept = pack(plain);
      expect(unpack(kept, MOST)?.equals(plain)).toBe(true);
      if (plain[0] !== 0x78) expect(kept.length).toBeLessThanOrEqual(plain.length);
    }),
  );
});

test('what was kept before anything was deflated is read as it is', () => {
  for (const kept of ['%PDF-1.7 ...', '\n8 0 obj', '22 0 obj'])
    expect(unpack(Buffer.from(kept), MOST)?.toString()).toBe(kept);
});

test('bytes that only look deflated are deflated themselves', () => {
  for (const plain of [
    Buffer.from('x'),
    Buffer.from([0x78, 0x01, 0, 0]),
    Buffer.concat([Buffer.from('x'), randomBytes(50)]),
  ])
    expect(unpack(pack(plain), MOST)).toEqual(plain);
});

test('a bit that turned is noticed, and so is more than there can be', () => {
  const plain = Buffer.from('/Contents <00000000000000>'.repeat(40));
  const kept = pack(plain);
  for (let at = 1; at < kept.length; at += 1) {
    const changed = Buffer.from(kept);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unpack(changed, MOST)?.equals(plain) ?? false, `byte ${at}`).toBe(false);
  }
  expect(unpack(kept, plain.length - 1)).toBeUndefined();
});

test('what is deflated against a dictionary is read without being told which', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.nat(MAIL_MARKUP.length - 1), (bytes, from) => {
      const plain = Buffer.concat([MAIL_MARKUP.subarray(from, from + 2000), bytes]);
      expect(unpack(pack(plain, MAIL_MARKUP), MOST)?.equals(plain)).toBe(true);
    }),
  );
  const [plain, kept] = [MAIL_MARKUP.subarray(-4000), pack(MAIL_MARKUP.subarray(-4000), MAIL_MARKUP)];
  expect(kept.length).toBeLessThan(200);
  for (let at = 1; at < kept.length; at += 1) {
    const changed = Buffer.from(kept);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unpack(changed, MOST)?.equals(plain) ?? false, `byte ${at}`).toBe(false);
  }
});

test('no dictionary was changed: what was kept with it could not be read', () => {
  expect(DICTIONARIES.map((dictionary) => createHash('sha256').update(dictionary).digest('hex'))).toEqual([
    'b265cd1ff6fdeb5a47cf6ebef7f4c406b5c83264639cda1d50ab184546940394',
  ]);
});
