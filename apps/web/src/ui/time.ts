const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const daysApart = (a: Date, b: Date): number => {
  const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  return Math.round((midnight(b) - midnight(a)) / (24 * HOUR));
};

/** A time as one says it: "just now", "5 min ago", "Today, 09:12", "Yesterday, 17:40", "14 Nov", "14 Nov 2024". */
export function relativeTime(iso: string, now: Date, locale?: string): string {
  const then = new Date(iso);
  const age = now.getTime() - then.getTime();
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(then);
  if (age >= 0 && age < MINUTE) return 'just now';
  if (age >= 0 && age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  const days = daysApart(then, now);
  if (days === 0) return `Today, ${clock}`;
  if (days === 1) return `Yesterday, ${clock}`;
  const sameYear = then.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(then);
}

/** Date and time in full, with the zone: what a record needs. */
export const exactTime = (iso: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));

export const dayOf = (time: Date | string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(time));

/** "in 12 days", "tomorrow", "today", "3 days ago". */
export function daysUntil(iso: string, now: Date): string {
  const days = daysApart(now, new Date(iso));
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days > 0 ? `in ${days} days` : `${-days} day${days === -1 ? '' : 's'} ago`;
}
