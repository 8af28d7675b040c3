/** The inclusion promise: how soon a checkpoint covers a recorded entry. */

/** Several times what it takes: a batch each second, and a checkpoint every 15 seconds. */
export const COVERED_WITHIN_MS = 60_000;

/** @param at time of the entry, ISO 8601 */
export const coveredBy = (at: string): string => new Date(Date.parse(at) + COVERED_WITHIN_MS).toISOString();
