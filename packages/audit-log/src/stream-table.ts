import { HASH_BYTES } from './tree.ts';

export type StreamHead = { readonly n: number; readonly hash: Buffer; readonly at: string };

const FIRST_ROOM = 1024;

/**
 * Stores the last entry of each stream in arrays of numbers and bytes. A log can have a million streams, which would
 * take 700 MB as objects.
 */
export class StreamTable {
  readonly #places = new Map<string, number>();
  #numbers = new Float64Array(FIRST_ROOM);
  #times = new Float64Array(FIRST_ROOM);
  #hashes = Buffer.alloc(FIRST_ROOM * HASH_BYTES);

  get size(): number {
    return this.#places.size;
  }

  get(stream: string): StreamHead | undefined {
    const place = this.#places.get(stream);
    if (place === undefined) return undefined;
    return {
      n: this.#numbers[place] ?? 0,
      hash: this.#hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
      at: new Date(this.#times[place] ?? 0).toISOString(),
    };
  }

  set(stream: string, n: number, hash: Uint8Array, at: string): void {
    let place = this.#places.get(stream);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(stream, place);
      if (place === this.#numbers.length) this.#grow();
    }
    this.#numbers[place] = n;
    this.#times[place] = Date.parse(at);
    this.#hashes.set(hash, place * HASH_BYTES);
  }

  #grow(): void {
    const room = this.#numbers.length * 2;
    const [numbers, times, hashes] = [new Float64Array(room), new Float64Array(room), Buffer.alloc(room * HASH_BYTES)];
    numbers.set(this.#numbers);
    times.set(this.#times);
    hashes.set(this.#hashes);
    [this.#numbers, this.#times, this.#hashes] = [numbers, times, hashes];
  }
}
