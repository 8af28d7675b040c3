/**
 * Durations by classes that grow by 3 %: the middle of a class is at most 1.5 % away from whatever fell into it, and so is a median
 * read off the classes (the sketch of DDSketch, VLDB 2019, §2.1). A class that is not empty takes six bytes.
 */
const ACCURACY = 0.015;
const GROWTH = (1 + ACCURACY) / (1 - ACCURACY);
const BYTES = 6;

/** Class -> how many. */
export type Histogram = Map<number, number>;

/** The class of a duration. Nothing is told apart below a millisecond. */
export function classOf(ms: number): number {
  return ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(GROWTH));
}

const middleOf = (found: number): number => (2 * GROWTH ** found) / (GROWTH + 1);

/** Adds so many durations of a class; fewer than none are taken away. */
export function addTo(histogram: Histogram, found: number, count: number): void {
  const sum = (histogram.get(found) ?? 0) + count;
  if (sum === 0) histogram.delete(found);
  else histogram.set(found, sum);
}

/** As it is stored. */
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

/** Of one stored histogram, or of several one after the other: there may be hundreds of thousands of classes to add up. */
export function readHistogram(bytes: Buffer): Histogram {
  const counts: number[] = [];
  for (let at = 0; at < bytes.length; at += BYTES) {
    const found = bytes.readUInt16BE(at);
    while (counts.length <= found) counts.push(0);
    counts[found] = (counts[found] ?? 0) + bytes.readUInt32BE(at + 2);
  }
  return new Map([...counts.entries()].filter(([, sum]) => sum > 0));
}

/** In milliseconds; null of nothing. Of an even number it is halfway between the middle two, as ever. */
export function medianOf(histogram: Histogram): number | null {
  const classes = [...histogram].toSorted(([one], [other]) => one - other);
  const count = classes.reduce((sum, [, own]) => sum + own, 0);
  if (count === 0) return null;
  const at = (place: number): number => {
    let passed = 0;
    for (const [found, own] of classes) {
      passed += own;
      if (passed > place) return middleOf(found);
    }
    throw new Error(`there is no place ${place} in a histogram of ${count}`);
  };
  return (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2;
}
