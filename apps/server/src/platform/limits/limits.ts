/**
 * Limits requests per hour for each credential and address, across all processes (ADR 56). A process leases small
 * blocks of budget from the bucket's row and counts locally until a block is used up, so most requests need no database
 * access. Attempts to guess secrets are counted individually elsewhere (ADR 37).
 */
import { randomSecret } from '../crypto/tokens.ts';
import { AppError } from '../errors.ts';
import { addressBucket, type AddressPolicy, type Bucket, type Policy } from './buckets.ts';
import { allowedFrom, type BucketState, countedAt, type Demand, EMPTY, exchange, LEASE_SECONDS } from './ledger.ts';
import type { Ledger } from './store.ts';

/** The limit that is reported to a caller without a limit: the largest number that every client can read. */
const UNLIMITED = 2_147_483_647;
const HOUR_MS = 3_600_000;
/** The time for which a process keeps leased budget that no request uses. */
const SETTLE_EVERY_MS = 10_000;
const SETTLED_AT_ONCE = 100;
const FORGET_EVERY_MS = 600_000;
/** The number of buckets that a process caches. Other buckets are read when needed. */
const REMEMBERED = 20_000;
/**
 * The time for which a refusal is repeated without accessing the database. Afterwards, leased budget may have been
 * returned, or the table may have been cleared.
 */
const REFUSED_MS = { whileLeased: 1_000, else: 10_000 };

export type RateState = {
  policy: Policy;
  limit: number;
  remaining: number;
  /** The time when one more request than `remaining` is allowed, in Unix seconds. */
  reset: number;
  /** The time in seconds until the reset. */
  resetAfter: number;
  allowed: boolean;
};

export type LimitsOptions = {
  ledger: Ledger;
  now: () => Date;
  addressLimit: number;
  log: { warn(fields: object, message: string): void };
};

type Told = ((state: RateState) => void) | undefined;
type Waiting = { bucket: Bucket; cost: number; decide: (state: RateState) => void };

type Holding = {
  /** True if this process has never updated the row. */
  isNew: boolean;
  /** The state of the bucket's row after the last update, without this process's lease. */
  seen: BucketState;
  /** The remaining part of the lease (which ends at `until`), the used part, and the time of the last use. */
  left: number;
  until: number;
  used: number;
  usedAt: Date;
  limit: number;
  waiting: Waiting[];
  isAsking: boolean;
  /** The time until which a request above `refusedLimit` is refused without accessing the database. */
  refusedUntil: number;
  refusedLimit: number;
};

export class Limits {
  readonly #options: LimitsOptions;
  readonly #holdings = new Map<string, Holding>();
  /** A random number that distinguishes this process's leases from those of other processes. */
  readonly #process = randomSecret(6).readUIntBE(0, 6);
  #timer: NodeJS.Timeout | undefined;
  #forgotAt: number;
  #settling: Promise<void> = Promise.resolve();

  constructor(options: LimitsOptions) {
    this.#options = options;
    this.#forgotAt = options.now().getTime();
  }

  /** Starts returning unused budget at regular intervals. */
  start(): void {
    this.#timer = setInterval(() => void (this.#settling = this.settle()), SETTLE_EVERY_MS).unref();
  }

  /** Returns the unused budget of all leases to the buckets. Call it when no more requests arrive. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#settling;
    await this.settle();
  }

  /** Counts `cost` requests. `onCounted` receives the bucket's state before RATE_LIMIT_EXCEEDED is thrown for it. */
  async count(bucket: Bucket, onCounted?: Told, cost = 1): Promise<void> {
    const state = await this.take(bucket, cost);
    onCounted?.(state);
    if (state.allowed) return;
    const { limit, resetAfter: retryAfter } = state;
    throw new AppError('RATE_LIMIT_EXCEEDED', { limit, retryAfterSeconds: retryAfter }, { retryAfter });
  }

