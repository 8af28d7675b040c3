/** Decides whether and when a request is retried. */
import { ApiError } from './errors.ts';

export type Retries = {
  /** The maximum number of retries. */
  times: number;
  /** The longest pause before a retry. If the server requests a longer pause, the error is thrown. */
  longestPauseMs: number;
  /** Whether to retry a request that got no response. Set this to false if the page monitors the connection itself. */
  unanswered: boolean;
};

const FIRST_PAUSE_MS = 300;
/**
 * Statuses for which a retry can succeed. After a 429, or after a 503 to a request without an idempotency key, the
 * request was not executed. A 502 or 504 comes from a proxy.
 */
const PASSING: ReadonlySet<number> = new Set([0, 408, 429, 502, 503, 504]);

/**
 * Returns the pause before the next attempt, or null if the request must not be retried.
 *
 * @param tries number of failed attempts
 * @param random a number from 0 to 1, which spreads the retries of clients that failed together
 */
export function pauseBefore(error: unknown, tries: number, retries: Retries, random = Math.random()): number | null {
  if (!(error instanceof ApiError) || tries > retries.times) return null;
  if (error.status === 0 && !retries.unanswered) return null;
  if (!PASSING.has(error.status) && error.code !== 'IDEMPOTENCY_KEY_IN_USE') return null;
  const told = error.retryAfter === null ? 0 : error.retryAfter * 1000;
  if (told > retries.longestPauseMs) return null;
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), retries.longestPauseMs);
  return told === 0 ? backoff * (0.5 + random / 2) : Math.min(told + random * FIRST_PAUSE_MS, retries.longestPauseMs);
}

/**
 * Resolves after the given time.
 *
 * @throws the reason of the signal as soon as it is aborted
 */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
