/**
 * Counts requests an hour for each credential and address. The counters live in this process: they keep one caller from using up
 * a server, and each server has its own capacity to protect. Guesses at secrets are counted in the database (ADR 37).
 */
import { AppError } from '../errors.ts';
import { addressBucket, type Bucket, type Policy } from './buckets.ts';

/** What an unlimited caller is told: the largest number every client can read. */
const UNLIMITED = 2_147_483_647;
const WINDOW_MS = 3_600_000;
const SWEEP_ABOVE = 100_000;

export type RateState = {
  policy: Policy;
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
  allowed: boolean;
};

export type LimitsOptions = {
  now: () => Date;
  /** Requests an hour of an address without a credential. */
  addressLimit: number;
};

type Told = ((state: RateState) => void) | undefined;

export class Limits {
  readonly #options: LimitsOptions;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(options: LimitsOptions) {
    this.#options = options;
  }

  /** Counts `cost` requests. `onCounted` is told how the bucket stands, before RATE_LIMIT_EXCEEDED is thrown for it. */
  async count(bucket: Bucket, onCounted?: Told, cost = 1): Promise<void> {
    const state = this.#look(bucket, cost);
    onCounted?.(state);
    if (state.allowed) return;
    const retryAfter = Math.max(1, Math.ceil(state.reset - this.#options.now().getTime() / 1000));
    throw new AppError('RATE_LIMIT_EXCEEDED', { limit: state.limit, retryAfterSeconds: retryAfter }, { retryAfter });
  }

  /** Counts a request that proves nothing against its address. Throws RATE_LIMIT_EXCEEDED. */
  countAddress(policy: 'address' | 'verification' | 'open', address: string | undefined, onCounted?: Told) {
    return this.count(this.#of(policy, address), onCounted);
  }

  /** For the firewall, instead of its own refusal: counts a blocked request. Throws RATE_LIMIT_EXCEEDED from the 101st an hour. */
  countBlocked(address: string | undefined, onCounted?: Told): Promise<void> {
    return this.count(this.#of('blocked', address), onCounted);
  }

  /** How an address stands, as far as this process knows, without counting. */
  peekAddress(address: string | undefined): RateState {
    return this.#look(this.#of('address', address), 0);
  }

  #of(policy: 'address' | 'verification' | 'open' | 'blocked', address: string | undefined): Bucket {
    return addressBucket(policy, address, this.#options.addressLimit);
  }

  #look({ policy, key, limit }: Bucket, cost: number): RateState {
    const now = this.#options.now().getTime();
    if (limit === null) {
      const reset = Math.ceil((now + WINDOW_MS) / 1000);
      return { policy, limit: UNLIMITED, remaining: UNLIMITED, reset, allowed: true };
    }
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + WINDOW_MS };
      if (cost > 0) this.#windows.set(key, window);
      if (this.#windows.size > SWEEP_ABOVE) this.#sweep(now);
    }
    const allowed = window.count + cost <= limit;
    if (allowed) window.count += cost;
    const remaining = Math.max(0, limit - window.count);
    return { policy, limit, remaining, reset: Math.ceil(window.endsAt / 1000), allowed };
  }

  #sweep(now: number): void {
    for (const [bucket, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(bucket);
  }
}