  /** Counts an unauthenticated request against its address. Throws RATE_LIMIT_EXCEEDED. */
  countAddress(policy: AddressPolicy, address: string | undefined, onCounted?: Told): Promise<void> {
    return this.count(addressBucket(policy, address, this.#options.addressLimit), onCounted);
  }

  /**
   * Counts a request that the firewall blocked. From the 101st per hour, throws RATE_LIMIT_EXCEEDED instead of the
   * firewall's refusal.
   */
  countBlocked(address: string | undefined, onCounted?: Told): Promise<void> {
    return this.countAddress('blocked', address, onCounted);
  }

  /** Returns the state of an address as far as this process knows it, without counting. */
  peekAddress(address: string | undefined): RateState {
    const bucket = addressBucket('address', address, this.#options.addressLimit);
    return this.#stateOf(bucket, this.#holdings.get(bucket.key), this.#options.now());
  }

  /**
   * Counts `cost` requests, or counts none and returns when they are allowed. A cost above the limit is treated as the
   * limit.
   */
  take(bucket: Bucket, cost: number): RateState | Promise<RateState> {
    const now = this.#options.now();
    const { key, limit } = bucket;
    if (limit === null) return this.#stateOf(bucket, undefined, now);
    const holding = this.#holdings.get(key) ?? this.#hold(key);
    const needed = Math.min(cost, limit);
    if (holding.left >= needed && now.getTime() < holding.until) {
      holding.left -= needed;
      holding.used += needed;
      holding.usedAt = now;
      return this.#stateOf(bucket, holding, now);
    }
    if (limit <= holding.refusedLimit && now.getTime() < holding.refusedUntil)
      return this.#refusal(bucket, holding, needed, now);
    return new Promise((decide) => {
      holding.waiting.push({ bucket, cost: needed, decide });
      holding.limit = limit;
      if (!holding.isAsking) void this.#ask(holding, key);
    });
  }

  /** Updates the row for all waiting requests, and again for requests that arrived during the update. */
  async #ask(holding: Holding, key: string): Promise<void> {
    holding.isAsking = true;
    while (holding.waiting.length > 0) {
      const waiting = holding.waiting.splice(0);
      try {
        const passed = await this.#visit(key, holding, waiting);
        const now = this.#options.now();
        for (const [index, { bucket, cost, decide }] of waiting.entries())
          decide(
            passed[index] === true ? this.#stateOf(bucket, holding, now) : this.#refuse(bucket, holding, cost, now),
          );
      } catch (error) {
        // If the database is unavailable, hardly any request works, so it does not matter that requests are not
        // counted.
        this.#options.log.warn(
          { err: error, requests: waiting.length },
          'requests were not counted against the rate limit, because the database is unreachable',
        );
        const now = this.#options.now();
        for (const { bucket, decide } of waiting) decide(this.#stateOf(bucket, holding, now));
      }
    }
    holding.isAsking = false;
  }

  /**
   * Allows only one update of a bucket at a time, so that a lease is reported once. If the update fails, the lease is
   * reported again.
   */
  async #visit(key: string, holding: Holding, waiting: readonly Waiting[]): Promise<readonly boolean[]> {
    const now = this.#options.now();
    const demand = { ...this.#reportOf(holding, now), costs: waiting.map(({ cost }) => cost), leases: true };
    const { isNew } = holding;
    const { state, passed, leased } = await this.#options.ledger.visit(
      [key],
      ([before = EMPTY]) => {
        const result = exchange(before, demand);
        return { states: [result.state], result };
      },
      { isNew },
    );
    holding.isNew = false;
    this.#reported(holding, state);
    holding.left = leased;
    // The row stores the end rounded up to a second, so this process stops using the lease a second earlier.
    holding.until = now.getTime() + (LEASE_SECONDS - 1) * 1000;
    return passed;
  }

  /**
   * Returns the report on a bucket's use. Stops assigning the leased budget of the bucket, so that the report stays
   * correct while it is sent.
   */
  #reportOf(holding: Holding, now: Date): Omit<Demand, 'costs' | 'leases'> {
    holding.left = 0;
    const { limit, used, usedAt } = holding;
    return { process: this.#process, now, limit, used: { requests: used, at: usedAt } };
  }

  #reported(holding: Holding, { slots, leases }: BucketState): void {
    holding.seen = { slots, leases: leases.filter(({ process }) => process !== this.#process) };
    holding.used = 0;
  }

  /** Reports on all leases of this process, and returns the unused remainder to the buckets. */
  async settle(): Promise<void> {
    const now = this.#options.now();
    const open = [...this.#holdings].filter(([, { used, left }]) => used + left > 0);
    try {
      for (let at = 0; at < open.length; at += SETTLED_AT_ONCE)
        await this.#settle(open.slice(at, at + SETTLED_AT_ONCE), now);
      if (now.getTime() - this.#forgotAt < FORGET_EVERY_MS) return;
      this.#forgotAt = now.getTime();
      await this.#options.ledger.forget(new Date(now.getTime() - 2 * HOUR_MS));
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not store rate limit usage');
    }
  }

  async #settle(open: readonly (readonly [string, Holding])[], now: Date): Promise<void> {
    const settled = open.filter(([, { isAsking }]) => !isAsking);
    const demands = settled.map(([, holding]) => {
      holding.isAsking = true;
      return { ...this.#reportOf(holding, now), costs: [], leases: false };
    });
    try {
      const states = await this.#options.ledger.visit(
        settled.map(([key]) => key),
        (before) => {
          const after = demands.map((demand, index) => exchange(before[index] ?? EMPTY, demand).state);
          return { states: after, result: after };
        },
      );
      for (const [index, [, holding]] of settled.entries()) this.#reported(holding, states[index] ?? EMPTY);
    } finally {
      for (const [key, holding] of settled) {
        holding.isAsking = false;
        if (holding.waiting.length > 0) void this.#ask(holding, key);
      }
    }
  }

  #refuse(bucket: Bucket, holding: Holding, cost: number, now: Date): RateState {
    const state = this.#refusal(bucket, holding, cost, now);
    const ms = holding.seen.leases.length > 0 ? REFUSED_MS.whileLeased : REFUSED_MS.else;
    holding.refusedUntil = Math.min(state.reset * 1000, now.getTime() + ms);
    // A larger request may be refused even though a smaller one is still allowed.
    holding.refusedLimit = cost === 1 ? state.limit : 0;
    return state;
  }

  #refusal(bucket: Bucket, holding: Holding, cost: number, now: Date): RateState {
    const limit = bucket.limit ?? UNLIMITED;
    const state = this.#stateOf(bucket, holding, now);
    return { ...state, ...resetFields(allowedFrom(withUsed(holding), limit, cost, now), now), allowed: false };
  }

  #stateOf({ policy, limit }: Bucket, holding: Holding | undefined, now: Date): RateState {
    if (limit === null || !holding) {
      const inAnHour = resetFields(Math.ceil((now.getTime() + HOUR_MS) / 1000), now);
      return { policy, limit: limit ?? UNLIMITED, remaining: limit ?? UNLIMITED, ...inAnHour, allowed: true };
    }
    const state = withUsed(holding);
    const remaining = Math.max(0, limit - countedAt(state, now));
    const reset =
      remaining === limit ? Math.ceil((now.getTime() + HOUR_MS) / 1000) : allowedFrom(state, limit, remaining + 1, now);
    return { policy, limit, remaining, ...resetFields(reset, now), allowed: true };
  }

