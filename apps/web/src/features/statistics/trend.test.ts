import { expect, test } from 'vitest';
import { rangeBefore, trendOf } from './trend.ts';

const totals = (sent: number, completionRate: number | null = null) => ({
  sent,
  completionRate,
  medianSecondsToComplete: completionRate === null ? null : 5400,
});

test('compares the documents sent with the period before', () => {
  expect(trendOf(totals(12), totals(10))).toEqual(['20% more than in the period before (10).']);
  expect(trendOf(totals(5), totals(10))).toEqual(['50% fewer than in the period before (10).']);
  expect(trendOf(totals(10), totals(10))).toEqual(['As many as in the period before.']);
  expect(trendOf(totals(10), totals(0))).toEqual(['None were sent in the period before.']);
  expect(trendOf(totals(0), totals(0))).toEqual([]);
  expect(trendOf(totals(10), undefined)).toEqual([]);
});

test('says how many are completed, how fast, and how many were before', () => {
  expect(trendOf(totals(10, 0.9), totals(10, 0.8))).toEqual([
    'As many as in the period before.',
    '90% of them are completed. Half of those took less than 1.5 hours.',
    'In the period before, it was 80%.',
  ]);
});

test('the period before has the same length and ends where this one begins', () => {
  const range = { from: '2026-03-11T00:00:00.000Z', to: '2026-03-21T00:00:00.000Z' };
  expect(rangeBefore(range, { bucket: 'day', timeZone: 'UTC' })).toEqual({
    bucket: 'day',
    timeZone: 'UTC',
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-11T00:00:00.000Z',
  });
});
