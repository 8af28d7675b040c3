const MINUTE_MS = 60_000;
/** How long before its expiry a document is shown as expiring soon. */
const SOON_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * Returns the time before which documents are treated as expiring soon. It is rounded to minutes, so that the query can
 * be cached.
 */
export const endOfSoon = (now: Date): string =>
  new Date(Math.floor((now.getTime() + SOON_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
