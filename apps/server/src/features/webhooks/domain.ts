/** Decides when a delivery is retried, and when an endpoint is disabled (ADR 26). */
import type { DeliveryState } from '@countersign/contract';

const MINUTE = 60_000;
/** The due times of the attempts, counted from the first attempt. */
const ATTEMPTS_AFTER_MS = [0, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE] as const;
const LAST_MS = 360 * MINUTE;
/**
 * The minimum pause between attempts. Otherwise, several attempts would be due at the same time after a long downtime.
 */
const LEAST_PAUSE_MS = 5 * MINUTE;
const GIVEN_UP_AFTER_MS = 5 * 24 * 60 * MINUTE;

export type Failure = {
  /** The number of previous attempts of this round. */
  tries: number;
  /** The time when the first attempt of this round was made. */
  firstAt: Date;
  now: Date;
  retryAfterMs: number | undefined;
  isTest: boolean;
};
export type NextStep = { state: 'pending'; runAt: Date } | { state: Extract<DeliveryState, 'dead' | 'failed'> };

/**
 * Retry-After can delay an attempt, but not beyond the time of the last scheduled attempt. It never makes an attempt
 * earlier.
 */
export function afterFailure({ tries, firstAt, now, retryAfterMs = 0, isTest }: Failure): NextStep {
  const offset = ATTEMPTS_AFTER_MS[tries + 1];
  if (isTest) return { state: 'failed' };
  if (offset === undefined) return { state: 'dead' };
  const first = firstAt.getTime();
  const wished = Math.min(now.getTime() + retryAfterMs, first + LAST_MS);
  return { state: 'pending', runAt: new Date(Math.max(first + offset, now.getTime() + LEAST_PAUSE_MS, wished)) };
}

/**
 * Accepts seconds or an HTTP date (RFC 9110 §10.2.3). Returns milliseconds from now, or undefined for anything else.
 */
export function readRetryAfter(value: unknown, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/** Returns undefined if the endpoint stays enabled. */
export function reasonToDisable(status: number | null, failingSince: Date, now: Date): 'gone' | 'failing' | undefined {
  if (status === 410) return 'gone';
  return now.getTime() - failingSince.getTime() >= GIVEN_UP_AFTER_MS ? 'failing' : undefined;
}
