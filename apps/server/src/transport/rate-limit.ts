/** Requests an hour for each credential and address (decisions §8). Counters live in this process. */

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

/** An IPv6 user has a whole /64, so that is what counts as one address. */
export function addressBucket(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return `address ${plain}`;
  const [head = '', tail = ''] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = plain.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail === '' ? [] : tail.split(':'))];
  return `address ${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
