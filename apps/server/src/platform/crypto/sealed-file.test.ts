import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CHUNK_BYTES } from '../ports/blob-store.ts';
import {
  checkHeader,
  FileSealer,
  HEADER_BYTES,
  newDataKey,
  openChunk,
  openChunkUnchecked,
  placeOf,
  plainSize,
  sealedSize,
} from './sealed-file.ts';

const SIZES = [0, 1, 15, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 77];

/** Yields pieces of random sizes, as they arrive over a network. */
function seal(key: Uint8Array, bytes: Uint8Array, largest = 2 * CHUNK_BYTES): Buffer {
  const sealer = new FileSealer(key);
  const written: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.subarray(at, at + 1 + Math.floor(Math.random() * largest));
    written.push(...sealer.update(piece));
    at += piece.length;
  }
  return Buffer.concat([...written, ...sealer.final()]);
}

function open(key: Uint8Array, file: Uint8Array, size: number): Buffer {
  checkHeader(file.subarray(0, HEADER_BYTES));
  if (file.length !== sealedSize(size)) throw new Error('another size');
  const opened: Buffer[] = [];
  for (let index = 0; ; index += 1) {
    const { start, length, isLast } = placeOf(index, size);
    opened.push(openChunk(key, { index, isLast }, file.subarray(start, start + length)));
    if (isLast) return Buffer.concat(opened);
  }
}

test.each(SIZES)(
  'encrypts %i bytes, written in pieces of any size, to a file of the predicted length that decrypts to the same bytes',
  (size) => {
    const [key, bytes] = [newDataKey(), randomBytes(size)];
    for (const largest of [7000, 100_000, 500_000]) {
      const file = seal(key, bytes, largest);
      expect(file).toHaveLength(sealedSize(size));
      expect(plainSize(file.length)).toBe(size);
      expect(open(key, file, size).equals(bytes)).toBe(true);
    }
  },
);

test('creates the same encrypted file from pieces of any size, and a different file with another key', () => {
  const [key, bytes] = [newDataKey(), randomBytes(200_000)];
  expect(seal(key, bytes, 100).equals(seal(key, bytes, 100_000))).toBe(true);
  expect(
    seal(newDataKey(), bytes).subarray(HEADER_BYTES, 100).equals(seal(key, bytes).subarray(HEADER_BYTES, 100)),
  ).toBe(false);
});

test('writes no plaintext to the sealed file', () => {
  const marker = Buffer.from('a sentence that nobody may read');
  const file = seal(newDataKey(), Buffer.concat(Array.from({ length: 10_000 }, () => marker)));
  expect(file.includes(marker.subarray(0, 8))).toBe(false);
});

describe('modified sealed file', () => {
  const key = newDataKey();
  const size = 2 * CHUNK_BYTES + 500;
  const bytes = randomBytes(size);
  const file = seal(key, bytes);
  const changed = (change: (copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(file);
    change(copy);
    return copy;
  };
  const chunk = (index: number): { start: number; end: number } => {
    const { start, length } = placeOf(index, size);
    return { start, end: start + length };
  };

  test('detects a flipped bit in every byte of a short sealed file', () => {
    const short = seal(key, bytes.subarray(0, 300));
    for (let at = 0; at < short.length; at += 1) {
      const copy = Buffer.from(short);
      copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
      expect(() => open(key, copy, 300), `byte ${at}`).toThrow(/encrypted/);
    }
  });

  test('detects a flipped bit in each chunk of a sealed file, at its ends, in its tag and at random positions', () => {
    for (const index of [0, 1, 2]) {
      const { start, end } = chunk(index);
      const places = [start, end - 17, end - 16, end - 1];
      for (let n = 0; n < 50; n += 1) places.push(start + Math.floor(Math.random() * (end - start)));
      for (const at of places) {
        const copy = changed((one) => (one[at] = (one[at] ?? 0) ^ 0x10));
        expect(() => open(key, copy, size), `byte ${at}`).toThrow(/chunk/);
      }
    }
  });

  test('detects chunks that are swapped, repeated, omitted or copied from another file', () => {
    const [first, second] = [chunk(0), chunk(1)];
    const [one, two] = [file.subarray(first.start, first.end), file.subarray(second.start, second.end)];
    const exchanged = Buffer.concat([file.subarray(0, HEADER_BYTES), two, one, file.subarray(second.end)]);
    expect(() => open(key, exchanged, size)).toThrow(/chunk 0/);
    const repeated = Buffer.concat([file.subarray(0, second.start), one, file.subarray(second.end)]);
    expect(() => open(key, repeated, size)).toThrow(/chunk 1/);
    const without = Buffer.concat([file.subarray(0, first.end), file.subarray(second.end)]);
    expect(() => open(key, without, size - CHUNK_BYTES)).toThrow(/chunk 1/);
    const other = seal(newDataKey(), bytes);
    const mixed = changed((copy) => void other.copy(copy, second.start, second.start, second.end));
    expect(() => open(key, mixed, size)).toThrow(/chunk 1/);
  });

  test('detects a truncated or extended sealed file, even if the reader accepts the new length', () => {
    const whole = seal(key, bytes.subarray(0, 2 * CHUNK_BYTES));
    expect(() => open(key, whole.subarray(0, chunk(0).end), CHUNK_BYTES)).toThrow(/chunk 0/);
    const continued = Buffer.concat([whole, file.subarray(chunk(2).start)]);
    expect(() => open(key, continued, size)).toThrow(/chunk 1/);
  });

  test('rejects another key, and rejects the header of another version', () => {
    expect(() => open(newDataKey(), file, size)).toThrow(/chunk 0/);
    expect(() =>
      open(
        key,
        changed((copy) => (copy[6] = 2)),
        size,
      ),
    ).toThrow(/was not encrypted by this installation/);
  });
});

test('decrypts a damaged chunk for inspection without verifying it, so that only the changed byte differs', () => {
  const [key, bytes] = [newDataKey(), randomBytes(500)];
  const file = seal(key, bytes);
  file[HEADER_BYTES + 40] = (file[HEADER_BYTES + 40] ?? 0) ^ 1;
  const seen = openChunkUnchecked(key, { index: 0, isLast: true }, file.subarray(HEADER_BYTES));
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  expect(seen.equals(bytes)).toBe(true);
});
