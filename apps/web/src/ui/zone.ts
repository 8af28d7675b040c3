/** The time zone of displayed times. Imports no texts, so that the first script can use it. */

/** From the signed-in person's profile; undefined: the browser's own. */
let zone: string | undefined;

/**
 * Sets the time zone for all displayed times; null, or a zone that the browser does not support, means the browser's
 * own.
 */
export function showTimesIn(name: string | null): void {
  try {
    zone = name === null ? undefined : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    zone = undefined;
  }
}

/** The current time zone of displayed times, such as "Europe/Berlin". */
export const zoneName = (): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Undefined: the browser's own. */
export const shownZone = (): string | undefined => zone;
