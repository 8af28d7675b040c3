import { createHash, randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GLYPHS } from './glyph-dictionary.ts';
import { pack, unpack } from './tail-compression.ts';

const MOST = 2 ** 20;

test('restores any compressed bytes unchanged, and never uses more space than the original', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      const plain = Buffer.from(bytes);
      const kept = pack(plain);
      expect(unpack(kept, MOST)?.equals(plain)).toBe(true);
      if (plain[0] !== 0x78 && plain[0] !== 0x01) expect(kept.length).toBeLessThanOrEqual(plain.length);
    }),
  );
});

test('reads compressed data in the two older formats', () => {
  for (const kept of ['%PDF-1.7 ...', '\n8 0 obj', '22 0 obj']) {
    expect(unpack(Buffer.from(kept), MOST)?.toString()).toBe(kept);
    expect(unpack(deflateSync(kept), MOST, Buffer.from('another'))?.toString()).toBe(kept);
  }
});

const hex = fc.uint8Array({ minLength: 20, maxLength: 600 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const tail = fc
  .array(
    fc.oneof(
      hex,
      fc.string(),
      hex.map((digits) => digits.toUpperCase()),
      hex.map((digits) => digits.slice(1)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Buffer.from(parts.join('<>'), 'latin1'));

test('restores runs of digits unchanged, with and without a dictionary', () => {
  fc.assert(
    fc.property(tail, tail, (plain, against) => {
      for (const other of [undefined, against])
        expect(unpack(pack(plain, other), MOST, other)?.equals(plain)).toBe(true);
    }),
  );
});

test('packs each run of at least 64 hexadecimal digits as one unit, but does not pack shorter runs', () => {
  const stretch = fc.integer({ min: 55, max: 200 }).map((length) => '0123456789abcdef'.repeat(13).slice(0, length));
  fc.assert(
    fc.property(
      fc.array(stretch, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 130 }),
      (parts, before) => {
        // The bytes begin like deflated data, so they are packed even if that does not make them smaller.
        const plain = Buffer.from(`x${'.'.repeat(before)}${parts.join('/')}`);
        const packed = inflateSync(pack(plain).subarray(1), { dictionary: GLYPHS });
        const table = Array.from({ length: 2 * packed.readUInt32LE(0) }, (_, at) => packed.readUInt32LE(4 * (at + 1)));
        let at = 0;
        const expected = [...plain.toString().matchAll(/[0-9a-f]{64,}/g)].flatMap(({ index, 0: { length } }) => {
          const skipped = index - at;
          at = index + 2 * Math.floor(length / 2);
          return [skipped, Math.floor(length / 2)];
        });
        expect(table).toEqual(expected);
      },
    ),
  );
});

test('stores digits in half the space, or in almost no space if the dictionary contains them', () => {
  const digits = randomBytes(2000).toString('hex');
  const [plain, other] = [Buffer.from(`/Contents <${digits}${'0'.repeat(900)}>`), Buffer.from(`/Cert <${digits}>`)];
  expect(pack(plain).length).toBeLessThan(2120);
  expect(pack(plain, other).length).toBeLessThan(100);
  expect(unpack(pack(plain), plain.length - 1), 'the unpacked data has more bytes than expected').toBeUndefined();
});

test('returns undefined if the dictionary for unpacking is missing or differs in one byte', () => {
  const against = randomBytes(300);
  const plain = Buffer.concat([Buffer.from('22 0 obj'), against]);
  const kept = pack(plain, against);
  expect(unpack(kept, MOST, against)).toEqual(plain);
  expect(unpack(kept, MOST)).toBeUndefined();
  const other = Buffer.from(against);
  other[7] = (other[7] ?? 0) ^ 1;
  expect(unpack(kept, MOST, other)).toBeUndefined();
});

test('unpacks data that was packed without a dictionary, even if a dictionary is passed', () => {
  const plain = Buffer.from('22 0 obj of a document whose first tail is too long to pack others against');
  expect(unpack(pack(plain), MOST, randomBytes(300))).toEqual(plain);
});

test('packs and unpacks data that only looks compressed', () => {
  for (const plain of [
    Buffer.from('x'),
    Buffer.from([0x78, 0x01, 0, 0]),
    Buffer.from([0x01]),
    Buffer.from([0x01, 0x78, 0x01, 0, 0]),
    Buffer.concat([Buffer.from('x'), randomBytes(50)]),
  ])
    expect(unpack(pack(plain), MOST)).toEqual(plain);
});

test('detects a flipped bit and data that exceeds the size limit', () => {
  const plain = Buffer.from('/Contents <00000000000000>'.repeat(40));
  const kept = pack(plain);
  for (let at = 1; at < kept.length; at += 1) {
    const changed = Buffer.from(kept);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unpack(changed, MOST)?.equals(plain) ?? false, `byte ${at}`).toBe(false);
  }
  expect(unpack(kept, plain.length - 1)).toBeUndefined();
});

test('keeps the built-in compression dictionary unchanged, because existing data depends on it', () => {
  expect(createHash('sha256').update(GLYPHS).digest('hex')).toBe(
    '0c110e97c69efc7f54c3024370fe9822ec807971eb24489c58708e1cf0845b7a',
  );
});
