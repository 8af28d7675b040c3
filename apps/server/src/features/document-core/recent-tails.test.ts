import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { pack, unpack } from '../../platform/tail-compression.ts';
import { RecentTails } from './recent-tails.ts';

const MOST = 2 ** 20;
const someTail = (bytes = 1000): Buffer => Buffer.from(`22 0 obj ${randomBytes(bytes / 2).toString('hex')}`);

test('reads a tail it just packed without unpacking it, and packs it in the standard format', () => {
  const recent = new RecentTails(MOST);
  const [first, tail] = [someTail(), someTail()];
  const [keptFirst, kept] = [recent.pack(first), recent.pack(tail, first)];
  expect(recent.unpack(Buffer.from(keptFirst), MOST)).toBe(first);
  expect(recent.unpack(Buffer.from(kept), MOST, first)).toBe(tail);
  expect(unpack(kept, MOST, unpack(keptFirst, MOST))).toEqual(tail);
});

test('unpacks a tail that another process packed once', () => {
  const recent = new RecentTails(MOST);
  const [first, tail] = [someTail(), someTail()];
  const kept = pack(tail, first);
  const read = recent.unpack(kept, MOST, first);
  expect(read).toEqual(tail);
  expect(recent.unpack(kept, MOST, Buffer.from(first))).toBe(read);
});

test('never uses a cached tail for a row that is damaged, has a different first tail or claims to be shorter', () => {
  const recent = new RecentTails(MOST);
  const first = someTail();
  const tail = Buffer.concat([first, someTail(100)]);
  const kept = recent.pack(tail, first);
  const damaged = Buffer.from(kept);
  damaged[20] = (damaged[20] ?? 0) ^ 1;
  expect(recent.unpack(damaged, MOST, first)?.equals(tail) ?? false).toBe(false);
  expect(recent.unpack(kept, MOST)).toBeUndefined();
  expect(recent.unpack(kept, MOST, someTail())).toBeUndefined();
  expect(recent.unpack(kept, tail.length - 1, first)).toBeUndefined();
});

test('keeps a limited number of bytes, most recently used first', () => {
  const recent = new RecentTails(3500);
  const tails = [someTail(), someTail(), someTail()];
  const [a, b, c] = tails.map((tail) => recent.pack(tail));
  expect(recent.unpack(a ?? Buffer.alloc(0), MOST)).toBe(tails[0]);
  recent.pack(someTail());
  expect(recent.unpack(a ?? Buffer.alloc(0), MOST)).toBe(tails[0]);
  expect(recent.unpack(c ?? Buffer.alloc(0), MOST)).toBe(tails[2]);
  const forgotten = recent.unpack(b ?? Buffer.alloc(0), MOST);
  expect(forgotten).toEqual(tails[1]);
  expect(forgotten).not.toBe(tails[1]);
});

test('a very long tail does not evict the others', () => {
  const recent = new RecentTails(MOST);
  const [short, long] = [someTail(), someTail(2 ** 18)];
  const [keptShort, keptLong] = [recent.pack(short), recent.pack(long)];
  expect(recent.unpack(keptLong, MOST)).toEqual(long);
  expect(recent.unpack(keptLong, MOST)).not.toBe(long);
  expect(recent.unpack(keptShort, MOST)).toBe(short);
});
