/** Formats `2026-11-20T10:45:12.345Z` as `2026-11-20 10:45:12`. */
export function moment(iso: string | null): string {
  return iso === null ? '–' : new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats a local time as `2026-11-20 11:45:12 (UTC+01:00)`. Returns null for an unknown zone. */
export function localMoment(iso: string, timeZone: string): string | null {
  const format = clockOf(timeZone);
  if (format === null) return null;
  const parts = new Map(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const offset = part('timeZoneName').replace('GMT', 'UTC');
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')} (${offset})`;
}

const clocks = new Map<string, Intl.DateTimeFormat | null>();

function clockOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat | null = null;
  try {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    const names = { second: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' } as const;
    made = new Intl.DateTimeFormat('en', { ...parts, ...names, timeZone });
  } catch {
    // The zone is unknown, because it was added in a newer release of the IANA database.
  }
  if (clocks.size < MAX_CLOCKS) clocks.set(timeZone, made);
  return made;
}

/** The maximum number of cached formatters. There are about 600 zones and aliases. */
const MAX_CLOCKS = 1000;
