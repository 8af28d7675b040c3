/**
 * Periods for filtering lists. A named period, such as last month, depends on the current date. Other periods are
 * ranges such as `2026-10-01..2026-10-31`.
 */
import { zoneName } from '../../ui/zone.ts';
import type { Period } from './period-names.ts';

const DAY_MS = 86_400_000;

/** Returns the first and last day of a period, which are both included. */
export function daysOf(period: Period, now: Date): { from: string; to: string } {
  const today = dayIn(now);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'last-7-days':
      return { from: dayText(year, month, day - 6), to: today };
    case 'this-month':
      return { from: dayText(year, month, 1), to: dayText(year, month + 1, 0) };
    case 'last-month':
      return { from: dayText(year, month - 1, 1), to: dayText(year, month, 0) };
    case 'this-year':
      return { from: dayText(year, 1, 1), to: dayText(year, 12, 31) };
    default: {
      const [from = today, to = today] = period.split('..');
      return { from, to };
    }
  }
}

/** Converts a period to API filters, from midnight at the start of the first day to midnight after the last day. */
export function createdWithin(period: Period, now: Date): { createdAfter: string; createdBefore: string } {
  const { from, to } = daysOf(period, now);
  const [year = 0, month = 1, day = 1] = to.split('-').map(Number);
  return {
    createdAfter: midnight(from).toISOString(),
    createdBefore: midnight(dayText(year, month, day + 1)).toISOString(),
  };
}

/** Formats a day. Days outside the month are accepted, as in `Date.UTC`. */
const dayText = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** Returns the local time in the displayed time zone, encoded as if it were UTC. */
function wallClock(at: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zoneName(),
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const dayIn = (time: Date): string => new Date(wallClock(time.getTime())).toISOString().slice(0, 10);

/**
 * Returns the start of a day in the displayed time zone. Two steps are necessary, because the offset may change on that
 * day.
 */
function midnight(day: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let at = wanted;
  for (let step = 0; step < 2; step += 1) at = wanted - (wallClock(at) - at);
  // If midnight is skipped on this day, the day begins at one o'clock.
  return new Date(dayIn(new Date(at)) === day ? at : at + DAY_MS / 24);
}
