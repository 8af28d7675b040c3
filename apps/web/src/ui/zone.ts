/** The time zone of displayed times. This file imports no translated strings, so that the first script can use it. */

/** The time zone in the signed-in person's profile. Undefined means the browser's own. */
let zone: string | undefined;

/**
 * Sets the time zone for all displayed times. Null or a zone that the browser does not support means the browser's own
 * zone.
 */
export function showTimesIn(name: string | null): void {
  try {
    zone = name === null ? undefined : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    zone = undefined;
  }
}

/** Returns the time zone of displayed times, such as "Europe/Berlin". */
export const zoneName = (): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the chosen time zone. Undefined means the browser's own. */
export const shownZone = (): string | undefined => zone;
