import { afterEach, describe, expect, test } from 'vitest';
import { showTimesIn } from '../../ui/zone.ts';
import { createdWithin, daysOf } from './period.ts';
import { parsePeriod } from './period-names.ts';

const NOW = new Date('2026-03-02T23:30:00Z');
afterEach(() => showTimesIn(null));

test('parses named periods and ranges of days, and ignores other values', () => {
  expect(parsePeriod('last-month')).toBe('last-month');
  expect(parsePeriod('2026-01-05..2026-02-01')).toBe('2026-01-05..2026-02-01');
  for (const raw of ['', 'yesterday', '2026-02-01..2026-01-05', '2026-13-01..2026-13-02', '2026-01-01', 7, undefined])
    expect(parsePeriod(raw)).toBeUndefined();
});

describe('days of a period', () => {
  test.each([
    ['today', '2026-03-02', '2026-03-02'],
    ['last-7-days', '2026-02-24', '2026-03-02'],
    ['this-month', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['this-year', '2026-01-01', '2026-12-31'],
    ['2025-12-30..2026-01-02', '2025-12-30', '2026-01-02'],
  ] as const)('returns the days of the period "%s"', (period, from, to) => {
    showTimesIn('UTC');
    expect(daysOf(period, NOW)).toEqual({ from, to });
  });

  test('uses the time zone of the displayed times', () => {
    showTimesIn('Asia/Tokyo');
    expect(daysOf('today', NOW)).toEqual({ from: '2026-03-03', to: '2026-03-03' });
  });

  test('returns December for the period "last month" in January', () => {
    showTimesIn('UTC');
    expect(daysOf('last-month', new Date('2026-01-15T12:00:00Z'))).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});

describe('date filters in API requests', () => {
  test.each([
    ['UTC', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    // Daylight saving time begins within this month, so the two offsets differ.
    ['Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-02-28T18:15:00.000Z', '2026-03-31T18:15:00.000Z'],
  ])('starts and ends a date range at midnight in %s', (zone, createdAfter, createdBefore) => {
    showTimesIn(zone);
    expect(createdWithin('2026-03-01..2026-03-31', NOW)).toEqual({ createdAfter, createdBefore });
  });

  test('starts with the first moment of a day without midnight', () => {
    showTimesIn('Africa/Cairo');
    // In Egypt, daylight saving time began on 24 April 2026 at midnight, when the clocks were set to one o'clock.
    expect(createdWithin('2026-04-24..2026-04-24', NOW)).toEqual({
      createdAfter: '2026-04-23T22:00:00.000Z',
      createdBefore: '2026-04-24T21:00:00.000Z',
    });
  });
});
