import { shownLocale } from '../api/language.ts';
import { m } from './texts.ts';
import { shownZone } from './zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const format = (options: Intl.DateTimeFormatOptions, locale?: string) =>
  new Intl.DateTimeFormat(locale ?? shownLocale(), { ...options, timeZone: shownZone() });

/** Returns the calendar day in the displayed time zone, as a number that increases by one per day. */
function dayNumber(time: Date): number {
  const parts = format(
    { calendar: 'gregory', numberingSystem: 'latn', year: 'numeric', month: 'numeric', day: 'numeric' },
    'en',
  );
  const of = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(of['year'] ?? 0, (of['month'] ?? 1) - 1, of['day'] ?? 1) / (24 * HOUR);
}

const daysApart = (a: Date, b: Date): number => dayNumber(b) - dayNumber(a);

/**
 * Formats a time in everyday words, such as "just now", "5 min ago", "today, 09:12", "yesterday, 17:40", "14 Nov" or
 * "14 Nov 2024".
 */
export function relativeTime(iso: string, now: Date, locale?: string): string {
  const then = new Date(iso);
  const age = now.getTime() - then.getTime();
  const clock = format({ hour: '2-digit', minute: '2-digit' }, locale).format(then);
  if (age >= 0 && age < MINUTE) return m.time.justNow;
  if (age >= 0 && age < HOUR) return m.time.minAgo(Math.floor(age / MINUTE));
  const days = daysApart(then, now);
  if (days === 0) return m.time.today(clock);
  if (days === 1) return m.time.yesterday(clock);
  const year = (time: Date) => format({ calendar: 'gregory', year: 'numeric' }, 'en').format(time);
  return format(
    { day: 'numeric', month: 'short', ...(year(then) === year(now) ? {} : { year: 'numeric' }) },
    locale,
  ).format(then);
}

/** Formats the full date and time with the zone, for records. */
export const exactTime = (iso: string, locale?: string): string =>
  format(
    {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    },
    locale,
  ).format(new Date(iso));

/** Formats the end of a period to the minute and with the zone, because a deadline is an exact time. */
export const deadline = (time: Date | string, locale?: string): string =>
  format(
    { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    locale,
  ).format(new Date(time));

export const dayOf = (time: Date | string, locale?: string): string =>
  format({ day: 'numeric', month: 'long', year: 'numeric' }, locale).format(new Date(time));

/** Formats the time of day, for use beside the name of the day. */
export const clockOf = (time: string, locale?: string): string =>
  format({ hour: '2-digit', minute: '2-digit' }, locale).format(new Date(time));

/** Returns text such as "in 12 days", "tomorrow", "today" or "3 days ago". */
export function daysUntil(iso: string, now: Date): string {
  const days = daysApart(now, new Date(iso));
  if (days === 0) return m.time.todayAlone;
  if (days === 1) return m.time.tomorrow;
  return days > 0 ? m.time.inDays(days) : m.time.daysAgo(-days);
}
