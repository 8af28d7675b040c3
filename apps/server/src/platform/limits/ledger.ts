/**
 * The state of one bucket, and the rules by which its budget is leased. The functions are pure, so that tests can
 * simulate thousands of hours. The rows are in the database (store.ts). The processes that lease from them use
 * limits.ts (ADR 56).
 */
const HOUR = 3600;
/** The time after which a process that has not reported on its lease is considered dead. */
export const LEASE_SECONDS = 30;
/** The share of the limit that may be leased by all processes together, including leases of processes that died. */
const LEASED_SHARE = 0.02;
/** A slot that contains this share of the limit takes no more requests, even if its minute is not over. */
const SLOT_SHARE = 0.01;

/** Requests from a period of at most one minute. They expire together, an hour after the last of them. */
export type Slot = {
  /** The time of the last request, in Unix seconds rounded up. */
  second: number;
  requests: number;
  /** The number of requests that were leased by processes that died. They are counted even if they were never used. */
  lost: number;
};

/**
 * The part of a bucket's budget that one process assigns on its own. All of it counts as used until the process reports
 * the actual use.
 */
export type Lease = { process: number; amount: number; until: number };

export type BucketState = { slots: readonly Slot[]; leases: readonly Lease[] };

export const EMPTY: BucketState = { slots: [], leases: [] };

export type Demand = {
  process: number;
  now: Date;
  limit: number;
  /**
   * The number of requests that have used the process's lease, and the time of the last one. The unused rest of the
   * lease is returned.
   */
  used: { requests: number; at: Date };
  /** The waiting requests, each with the number of requests it counts as. */
  costs: readonly number[];
  /** True if the process takes a new lease, and false if it only reports its use. */
  leases: boolean;
};

export type Exchange = {
  state: BucketState;
  passed: readonly boolean[];
  /** The budget that the process may now assign without updating the row. */
  leased: number;
};

/**
 * Applies one update by a process: the process reports its use, gets decisions for its waiting requests, and takes a
 * new lease. A lease is settled once and then removed from the row.
 */
export function exchange(
  before: BucketState,
  { process, now, limit, used, costs, leases: wantsMore }: Demand,
): Exchange {
  const second = Math.ceil(now.getTime() / 1000);
  const slots = before.slots.map((slot) => ({ ...slot }));
  const leases: Lease[] = [];
  for (const lease of before.leases) {
    if (lease.process === process)
      add(slots, limit, { second: Math.min(secondOf(used.at), lease.until), requests: used.requests, lost: 0 });
    else if (lease.until < second)
      add(slots, limit, { second: lease.until, requests: lease.amount, lost: lease.amount });
    else leases.push(lease);
  }
  const state = { slots: slots.filter((slot) => slot.second + HOUR > now.getTime() / 1000), leases };
  let free = Math.max(0, limit - countedIn(state));
  const passed = costs.map((cost) => {
    if (cost > free) return false;
    free -= cost;
    add(state.slots, limit, { second, requests: cost, lost: 0 });
    return true;
  });
  const leased = wantsMore ? blockOf(state, limit, free) : 0;
  if (leased > 0) leases.push({ process, amount: leased, until: second + LEASE_SECONDS });
  return { state, passed, leased };
}

/**
 * Returns the size of a lease: half of the available budget, so that other processes also get some. Near the limit
 * nothing is leased, and each request is counted individually.
 */
function blockOf({ slots, leases }: BucketState, limit: number, free: number): number {
  const lost = slots.reduce((sum, slot) => sum + slot.lost, 0);
  const out = leases.reduce((sum, { amount }) => sum + amount, 0);
  const room = Math.floor(limit * LEASED_SHARE) - out - lost;
  return Math.max(0, Math.min(Math.floor(room / 2), Math.floor(free / 8)));
}

const secondOf = (at: Date): number => Math.ceil(at.getTime() / 1000);
const minuteOf = (second: number): number => Math.floor(second / 60);
const isFull = ({ requests }: Slot, more: number, limit: number): boolean => requests + more > limit * SLOT_SHARE;

function add(slots: Slot[], limit: number, { second, requests, lost }: Slot): void {
  if (requests === 0) return;
  const slot = slots.find(
    (one) => one.second === second || (minuteOf(one.second) === minuteOf(second) && !isFull(one, requests, limit)),
  );
  if (slot) {
    slot.second = Math.max(slot.second, second);
    slot.requests += requests;
    slot.lost += lost;
  } else slots.push({ second, requests, lost });
  slots.sort((one, other) => one.second - other.second);
}

/** Returns the number of requests that currently count: those of the last hour, and all leased budget. */
function countedIn({ slots, leases }: BucketState): number {
  let sum = 0;
  for (const { requests } of slots) sum += requests;
  for (const { amount } of leases) sum += amount;
  return sum;
}

/** Returns the requests that count at `now`, for a state that was read earlier. */
export function countedAt({ slots, leases }: BucketState, now: Date): number {
  const since = now.getTime() / 1000 - HOUR;
  let sum = 0;
  for (const { second, requests } of slots) if (second > since) sum += requests;
  for (const { amount } of leases) sum += amount;
  return sum;
}

/**
 * Returns the second from which `cost` more requests are allowed, not counting the leases of other processes. A process
 * can report requests late. They are added to the slot of their minute, so the whole slot counts until that minute is
 * an hour old.
 */
export function allowedFrom(state: BucketState, limit: number, cost: number, now: Date): number {
  let free = limit - countedAt(state, now);
  let from = Math.ceil(now.getTime() / 1000);
  for (const slot of state.slots) {
    if (free >= cost) break;
    if (slot.second + HOUR <= now.getTime() / 1000) continue;
    free += slot.requests;
    from = Math.max(from, HOUR + latestOf(slot, state.leases, limit));
  }
  return free >= cost ? from : Math.ceil(now.getTime() / 1000) + LEASE_SECONDS + HOUR;
}

function latestOf(slot: Slot, leases: readonly Lease[], limit: number): number {
  const end = minuteOf(slot.second) * 60 + 59;
  const mayGrow = !isFull(slot, 1, limit) && leases.some(({ until }) => until - LEASE_SECONDS <= end);
  return mayGrow ? end : slot.second;
}
