import { describe, expect, test } from 'vitest';
import { addTo, classOf, DurationSum, readHistogram, writeHistogram, type Histogram } from './histogram.ts';

/** A generator of pseudorandom numbers that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

const histogramOf = (durations: readonly number[]): Histogram => {
  const histogram: Histogram = new Map();
  for (const duration of durations) addTo(histogram, classOf(duration), 1);
  return histogram;
};
const sumOf = (...histograms: readonly Histogram[]): DurationSum => {
  const sum = new DurationSum();
  sum.add(Buffer.concat(histograms.map(writeHistogram)), 1);
  return sum;
};
const medianOf = (histogram: Histogram) => sumOf(histogram).median();
const trueMedian = (durations: readonly number[]): number => {
  const sorted = durations.toSorted((one, other) => one - other);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
};

describe('median of a histogram', () => {
  test.each([
    ['evenly distributed', (random: number) => 1 + random * 3_600_000],
    ['between milliseconds and a year', (random: number) => 10 ** (random * 10.5)],
    ['in two distant clusters', (random: number) => (random < 0.5 ? 5000 + random : 86_400_000 + random)],
    ['all equal', () => 123_456],
  ])('estimates the median to within two percent of the exact value for durations that are %s', (_, shape) => {
    const random = numbers(7);
    for (const count of [1, 2, 3, 10, 101, 1000]) {
      const durations = Array.from({ length: count }, () => Math.round(shape(random.next().value)));
      const found = medianOf(histogramOf(durations)) ?? Number.NaN;
      expect(Math.abs(found - trueMedian(durations)) / trueMedian(durations)).toBeLessThan(0.02);
    }
  });

  test('returns null as the median of no values, even after a subtraction', () => {
    const histogram = histogramOf([5, 7]);
    for (const duration of [5, 7]) addTo(histogram, classOf(duration), -1);
    expect(medianOf(histogram)).toBeNull();
    expect(medianOf(new Map())).toBeNull();
  });
});

test('reads a stored histogram and calculates the sum of several histograms', () => {
  const [one, other] = [histogramOf([1, 1, 900, 4e9]), histogramOf([900, 31_536_000_000])];
  expect(readHistogram(writeHistogram(one))).toEqual(one);
  expect(sumOf(one, other)).toEqual(sumOf(histogramOf([1, 1, 900, 4e9, 900, 31_536_000_000])));
});

test('adds two histograms, and then subtracts one of them', () => {
  const [one, other] = [histogramOf([1, 1, 900, 4e9]), histogramOf([900, 3e12])];
  const sum = sumOf(one);
  sum.addSum(sumOf(other));
  expect(sum).toEqual(sumOf(one, other));
  sum.add(writeHistogram(one), -1);
  expect(sum.median()).toBe(medianOf(other));
});

test('stores durations of up to a hundred years in two bytes', () => {
  expect(classOf(100 * 366 * 86_400_000)).toBeLessThan(65_536);
  expect(classOf(0)).toBe(0);
  expect(classOf(-5)).toBe(0);
});
