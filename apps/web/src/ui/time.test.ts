import { expect, test } from 'vitest';
import { daysUntil, relativeTime } from './time.ts';

// Local time, as people read it: the same on a machine in any zone.
const now = new Date(2026, 10, 20, 15, 0);
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

test.each([
  [0.5, 'just now'],
  [5, '5 min ago'],
  [120, 'Today, 13:00'],
  [20 * 60, 'Yesterday, 19:00'],
  [6 * 24 * 60, '14 Nov'],
  [400 * 24 * 60, '16 Oct 2025'],
])('%d minutes ago reads “%s”', (minutes, text) => {
  expect(relativeTime(before(minutes), now, 'en-GB')).toBe(text);
});

test('a time ahead is never “ago”', () => {
  expect(relativeTime(before(-30), now, 'en-GB')).toBe('Today, 15:30');
});

test('days are counted from midnight, as a deadline is', () => {
  expect(daysUntil(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('today');
  expect(daysUntil(new Date(2026, 10, 21, 0, 1).toISOString(), now)).toBe('tomorrow');
  expect(daysUntil(new Date(2026, 11, 2, 9, 0).toISOString(), now)).toBe('in 12 days');
});
