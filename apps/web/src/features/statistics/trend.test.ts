import { expect, test } from 'vitest';
import { rangeBefore, trendOf } from './trend.ts';

const totals = (sent: number, completionRate: number | null = null) => ({
  sent,
  completionRate,
  medianSecondsToComplete: completionRate === null ? null : 5400,
});

test('compares the number of sent documents with that of the previous period', () => {
  expect(trendOf(totals(12), totals(10))).toEqual(['20% more than in the previous period (10).']);
  expect(trendOf(totals(5), totals(10))).toEqual(['50% fewer than in the previous period (10).']);
  expect(trendOf(totals(10), totals(10))).toEqual(['No change from the previous period.']);
  expect(trendOf(totals(10), totals(0))).toEqual(['No documents were sent in the previous period.']);
  expect(trendOf(totals(0), totals(0))).toEqual([]);
  expect(trendOf(totals(10), undefined)).toEqual([]);
});

test('states the completion rate, the median completion time, and the completion rate in the previous period', () => {
  expect(trendOf(totals(10, 0.9), totals(10, 0.8))).toEqual([
    'No change from the previous period.',
    '90% of them have been completed. Half of those took less than 1.5 hours.',
    'In the previous period, 80% were completed.',
  ]);
});

test('compares statistics with those of an equally long period that ends where the current one begins', () => {
  const berlin = { from: '2026-02-28T23:00:00.000Z', to: '2026-05-31T22:00:00.000Z', timeZone: 'Europe/Berlin' };
  const before = (bucket: 'day' | 'month', count: number) =>
    rangeBefore({ ...berlin, bucket, series: Array.from({ length: count }) });
  expect(before('month', 3)).toEqual({
    bucket: 'month',
    timeZone: 'Europe/Berlin',
    from: '2025-12-01',
    to: berlin.from,
  });
  expect(before('day', 92).from).toBe('2025-11-29');
  const hours = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-02T06:00:00.000Z', timeZone: 'UTC', series: [] };
  expect(rangeBefore({ ...hours, bucket: 'hour' }).from).toBe('2026-03-01T18:00:00.000Z');
});
