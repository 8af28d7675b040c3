import { expect, test } from 'vitest';
import { dueReminder, hoursLeft, isSettled, nextReminder, type Watched } from './clock.ts';

const AWARE = new Date('2026-11-20T12:00:00Z');
const incident: Watched = { aware_at: AWARE, authority_notified_at: null, closed_at: null };
const after = (hours: number) => new Date(AWARE.getTime() + hours * 3_600_000);

test.each([
  [0, 0, 24, 72],
  [23.99, 0, 24, 49],
  [24, 24, 48, 48],
  [50, 48, 68, 22],
  [68, 68, 72, 4],
  [71.5, 68, 72, 1],
  [72, 72, undefined, 0],
  [500, 72, undefined, 0],
])(
  'calculates the deadlines of an incident after %d hours: due reminder %d, next reminder %s, hours left %d',
  (hours, due, next, left) => {
    const now = after(hours);
    expect(dueReminder(incident, now)).toBe(due);
    expect(nextReminder(incident, now)).toEqual(next === undefined ? undefined : after(next));
    expect(hoursLeft(incident, now)).toBe(left);
  },
);

test('treats an incident as settled once the supervisory authority has been notified or the incident is closed', () => {
  expect(isSettled(incident)).toBe(false);
  expect(isSettled({ ...incident, authority_notified_at: AWARE })).toBe(true);
  expect(isSettled({ ...incident, closed_at: AWARE })).toBe(true);
});
