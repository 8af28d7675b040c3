import { describe, expect, test } from 'vitest';
import { type Bucket, MAX_BUCKETS, Zone } from './time-zone.ts';

const buckets = (name: string, bucket: Bucket, from: string, to: string) =>
  new Zone(name).buckets(bucket, { from: new Date(from), to: new Date(to) });
const starts = (...asked: Parameters<typeof buckets>) =>
  buckets(...asked).map(({ from }) => from.toISOString().slice(0, 16));

describe('time buckets of statistics', () => {
  test('creates day buckets of 23 and 25 hours when the clocks change', () => {
    const hours = (day: string) =>
      buckets('Europe/Berlin', 'day', day, `${day.slice(0, 10)}T12:00Z`).map(
        ({ from, to }) => (to.getTime() - from.getTime()) / 3_600_000,
      );
    expect(hours('2026-03-29T00:00Z')).toEqual([23]);
    expect(hours('2026-10-25T00:00Z')).toEqual([25]);
    expect(hours('2026-10-26T00:00Z')).toEqual([24]);
  });

  test.each([
    ['Asia/Kolkata', '2026-05-01T12:00Z', ['2026-04-30T18:30', '2026-05-01T18:30']],
    ['Asia/Kathmandu', '2026-05-01T12:00Z', ['2026-04-30T18:15', '2026-05-01T18:15']],
    // In Santiago, 6 September 2026 has no midnight: the day begins at one o'clock.
    ['America/Santiago', '2026-09-05T12:00Z', ['2026-09-05T04:00', '2026-09-06T04:00', '2026-09-07T03:00']],
    // In Havana, clocks go back from one o'clock to midnight on 1 November 2026: the day begins with the first
    // midnight.
    ['America/Havana', '2026-10-31T12:00Z', ['2026-10-31T04:00', '2026-11-01T04:00', '2026-11-02T05:00']],
  ])('starts the days of %s at their local start', (zone, from, expected) => {
    const to = new Date(new Date(from).getTime() + (expected.length - 1) * 86_400_000).toISOString();
    expect(starts(zone, 'day', from, to)).toEqual(expected);
  });

  test('starts weeks on Monday and months on the first', () => {
    expect(starts('UTC', 'week', '2026-03-01T00:00Z', '2026-03-10T00:00Z')).toEqual([
      '2026-02-23T00:00',
      '2026-03-02T00:00',
      '2026-03-09T00:00',
    ]);
    expect(starts('America/New_York', 'month', '2026-12-31T23:00Z', '2027-02-02T00:00Z')).toEqual([
      '2026-12-01T05:00',
      '2027-01-01T05:00',
      '2027-02-01T05:00',
    ]);
    expect(starts('Asia/Kolkata', 'hour', '2026-01-01T00:10Z', '2026-01-01T01:31Z')).toEqual([
      '2025-12-31T23:30',
      '2026-01-01T00:30',
      '2026-01-01T01:30',
    ]);
  });

  test('creates gapless buckets, aligned to quarter hours, for a year in every time zone', () => {
    for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC'].filter((_, index) => index % 12 === 0)) {
      const days = buckets(name, 'day', '2026-01-01T12:00Z', '2027-01-01T00:00Z');
      expect(days.length).toBeGreaterThanOrEqual(365);
      for (const [index, { from, to }] of days.entries()) {
        expect(to).toEqual(days[index + 1]?.from ?? to);
        expect(from.getTime() % 900_000).toBe(0);
        expect(to.getTime() - from.getTime()).toBeGreaterThanOrEqual(22 * 3_600_000);
      }
    }
  });

  test('stops one bucket past the limit', () => {
    expect(buckets('UTC', 'hour', '2020-01-01T00:00Z', '2026-01-01T00:00Z')).toHaveLength(MAX_BUCKETS + 1);
  });
});
