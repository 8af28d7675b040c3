import type { Random } from './random.ts';

// Mutates bytes without knowledge of the format.

export function flip(random: Random, source: Buffer): Buffer {
  const copy = Buffer.from(source);
  for (let count = random.few(8); count > 0; count--) {
    const at = random.below(copy.length);
    copy[at] = random.next() < 0.7 ? (copy[at] ?? 0) ^ (1 << random.below(8)) : random.below(256);
  }
  return copy;
}

export function truncate(random: Random, source: Buffer): Buffer {
  const near = random.next() < 0.5 ? source.lastIndexOf('%%EOF', random.below(source.length)) : -1;
  return Buffer.from(source.subarray(0, near < 0 ? random.below(source.length) : near + random.below(8)));
}

/** Removes, duplicates or moves a range of bytes, or inserts a range from another file. */
export function splice(random: Random, source: Buffer, other: Buffer): Buffer {
  const at = random.below(source.length);
  const length = random.few(Math.max(1, source.length >> 2));
  const from = random.below(other.length);
  const piece = other.subarray(from, from + random.few(4096));
  switch (random.below(4)) {
    case 0:
      return Buffer.concat([source.subarray(0, at), source.subarray(at + length)]);
    case 1:
      return Buffer.concat([source.subarray(0, at + length), source.subarray(at)]);
    case 2:
      return Buffer.concat([source.subarray(0, at), piece, source.subarray(at)]);
    default:
      return Buffer.concat([source.subarray(0, at), piece, source.subarray(at + piece.length)]);
  }
}
