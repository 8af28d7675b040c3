/**
 * A small seeded generator (mulberry32). A case is determined by its seed and its number, and is the same on every
 * machine.
 */
export class Random {
  private state: number;

  constructor(seed: number, index: number) {
    this.state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Returns a random integer, usually a small one. */
  few(limit: number): number {
    return 1 + Math.floor(this.next() ** 3 * limit);
  }
}
