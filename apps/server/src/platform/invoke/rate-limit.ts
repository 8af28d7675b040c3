/**
 * Counts requests an hour for each credential and address. The counters live in this process: they keep one caller from using up
 * a server, and each server has its own capacity to protect. Guesses at secrets are counted in the database (ADR 37).
 */
import { networkOf } from '../network-of.ts';

/** What an unlimited caller is told: the largest number every client can read. */
const UNLIMITED = 2_147_483_647;
const WINDOW_MS = 3_600_000;
const SWEEP_ABOVE = 100_000;

export type RateState = { limit: number; remaining: number; /** Unix seconds. */ reset: number; allowed: boolean };

export class RateLimiter {
  readonly #now: () => Date;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Counts one request. `limit` null: unlimited. */
  take(bucket: string, limit: number | null): RateState {
    return this.#look(bucket, limit, 1);
  }

  /** How it stands, without counting. */
  peek(bucket: string, limit: number | null): RateState {
    return this.#look(bucket, limit, 0);
  }

  #look(bucket: string, limit: number | null, cost: 0 | 1): RateState {
    const now = this.#now().getTime();
    if (limit === null)
      return { limit: UNLIMITED, remaining: UNLIMITED, reset: Math.ceil((now + WINDOW_MS) / 1000), allowed: true };
    let window = this.#windows.get(bucket);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + WINDOW_MS };
      if (cost > 0) this.#windows.set(bucket, window);
      if (this.#windows.size > SWEEP_ABOVE) this.#sweep(now);
    }
    const allowed = window.count + cost <= limit;
    if (allowed) window.count += cost;
    return { limit, remaining: Math.max(0, limit - window.count), reset: Math.ceil(window.endsAt / 1000), allowed };
  }

  #sweep(now: number): void {
    for (const [bucket, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(bucket);
  }
}

export const addressBucket = (address: string | undefined): string => `address ${networkOf(address)}`;
