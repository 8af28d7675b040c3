/** Tests rate limits across many processes: thousands of hours on a simulated clock, with processes that die. */
import { describe, expect, test } from 'vitest';
import type { Bucket } from './buckets.ts';
import { soak } from '../../../test/support/soak.ts';
import type { RateState } from './limits.ts';
import { ModelProcess, randomFrom, SharedTable } from './limits.fixture.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 23, 9, 0, 0);

/** Times in ascending order. Those older than an hour and a second are dropped. */
class Moments {
  #times: number[] = [];
  #from = 0;

  add(time: number): void {
    this.#times.push(time);
  }

  /** Returns how many of the times are within the last `ms` milliseconds. */
  within(ms: number, now: number): number {
    while ((this.#times[this.#from] ?? now) <= now - HOUR_MS - 1000) this.#from += 1;
    let at = this.#from;
    while ((this.#times[at] ?? now) <= now - ms) at += 1;
    return this.#times.length - at;
  }
}

class Model {
  readonly random: () => number;
  readonly table = new SharedTable();
  readonly bucket: Bucket;
  processes: ModelProcess[];
  now = START;
  readonly passed = new Moments();
  /** The times of requests that a process may or may not have allowed before it died. */
  readonly perhaps = new Moments();
  refusals = 0;

  constructor(seed: number, { limit, processes }: { limit: number; processes: number }) {
    this.random = randomFrom(seed);
    this.bucket = { policy: 'credential', key: `key ${seed}`, limit };
    this.processes = Array.from({ length: processes }, () => this.#process());
  }

  #process(): ModelProcess {
    return new ModelProcess(this.table, () => new Date(this.now));
  }

  get limit(): number {
    return this.bucket.limit ?? 0;
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  any(): ModelProcess {
    const process = this.processes[this.below(this.processes.length)];
    if (!process) throw new Error('No process is alive.');
    return process;
  }

  replace(process: ModelProcess): void {
    process.die();
    this.processes = this.processes.map((one) => (one === process ? this.#process() : one));
  }

  async request(process = this.any()): Promise<RateState> {
    const state = await process.limits.take(this.bucket, 1);
    if (state.allowed) this.passed.add(this.now);
    else this.refusals += 1;
    return state;
  }

  check(state: RateState): void {
    expect(this.passed.within(HOUR_MS, this.now), 'the limit is never exceeded').toBeLessThanOrEqual(this.limit);
    // The server rounds seconds up.
    const known = this.passed.within(HOUR_MS + 1000, this.now) + this.perhaps.within(HOUR_MS + 1000, this.now);
    if (!state.allowed)
      expect(known, 'no request is refused below 95% of the limit').toBeGreaterThanOrEqual(0.95 * this.limit);
    if (state.remaining > this.limit || state.reset * 1000 < this.now) expect(state).toBe('possible');
  }

  /** Kills a process while requests are in progress. They may have been counted, and their outcome is unknown. */
  async dieAmidRequests(): Promise<void> {
    const process = this.any();
    const count = 1 + this.below(3);
    for (let i = 0; i < count; i += 1) {
      void process.limits.take(this.bucket, 1);
      this.perhaps.add(this.now);
    }
    if (this.random() < 0.5) await Promise.resolve();
    this.replace(process);
  }

  /** Runs the next simulated step. On average, the requests per hour are close to the limit, in bursts and pauses. */
  async step(): Promise<void> {
    const what = this.random();
    if (what < 0.004) return this.dieAmidRequests();
    if (what < 0.008) return this.replace(this.any());
    if (what < 0.03) return this.any().limits.settle();
    if (what < 0.06) {
      const burst = await Promise.all(Array.from({ length: 1 + this.below(12) }, () => this.request()));
      for (const state of burst) this.check(state);
      return;
    }
    this.check(await this.request());
    const mean = (HOUR_MS / this.limit) * (this.random() < 0.6 ? 0.2 : 1.2);
    this.now += Math.floor(-Math.log(1 - this.random()) * mean);
    if (this.random() < 1 / this.limit) this.now += this.below(2 * HOUR_MS);
  }
}

describe.each([
  { limit: 1, processes: 3, steps: 40 },
  { limit: 20, processes: 4, steps: 200 },
  { limit: 100, processes: 4, steps: 500 },
  { limit: 1000, processes: 4, steps: 3500 },
  { limit: 1000, processes: 1, steps: 3500 },
  { limit: 5000, processes: 7, steps: 12_000 },
])('hourly rate limit of $limit, crashing processes: $processes', (shape) => {
  const seeds = Array.from(
    { length: soak({ test: 1, full: 20 }) * Math.ceil(5000 / shape.limit) },
    (_, seed) => seed + 1,
  ).slice(0, soak({ test: 25, full: 500 }));

  test('never exceeds the hourly rate limit, and accepts all requests until 95% of the limit is used', async () => {
    let refusals = 0;
    for (const seed of seeds) {
      const model = new Model(seed, shape);
      for (let step = 0; step < shape.steps; step += 1) await model.step();
      refusals += model.refusals;
    }
    expect(refusals, 'the limit was reached').toBeGreaterThan(0);
  });

  test('accepts the next request of a client that waits until the time in X-RateLimit-Reset', async () => {
    for (const seed of seeds) {
      const model = new Model(1000 + seed, shape);
      for (let found = 0; found < 3;) {
        await model.step();
        const state = await model.request();
        if (state.allowed) continue;
        found += 1;
        // Each process uses more of its lease, reports its use, or dies and loses the lease.
        for (const process of model.processes) {
          const what = model.random();
          if (what < 0.3) model.replace(process);
          else if (what < 0.6) await process.limits.settle();
          else await model.request(process);
          model.now = Math.min(model.now + model.below(5000), state.reset * 1000 - 1);
        }
        model.now = state.reset * 1000;
        expect((await model.request()).allowed, `seed ${seed}`).toBe(true);
      }
    }
  });
});

test('counts a burst at the end of an hour against the limit for the following hour', async () => {
  const model = new Model(1, { limit: 100, processes: 4 });
  model.now = START + 59 * 60_000 + 59_000;
  for (let i = 0; i < 100; i += 1) expect((await model.request()).allowed).toBe(true);
  for (const later of [1, 2, 60, 1800, 3598, 3599]) {
    model.now = START + 59 * 60_000 + (59 + later) * 1000;
    expect((await model.request()).allowed, `${later} s later`).toBe(false);
  }
  model.now += 1000;
  expect((await model.request()).allowed).toBe(true);
});

test('includes the unreported usage of another process in X-RateLimit-Reset', async () => {
  const model = new Model(1, { limit: 1000, processes: 2 });
  const [one, other] = model.processes;
  const untilRefused = async (): Promise<RateState> => {
    for (;;) {
      const state = await model.request(one);
      if (!state.allowed) return state;
    }
  };
  model.now = START + 40_000;
  await model.request(other);
  model.now = START + 59_000;
  for (let i = 0; i < 3; i += 1) await model.request(other);
  model.now = START + 61_000;
  const refused = await untilRefused();
  // The use that the other process reports is within the minute of the first slot, so that slot expires later. The
  // process also returns the rest of its lease, which is used up below.
  await other?.limits.settle();
  model.now = START + 63_000;
  await untilRefused();
  model.now = refused.reset * 1000;
  expect((await model.request(one)).allowed).toBe(true);
});

test('rarely accesses the database for requests with a rate limit, and never for requests without one', async () => {
  const model = new Model(1, { limit: 5000, processes: 4 });
  for (let i = 0; i < 4000; i += 1) await model.request();
  expect(model.table.visits).toBeLessThan(400);
  const { visits } = model.table;
  expect(await model.any().limits.take({ ...model.bucket, limit: null }, 1)).toMatchObject({
    remaining: 2_147_483_647,
  });
  expect(model.table.visits).toBe(visits);
});

test('counts a request with several units in full or not at all, and accepts a request larger than the limit if the bucket is full', async () => {
  const model = new Model(1, { limit: 10, processes: 1 });
  const { limits } = model.any();
  expect(await limits.take(model.bucket, 7)).toMatchObject({ allowed: true, remaining: 3 });
  expect(await limits.take(model.bucket, 4)).toMatchObject({ allowed: false, remaining: 3 });
  expect(await limits.take(model.bucket, 3)).toMatchObject({ allowed: true, remaining: 0 });
  model.now += HOUR_MS;
  expect(await limits.take(model.bucket, 400)).toMatchObject({ allowed: true, remaining: 0 });
});

test('applies a raised or lowered rate limit immediately', async () => {
  const model = new Model(1, { limit: 2, processes: 1 });
  const { limits } = model.any();
  for (const allowed of [true, true, false]) expect(await limits.take(model.bucket, 1)).toMatchObject({ allowed });
  expect(await limits.take({ ...model.bucket, limit: 3 }, 1)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limits.take(model.bucket, 1)).toMatchObject({ allowed: false, limit: 2 });
});

test('accepts requests while the database is unavailable, and reports their usage afterward', async () => {
  const table = new SharedTable();
  const model = new Model(1, { limit: 1000, processes: 1 });
  let isDown = false;
  const ledger = table.ledger(() => true);
  const { Limits } = await import('./limits.ts');
  const limits = new Limits({
    ledger: {
      ...ledger,
      visit: (keys, change) => (isDown ? Promise.reject(new Error('down')) : ledger.visit(keys, change)),
    },
    now: () => new Date(model.now),
    addressLimit: 100,
    log: { warn: () => {} },
  });
  for (let i = 0; i < 15; i += 1) await limits.take(model.bucket, 1);
  isDown = true;
  for (let i = 0; i < 40; i += 1) expect(await limits.take(model.bucket, 1)).toMatchObject({ allowed: true });
  isDown = false;
  await limits.settle();
  const [row] = table.rows.values();
  expect(row?.leases).toEqual([]);
  expect(row?.slots.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThanOrEqual(15);
});
