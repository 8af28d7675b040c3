import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