  #hold(key: string): Holding {
    if (this.#holdings.size >= REMEMBERED) this.#dropOldest();
    const holding: Holding = {
      isNew: true,
      seen: EMPTY,
      left: 0,
      until: 0,
      used: 0,
      usedAt: this.#options.now(),
      limit: 0,
      waiting: [],
      isAsking: false,
      refusedUntil: 0,
      refusedLimit: 0,
    };
    this.#holdings.set(key, holding);
    return holding;
  }

  /**
   * Removes a tenth of the buckets at a time, so that removal is rarely needed. Their leases expire and count as used.
   */
  #dropOldest(): void {
    let some = REMEMBERED / 10;
    for (const [key, { isAsking, used, left }] of this.#holdings) {
      if (some === 0) break;
      if (isAsking || used + left > 0) continue;
      this.#holdings.delete(key);
      some -= 1;
    }
  }
}

function withUsed({ seen, used, usedAt }: Holding): BucketState {
  if (used === 0) return seen;
  const slot = { second: Math.ceil(usedAt.getTime() / 1000), requests: used, lost: 0 };
  return { slots: [...seen.slots, slot], leases: seen.leases };
}

const resetFields = (reset: number, now: Date): Pick<RateState, 'reset' | 'resetAfter'> => ({
  reset,
  resetAfter: Math.max(1, Math.ceil(reset - now.getTime() / 1000)),
});
