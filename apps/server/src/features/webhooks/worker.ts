/**
 * Serves endpoints: converts events to deliveries, claims due endpoints under a lease, and runs a `Lane` for each.
 * Several workers share the endpoints. If a worker dies, other workers take over after its lease has expired (ADR 26).
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

/** The time within which events of other processes and due retries are detected. */
const POLL_MS = 400;
/**
 * The polling interval if this is the only process. Events wake the worker directly in that case, so it polls only for
 * retries.
 */
const POLL_ALONE_MS = 2_000;
const LEASE_MS = 6_000;
const LANES = 200;
const LANES_OF_A_TENANT = 50;
/** The wait before a retry after an internal fault, such as a secret that cannot be opened. */
const PAUSE_AFTER_FAULT_MS = 30_000;
/** The maximum time that a receiver can delay shutdown. Aborted attempts are repeated. */
const STOP_WITHIN_MS = 500;

export type WorkerOptions = Omit<AttemptDependencies, 'queue'> & {
  database: Database;
  log: { warn(fields: object, message: string): void };
  /** The time after which the work of a dead worker is taken over. */
  leaseMs?: number;
};

type Running = { lane: Lane; tenantId: string; done: Promise<void> };

export class WebhookWorker {
  readonly #options: WorkerOptions;
  /** Identifies this worker in its leases, so that an operator can see which process holds an endpoint's lease. */
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

  /**
   * `exclusive` means that existing leases are left over from a crash. `isAlone` means that no other process uses this
   * database, so the server can poll less often.
   */
  async prepare({ exclusive, isAlone }: { exclusive: boolean; isAlone: boolean }): Promise<void> {
    this.#isAlone = isAlone;
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
      // Polls again if the worker was woken during the last poll.
      if (this.#again) this.wake();
    });
  };

  /** Checks for work before taking a lock, because usually there is no work. */
  async #poll(): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      const [work] = await database.query({ role: 'jobs' }, selectWork(clock.now()));
      if (work?.is_there === true) this.wake();
    } catch (err) {
      log.warn({ err }, 'could not search for due webhook deliveries');
    }
  }

  /**
   * Stops claiming deliveries. Running attempts get a moment to finish. The remaining attempts are aborted, and the
   * next worker repeats them.
   */
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
    // This worker has claimed the endpoint again after its own lease expired, for example because a test advanced the
    // clock. The lane continues under the new lease.
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
      log.warn({ err, endpointId }, 'could not process the deliveries to an endpoint');
    }
    // The lane is deleted before the lease is released, because afterwards any worker may claim the endpoint, including
    // this one.
    this.#lanes.delete(endpointId);
    try {
      if (await this.#release(tenantId, endpointId, pauseMs)) this.#again = true;
    } catch (err) {
      // The endpoint's lease is no longer extended, so it expires.
      log.warn({ err, endpointId }, 'could not release the lease of an endpoint');
    } finally {
      if (this.#again || this.#isCrowded) this.wake();
    }
  }

  /** Returns true if work is already due. */
  async #release(tenantId: string, endpointId: string, pauseMs: number): Promise<boolean> {
    const { database, clock } = this.#options;
    const now = clock.now();
    // The release runs in its own transaction, because a transaction that locks several lanes must lock them in a fixed
    // order.
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
      log.warn({ err }, 'could not extend the leases of endpoints');
    }
  }
}
