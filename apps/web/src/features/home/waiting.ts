const MINUTE_MS = 60_000;
/** So long before its end a document is shown as expiring. */
const SOON_MS = 7 * 24 * 60 * MINUTE_MS;

/** What ends before this moment ends soon. To the minute, so that the same question is asked again for a while. */
export const endOfSoon = (now: Date): string =>
  new Date(Math.floor((now.getTime() + SOON_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
