/**
 * A histogram of durations, in classes that grow by 3%. The middle of a class is at most 1.5% away from any of its
 * values, so a median computed from the classes is equally accurate (the sketch of DDSketch, VLDB 2019, §2.1). A class
 * that is not empty takes six bytes.
 */
const ACCURACY = 0.015;
const GROWTH = (1 + ACCURACY) / (1 - ACCURACY);
const BYTES = 6;

export type Histogram = Map<number, number>;

/** Durations below a millisecond share one class. */
export function classOf(ms: number): number {
  return ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(GROWTH));
}

const middleOf = (found: number): number => (2 * GROWTH ** found) / (GROWTH + 1);

export function addTo(histogram: Histogram, found: number, count: number): void {
  const sum = (histogram.get(found) ?? 0) + count;
  if (sum === 0) histogram.delete(found);
  else histogram.set(found, sum);
}

export function writeHistogram(histogram: Histogram): Buffer {
  const bytes = Buffer.alloc(histogram.size * BYTES);
  let at = 0;
  for (const [found, count] of [...histogram].toSorted(([one], [other]) => one - other)) {
    bytes.writeUInt16BE(found, at);
    bytes.writeUInt32BE(count, at + 2);
    at += BYTES;
  }
  return bytes;
}

export function readHistogram(bytes: Buffer): Histogram {
  const histogram: Histogram = new Map();
  for (let at = 0; at < bytes.length; at += BYTES) addTo(histogram, bytes.readUInt16BE(at), bytes.readUInt32BE(at + 2));
  return histogram;
}

/** The initial number of classes, enough for durations of more than six hundred years. */
const CLASSES = 1024;

/**
 * Adds up durations without allocating memory for each class, because the daily histograms of a year have hundreds of
 * thousands of classes.
 */
export class DurationSum {
  #counts = new Float64Array(CLASSES);

  /** Adds one stored histogram or several concatenated ones. A sign of -1 subtracts them. */
  add(bytes: Buffer, sign: 1 | -1): void {
    for (let at = 0; at < bytes.length; at += BYTES) {
      const found = bytes.readUInt16BE(at);
      if (found >= this.#counts.length) this.#widen(found + 1);
      this.#counts[found] = (this.#counts[found] ?? 0) + sign * bytes.readUInt32BE(at + 2);
    }
  }

  addSum(other: DurationSum): void {
    if (other.#counts.length > this.#counts.length) this.#widen(other.#counts.length);
    other.#counts.forEach((count, found) => {
      this.#counts[found] = (this.#counts[found] ?? 0) + count;
    });
  }

  #widen(length: number): void {
    const wider = new Float64Array(length);
    wider.set(this.#counts);
    this.#counts = wider;
  }

  /**
   * Returns the median in milliseconds. For an even number of values, it is the mean of the middle two. Null if there
   * are no values.
   */
  median(): number | null {
    const count = this.#counts.reduce((sum, own) => sum + own, 0);
    if (count === 0) return null;
    return (this.#at(Math.floor((count - 1) / 2)) + this.#at(Math.floor(count / 2))) / 2;
  }

  #at(place: number): number {
    let passed = 0;
    const found = this.#counts.findIndex((own) => (passed += own) > place);
    if (found < 0) throw new Error(`rank ${place} is out of range: there are ${passed} values`);
    return middleOf(found);
  }
}
