/**
 * Serves endpoints: makes deliveries of events, claims endpoints with something due under a lease, and runs a lane for each. Several
 * workers share the endpoints; what one that died was doing is taken over when its lease has lapsed (ADR 26).
 */
import { randomToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { looseCommit } from '../../platform/db/loose-commits.ts';
import type { AttemptDependencies } from './attempt.ts';
import { fanOut } from './fan-out.ts';
import { Lane } from './lane.ts';
import { StatementQueue } from './statement-queue.ts';
import {
  claimLanes,
  type ClaimedLane,
  extendLeases,
  freeLanes,
  lockLane,
  releaseLane,
  selectWork,
} from './work-store.ts';

/** How soon events of other processes and retries that became due are seen. */
const POLL_MS = 400;
/** Where no other process works: events of this one wake the worker, so only retries are looked for. */
const POLL_ALONE_MS = 2_000;
const LEASE_MS = 6_000;
const LANES = 200;
const LANES_OF_A_TENANT = 50;
/** A fault of our own, such as a secret that does not open, must not be tried without a pause. */
const PAUSE_AFTER_FAULT_MS = 30_000;
/** A receiver cannot delay the end of the server by more. What is broken off is sent again. */
const STOP_WITHIN_MS = 500;

export type WorkerOptions = Omit<AttemptDependencies, 'queue'> & {
  database: Database;
  log: { warn(fields: object, message: string): void };
  /** How long what a dead worker was doing waits to be taken over. */
  leaseMs?: number;
};

type Running = { lane: Lane; tenantId: string; done: Promise<void> };

export class WebhookWorker {
  readonly #options: WorkerOptions;
  /** Tells an operator whose process holds an endpoint. */
  readonly #id = `${process.pid}-${randomToken(9)}`;
  readonly #leaseMs: number;
  readonly #queue: StatementQueue;
  readonly #lanes = new Map<string, Running>();
  #timers: NodeJS.Timeout[] = [];
  #pumping: Promise<void> | undefined;
  #again = false;
  #isStarted = false;
  #isAlone = false;
  #isStopping = false;
  #isCrowded = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#queue = new StatementQueue(options.database);
  }

  /** `exclusive`: no other process works on this database, so what still looks leased was left by a crash. */
  async prepare({ exclusive }: { exclusive: boolean }): Promise<void> {
    this.#isAlone = exclusive;
    if (exclusive) await this.#options.database.query({ role: 'jobs' }, freeLanes());
  }

  start(): void {
    this.#isStarted = true;
    this.#timers = [
      setInterval(() => void this.#poll(), this.#isAlone ? POLL_ALONE_MS : POLL_MS),
      setInterval(() => void this.#extend(), this.#leaseMs / 3),
    ];
    this.wake();
  }

  readonly wake = (): void => {
    if (!this.#isStarted || this.#isStopping) return;
    this.#again = true;
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined;
      // Woken after the last look.
      if (this.#again) this.wake();
    });
  };

  /** Looks before it locks: mostly there is nothing. */
  async #poll(): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      const [work] = await database.query({ role: 'jobs' }, selectWork(clock.now()));
      if (work?.is_there === true) this.wake();
    } catch (err) {
      log.warn({ err }, 'webhook deliveries could not be looked for');
    }
  }

  /** Takes nothing new. What is under way gets a moment to end; the rest is broken off, and made again by whoever comes next. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#pumping;
    const lanes = [...this.#lanes.values()];
    for (const { lane } of lanes) lane.more();
    const timer = setTimeout(() => this.#options.fetcher.close(), STOP_WITHIN_MS);
    await Promise.all(lanes.map(({ done }) => done));
    clearTimeout(timer);
    this.#options.fetcher.close();
  }

  async #pump(): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      while (this.#again && !this.#isStopping) {
        this.#again = false;
        const { isFull, endpoints } = await fanOut(database, clock);
        for (const endpoint of endpoints) this.#lanes.get(endpoint)?.lane.more();
        if (isFull) this.#again = true;
        await this.#claim();
      }
    } catch (err) {
      this.#again = false;
      log.warn({ err }, 'webhook deliveries could not be claimed');
    }
  }

  async #claim(): Promise<void> {
    const { database, clock } = this.#options;
    const free = LANES - this.#lanes.size;
    this.#isCrowded = free <= 0;
    if (free <= 0) return;
    const now = clock.now();
    const until = new Date(now.getTime() + this.#leaseMs);
    const [, claimed] = await database.queryAll({ role: 'jobs' }, [
      looseCommit('webhook endpoint claimed'),
      claimLanes(now, free, this.#id, until, this.#fullTenants()),
    ]);
    for (const row of claimed) this.#launch(row);
  }

  #fullTenants(): string[] {
    const counts = new Map<string, number>();
    for (const { tenantId } of this.#lanes.values()) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= LANES_OF_A_TENANT).map(([tenantId]) => tenantId);
  }

  #launch({ tenant_id: tenantId, endpoint_id: endpointId }: ClaimedLane): void {
    // Our own lease lapsed, as when a test moves the clock: the lane goes on under the new one.
    if (this.#lanes.has(endpointId)) return;
    const lane = new Lane(
      { ...this.#options, queue: this.#queue },
      { tenantId, endpointId },
      { isCrowded: () => this.#isCrowded, isStopping: () => this.#isStopping },
    );
    const done = this.#serve(lane, tenantId, endpointId);
    this.#lanes.set(endpointId, { lane, tenantId, done });
  }

  async #serve(lane: Lane, tenantId: string, endpointId: string): Promise<void> {
    const { log } = this.#options;
    let pauseMs = 0;
    try {
      await lane.run();
    } catch (err) {
      pauseMs = PAUSE_AFTER_FAULT_MS;
      log.warn({ err, endpointId }, 'an endpoint could not be served');
    }
    // Before the release, for from then on anybody may claim it, this worker too.
    this.#lanes.delete(endpointId);
    try {
      if (await this.#release(tenantId, endpointId, pauseMs)) this.#again = true;
    } catch (err) {
      // Its lease is extended no more, so it lapses.
      log.warn({ err, endpointId }, 'an endpoint could not be released');
    } finally {
      if (this.#again || this.#isCrowded) this.wake();
    }
  }

  /** True when something is due already. */
  async #release(tenantId: string, endpointId: string, pauseMs: number): Promise<boolean> {
    const { database, clock } = this.#options;
    const now = clock.now();
    // By itself, for whoever locks several lanes does so in their order.
    const [, , [lane]] = await database.queryAll({ role: 'app', tenantId }, [
      looseCommit('webhook endpoint released'),
      lockLane(tenantId, endpointId),
      releaseLane(tenantId, endpointId, this.#id, new Date(now.getTime() + pauseMs)),
    ]);
    const next = lane?.next_at ?? undefined;
    return next !== undefined && next <= now;
  }

  async #extend(): Promise<void> {
    if (this.#lanes.size === 0) return;
    const { database, clock, log } = this.#options;
    const until = new Date(clock.now().getTime() + this.#leaseMs);
    try {
      await database.queryAll({ role: 'jobs' }, [
        looseCommit('webhook lease extended'),
        extendLeases(this.#id, [...this.#lanes.keys()], until),
      ]);
    } catch (err) {
      log.warn({ err }, 'leases of endpoints could not be extended');
    }
  }
}
