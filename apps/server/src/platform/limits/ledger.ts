/**
 * What is known of one bucket, and how budget is handed out from it: pure, so that the tests run thousands of hours of it. The rows
 * live in the database (store.ts), the processes that lease from them in limits.ts (ADR 56).
 */
const HOUR = 3600;
/** A process that has not reported on its lease for so long is taken for dead. */
export const LEASE_SECONDS = 30;
/** Of the limit: what may be out on lease or lost with dead processes, all processes together. */
const LEASED_SHARE = 0.02;
/** Of the limit: a slot that holds more ends before its minute. */
const SLOT_SHARE = 0.01;

/** Requests of one minute at most. They leave the hour together: when the last of them does. */
export type Slot = {
  /** Of the last request, in Unix seconds rounded up. */
  second: number;
  requests: number;
  /** Of these, what processes had leased when they died: counted, though perhaps never asked for. */
  lost: number;
};

/** Budget that one process hands out by itself. It is counted as used until the process says how much was. */
export type Lease = { process: number; amount: number; until: number };

export type BucketState = { slots: readonly Slot[]; leases: readonly Lease[] };

export const EMPTY: BucketState = { slots: [], leases: [] };

export type Demand = {
  process: number;
  now: Date;
  limit: number;
  /** What was used of the lease that the process holds, and when last. Whatever is left of it goes back. */
  used: { requests: number; at: Date };
  /** Requests that wait, each as how many it counts. */
  costs: readonly number[];
  /** Whether the process goes on handing out, or only reports. */
  leases: boolean;
};

export type Exchange = {
  state: BucketState;
  /** Of each that waits, whether it may pass. */
  passed: readonly boolean[];
  /** What the process may hand out next without asking. */
  leased: number;
};

/** One visit of a process: it reports, has what waits decided, and leases again. A lease is settled once: the row no longer has it then. */
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

/** Half of what may still be out, so that another process finds some too; near the limit nothing, and each request is counted alone. */
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

/** Requests that count now: those of the last hour, and all that is out. */
function countedIn({ slots, leases }: BucketState): number {
  let sum = 0;
  for (const { requests } of slots) sum += requests;
  for (const { amount } of leases) sum += amount;
  return sum;
}

/** The same at a later time, of a state that was read before. */
export function countedAt({ slots, leases }: BucketState, now: Date): number {
  const since = now.getTime() / 1000 - HOUR;
  let sum = 0;
  for (const { second, requests } of slots) if (second > since) sum += requests;
  for (const { amount } of leases) sum += amount;
  return sum;
}

/**
 * From which second on `cost` more requests are allowed, whatever other processes do with their leases until then: one that is
 * reported late may still fall into the minute of a slot, and keep all of it in the hour until that minute leaves.
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
