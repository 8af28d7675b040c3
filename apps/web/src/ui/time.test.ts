import { afterEach, expect, test } from 'vitest';
import { daysUntil, deadline, exactTime, relativeTime } from './time.ts';
import { showTimesIn } from './zone.ts';

// The time is local, so that the test passes in any time zone.
const now = new Date(2026, 10, 20, 15, 0);
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

test.each([
  [0.5, 'just now'],
  [5, '5 min ago'],
  [120, 'today, 13:00'],
  [20 * 60, 'yesterday, 19:00'],
  [6 * 24 * 60, '14 Nov'],
  [400 * 24 * 60, '16 Oct 2025'],
])('formats %d minutes ago as “%s”', (minutes, text) => {
  expect(relativeTime(before(minutes), now, 'en-GB')).toBe(text);
});

test('never shows a future time as “ago”', () => {
  expect(relativeTime(before(-30), now, 'en-GB')).toBe('today, 15:30');
});

test('counts the days until a deadline from midnight', () => {
  expect(daysUntil(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('today');
  expect(daysUntil(new Date(2026, 10, 21, 0, 1).toISOString(), now)).toBe('tomorrow');
  expect(daysUntil(new Date(2026, 11, 2, 9, 0).toISOString(), now)).toBe('in 12 days');
});

afterEach(() => showTimesIn(null));

test("uses the profile's time zone for times, days and the name of the zone", () => {
  const at = '2026-11-20T03:30:00Z';
  showTimesIn('America/New_York');
  expect(relativeTime(at, new Date('2026-11-20T15:00:00Z'), 'en-GB')).toBe('yesterday, 22:30');
  expect(daysUntil('2026-11-21T03:00:00Z', new Date(at))).toBe('tomorrow');
  expect(exactTime(at, 'en-US')).toBe('November 19, 2026 at 10:30:00 PM EST');
  showTimesIn('Asia/Tokyo');
  expect(relativeTime(at, new Date('2026-11-20T08:00:00Z'), 'en-GB')).toBe('today, 12:30');
  expect(deadline(at, 'en-GB')).toBe('20 November 2026 at 12:30 GMT+9');
});

test("keeps the browser's time zone if the profile's time zone is not supported", () => {
  const at = '2026-11-20T03:30:00Z';
  const own = exactTime(at);
  showTimesIn('Mars/Olympus_Mons');
  expect(exactTime(at)).toBe(own);
});
