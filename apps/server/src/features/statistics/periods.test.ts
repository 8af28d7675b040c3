import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Grain, segmentsOf } from './periods.ts';

const QUARTER_MS = 900_000;
const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const shown = (segments: ReturnType<typeof segmentsOf>) =>
  segments.map(({ grain, from, to, sign }) => {
    const time = (at: Date) => at.toISOString().slice(0, 16);
    return `${sign > 0 ? '+' : '-'}${grain} ${time(from)} ${time(to)}`;
  });

describe('division of a date range into stored periods', () => {
  test.each([
    ['a year', '2026-01-01T00:00Z', '2027-01-01T00:00Z', ['+3 2026-01-01T00:00 2027-01-01T00:00']],
    [
      'a day in Berlin',
      '2026-01-12T23:00Z',
      '2026-01-13T23:00Z',
      [
        '+2 2026-01-13T00:00 2026-01-14T00:00',
        '+1 2026-01-12T23:00 2026-01-13T00:00',
        '-1 2026-01-13T23:00 2026-01-14T00:00',
      ],
    ],
    [
      'a month in Berlin',
      '2026-01-31T23:00Z',
      '2026-02-28T23:00Z',
      [
        '+3 2026-02-01T00:00 2026-03-01T00:00',
        '+1 2026-01-31T23:00 2026-02-01T00:00',
        '-1 2026-02-28T23:00 2026-03-01T00:00',
      ],
    ],
    ['an hour', '2026-03-01T18:00Z', '2026-03-01T19:00Z', ['+1 2026-03-01T18:00 2026-03-01T19:00']],
    [
      'an hour in Kathmandu',
      '2026-03-01T18:15Z',
      '2026-03-01T19:15Z',
      [
        '+1 2026-03-01T18:00 2026-03-01T19:00',
        '-0 2026-03-01T18:00 2026-03-01T18:15',
        '+0 2026-03-01T19:00 2026-03-01T19:15',
      ],
    ],
    ['nothing', '2026-05-05T10:15Z', '2026-05-05T10:15Z', []],
  ])('divides the range into the fewest stored periods: %s', (_, from, to, segments) => {
    expect(shown(segmentsOf(range(from, to)))).toEqual(segments);
  });

  test('covers each moment of the range exactly once, and no moment outside the range', () => {
    const starts: Record<Grain, (at: Date) => number> = {
      0: (at) => at.getTime() % QUARTER_MS,
      1: (at) => at.getTime() % (4 * QUARTER_MS),
      2: (at) => at.getTime() % (96 * QUARTER_MS),
      3: (at) => at.getTime() - Date.UTC(at.getUTCFullYear(), at.getUTCMonth()),
    };
    const begin = Date.UTC(2025, 10, 3, 7, 45) / QUARTER_MS;
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(20_000), fc.nat(300), (start, length, moment) => {
        const [from, to] = [(begin + start) * QUARTER_MS, (begin + start + length) * QUARTER_MS];
        const segments = segmentsOf({ from: new Date(from), to: new Date(to) });
        for (const { grain, from: first, to: last } of segments)
          expect([starts[grain](first), starts[grain](last), first < last]).toEqual([0, 0, true]);
        // Tests both ends, the moments just before them, and one moment in between.
        for (const at of [from, to, from - 1, to - 1, from + moment * (to - from) * 0.01 - QUARTER_MS]) {
          const times = segments.reduce((sum, one) => sum + (at >= +one.from && at < +one.to ? one.sign : 0), 0);
          expect(times).toBe(at >= from && at < to ? 1 : 0);
        }
      }),
      { numRuns: 300 },
    );
  });
});
