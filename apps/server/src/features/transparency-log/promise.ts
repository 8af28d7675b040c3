/** The inclusion promise: the time within which a checkpoint covers a recorded entry. */

/**
 * The promised time. Entries are usually covered several times faster, because there is a batch every second and a
 * checkpoint every 15 seconds.
 */
export const COVERED_WITHIN_MS = 60_000;

/** @param at the time of the entry, ISO 8601 */
export const coveredBy = (at: string): string => new Date(Date.parse(at) + COVERED_WITHIN_MS).toISOString();
