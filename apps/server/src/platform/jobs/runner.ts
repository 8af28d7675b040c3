/**
 * The worker: claims jobs across tenants, runs each inside its tenant, and records the outcome. A job runs at least
 * once. Completion is checked against the attempt, so a worker that lost its lease completes nothing.
 */
import type { Id } from '@countersign/contract';
import { type Database, isRolledBack, isWorkerLost } from '../db/database.ts';
import { looseCommit } from '../db/loose-commits.ts';
import { namedStatement, statement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import type { Clock } from '../ports/clock.ts';
import { NO_TELEMETRY, type Span, type Telemetry } from '../telemetry/telemetry.ts';
import {
  LANES,
  type JobDefinition,
  type JobRequest,
  type Lane,
  type QueuedJob,
  RELEASED_LANES,
  splitCause,
  type ClaimedNow,
} from './queue.ts';

export type Job<P = JobRequest['payload']> = {
  tenantId: string;
  id: string;
  payload: P;
  attempt: number;
  /**
   * Marks the job done in the handler's own transaction, so that work and completion are atomic. Returns a function
   * that reports whether this worker still had the job. Call it only after the statement has been sent. If the worker
   * had lost the job, another worker does the work.
   */
  done(tx: Tx): () => boolean;
};

export type Together<P> = readonly [Job<P>, ...Job<P>[]];

export type JobHandler<P extends JobRequest['payload']> = {
  definition: JobDefinition<P>;
  run(job: Job<P>): Promise<void>;
  /**
   * Groups jobs of one tenant that wait at the same time and for which `together` returns an equal value. They run in
   * one transaction. If it fails, each runs separately. Returns undefined for a job that runs alone.
   */
  together?: { of(payload: P): string | undefined; run(jobs: Together<P>): Promise<void> };
  /** Called once when the job has failed for the last time. */
  dead?(job: Job<P>, error: unknown): Promise<void>;
};
// The handler of any kind of job. `never` hides the type of the payload, which only the handler itself knows. The
// runner passes on the payload exactly as it was passed to `request` of the job's definition.
export type AnyJobHandler = JobHandler<never>;

/** Thrown by a handler if a retry cannot help. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError';
}

type Claimed = ReturnType<typeof splitCause> & {
  tenant_id: string;
  id: string;
  kind: string;
  unique_key: string;
  attempt: number;
};
type ClaimedRow = Omit<Claimed, 'cause'> & { tenant_id: Id<'tenant'>; id: Id<'job'> };

const claim = statement<ClaimedRow, [lane: Lane, now: Date, count: number, leases: string]>(
  'jobs-claim',
  `with due as (
     select tenant_id, kind, unique_key from jobs where lane = $1 and state = 'ready' and run_at <= $2
     order by run_at, id limit $3 for update skip locked)
   update jobs j set state = 'running', attempt = attempt + 1, lease_until = $2::timestamptz + make_interval(secs => coalesce(($4::jsonb ->> j.kind)::int, 60)) from due
   where j.tenant_id = due.tenant_id and j.kind = due.kind and j.unique_key = due.unique_key
   returning j.tenant_id, j.id, j.kind, j.unique_key, j.payload, j.attempt`,
);
type Held = { tenantId: string; kind: string; uniqueKey: string; id: string; attempt: number };
const held = ({ tenant_id: tenantId, kind, unique_key: uniqueKey, id, attempt }: Claimed): Held => {
  return { tenantId, kind, uniqueKey, id, attempt };
};
/**
 * The SQL condition for whether this worker still has the job. The row is found by the job's key, which another job may
 * have used since, so the other columns are compared too.
 */
const IS_HELD = `tenant_id = :tenantId and kind = :kind and unique_key = :uniqueKey and id = :id and attempt = :attempt and state = 'running'`;
const complete = namedStatement<unknown, Held>('jobs-complete', `delete from jobs where ${IS_HELD} returning id`);
/** Marks a job as failed. A dead job releases its key, so that another job can use it. */
const fail = namedStatement<unknown, Held & { state: string; runAt: Date; error: string }>(
  'jobs-fail',
  `update jobs set state = :state, run_at = :runAt, last_error = :error, lease_until = null,
     unique_key = case when :state = 'dead' then id else unique_key end
   where ${IS_HELD} returning id`,
);
/** Returns a job to the queue without counting the attempt. */
const giveBack = namedStatement<unknown, Held & { runAt: Date | null }>(
  'jobs-give-back',
  `update jobs set state = 'ready', attempt = attempt - 1, lease_until = null, run_at = coalesce(:runAt, run_at) where ${IS_HELD}`,
);
const releaseLapsed = statement<unknown, [now: Date]>(
  'jobs-release-lapsed',
  `update jobs set state = 'ready', lease_until = null, last_error = 'the worker went away' where state = 'running' and lease_until < $1`,
);

const selectDueLanes = statement<{ lane: Lane }, [lanes: readonly Lane[], now: Date]>(
  'jobs-due-lanes',
  `select lane from unnest($1::text[]) lane, lateral (select from jobs j where j.lane = lane.lane and state = 'ready' and run_at <= $2 order by run_at, id limit 1) due`,
);

const CONCURRENCY: Record<Lane, number> = {
  seal: 4,
  // The number is high, because most of these jobs only wait for the release of their queue, and released jobs share a
  // transaction.
  announcement: 50,
  invitation: 4,
  timer: 2,
  mail: 4,
  certificate: 2,
  bulk: 2,
};
/**
 * The number of jobs that a queue runs at a time while a more urgent queue is overloaded. They are delayed, but never
 * stop.
 */
const WHILE_OTHERS_ARE_LATE = 1;
/** The time after which a job is retried if its tenant's rows are on a Citus worker that does not respond. */
const WORKER_LOST_MS = 15_000;
/** The interval for finding work that another process queued. */
export const POLL_MS = 2_000;

type LaneState = {
  running: number;
  isClaiming: boolean;
  again: boolean;
  taken: ClaimedJob[];
};
/**
 * The state of a job's completion: whether it was requested, whether its commit was sent, and whether the commit
 * was confirmed.
 */
type JobState = { asked: boolean; over: boolean; finished: boolean };
/** A job that is left in a run, because it has not run yet or has failed. */
type Left = { row: Claimed; span: Span | undefined; failure?: { cause: unknown } | undefined };
type ClaimedJob = { row: Claimed; leaseUntil: Date };

export type RunnerOptions = {
  database: Database;
  clock: Clock;
  handlers: readonly AnyJobHandler[];
  /** Returns whether the time is trustworthy. Time-based jobs wait until it is. */
  isTimeTrusted?: () => boolean;
  telemetry?: Telemetry;
  /** Drops cached data that another process has changed. Called before jobs run. */
  refresh?: () => void;
  /** Returns the handler for a kind of job, with its work traced below the job's span. */
  traced?: (kind: string, telemetry: Telemetry) => AnyJobHandler | undefined;
  log: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
};

export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #handlers: ReadonlyMap<string, AnyJobHandler>;
  /** The lease of each kind of job in seconds, for the statement that claims jobs. */
  readonly #leases: string;
  readonly #takenBy = new WeakMap<object, Map<Lane, number>>();
  readonly #lanes = Object.fromEntries(
    LANES.map((lane): [Lane, LaneState] => [lane, { running: 0, isClaiming: false, again: false, taken: [] }]),
  ) as Readonly<Record<Lane, LaneState>>;
  readonly #active = new Set<Promise<void>>();
  /** Jobs that ended here or never started, but whose rows could not be updated. */
  readonly #unsaved = new Set<Claimed>();
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #stopping = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#handlers = new Map(options.handlers.map((handler) => [handler.definition.kind, handler]));
    this.#leases = JSON.stringify(
      Object.fromEntries(options.handlers.map(({ definition }) => [definition.kind, definition.lease])),
    );
  }

  /** `exclusive` means that no other process runs jobs on this database, so an existing lease was left by a crash. */
  async start(options: { exclusive: boolean }): Promise<void> {
    // All counters start at zero. A monitoring system sees no increase if a counter first appears with the value 1.
    for (const kind of this.#handlers.keys()) this.#options.telemetry?.count('job-dead', { kind }, 0);
    const due = await this.#release(options.exclusive ? new Date(8.64e15) : this.#options.clock.now());
    this.#isStarted = true;
    this.#timer = setInterval(() => void this.#tick(), POLL_MS);
    // Checks only queues that have due work or have received work during the start, because each check occupies a
    // connection.
    for (const lane of LANES) if (due.includes(lane) || this.#lanes[lane].again) this.wake(lane);
  }

  /**
   * Claims jobs of a queue. In a process that runs no jobs (ROLE=web), claims nothing, because the workers run the jobs
   * that it queues.
   */
  readonly wake = (lane: Lane): void => {
    this.#lanes[lane].again = true;
    if (!this.#isStarted || this.#lanes[lane].isClaiming || this.#stopping) return;
    const work = this.#work(lane).finally(() => this.#active.delete(work));
    this.#active.add(work);
  };

  /**
   * Claims a job while it is being queued, if a slot is free and no other job waits for one. The slot is reserved only
   * after the commit, so if several transactions commit at the same time, some of their jobs may have to wait for a
   * slot.
   */
  readonly take = (tx: object, { lane, ...job }: QueuedJob, now: Date): ClaimedNow | undefined => {
    const state = this.#lanes[lane];
    const handler = this.#handlers.get(job.kind);
    // Time-based jobs wait for a trustworthy clock.
    if (!this.#isStarted || this.#stopping || !handler || lane === 'timer' || state.again || state.isClaiming) return;
    const byLane = this.#takenBy.get(tx) ?? new Map<Lane, number>();
    const before = byLane.get(lane) ?? 0;
    if (state.running + state.taken.length + before >= this.#slots(lane)) return;
    this.#takenBy.set(tx, byLane.set(lane, before + 1));
    const leaseUntil = new Date(now.getTime() + handler.definition.lease * 1000);
    const { tenantId, uniqueKey, ...rest } = job;
    const row = { tenant_id: tenantId, unique_key: uniqueKey, ...rest, attempt: 1 };
    return {
      leaseUntil,
      begin: () => this.#begin(lane, { row, leaseUntil }),
      forgo: () => void this.#unsaved.add(row),
    };
  };

  /**
   * Starts the jobs of a released queue that this process has claimed. If this is never called, they start at the next
   * poll.
   */
  readonly release = (lane: Lane): void => {
    if (this.#isStarted) this.#launchTaken(lane);
  };

  #begin(lane: Lane, job: ClaimedJob): void {
    const { taken } = this.#lanes[lane];
    taken.push(job);
    if (RELEASED_LANES.includes(lane) && !this.#stopping) return;
    // One commit may add several jobs, which run together.
    if (taken.length > 1) return;
    // The jobs start in the next tick, so that the response to the commit is sent first.
    const launched = new Promise(setImmediate).then(() => {
      this.#active.delete(launched);
      this.#launchTaken(lane);
    });
    this.#active.add(launched);
  }

  #launchTaken(lane: Lane): void {
    const { taken } = this.#lanes[lane];
    const now = this.#options.clock.now();
    const free = Math.max(0, this.#slots(lane) - this.#lanes[lane].running);
    // A job with an expired lease has no owner, and the next check finds it.
    const due = taken.splice(0, this.#stopping ? taken.length : free).filter(({ leaseUntil }) => leaseUntil > now);
    this.#launchAll(
      lane,
      due.map(({ row }) => row),
    );
  }

  /**
   * Claims no new jobs, and waits for running jobs and for claims in progress, whose jobs are returned to their queues.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    for (const lane of RELEASED_LANES) this.#launchTaken(lane);
    while (this.#active.size > 0) await Promise.all(this.#active);
  }

  async #tick(): Promise<void> {
    for (const lane of RELEASED_LANES) this.#launchTaken(lane);
    try {
      // After an outage, these jobs run immediately, not when their leases expire.
      for (const row of this.#unsaved) {
        await this.#giveBack(row);
        this.#unsaved.delete(row);
      }
      for (const lane of await this.#release(this.#options.clock.now())) this.wake(lane);
    } catch (err) {
      this.#options.log.warn({ err }, 'could not release expired leases');
    }
  }

  /** Returns claimed jobs to their queues. Resolves to the queues that have work afterwards. */
  async #release(before: Date): Promise<Lane[]> {
    const now = this.#options.clock.now();
    const [, due] = await this.#options.database.queryAll({ role: 'jobs' }, [
      releaseLapsed(before),
      selectDueLanes(LANES, now),
    ]);
    return due.map(({ lane }) => lane);
  }

  async #work(lane: Lane): Promise<void> {
    this.#lanes[lane].isClaiming = true;
    try {
      // Waits for a microtask, so that a commit can announce all of its jobs and one claim takes them together.
      await Promise.resolve();
      while (this.#lanes[lane].again && !this.#stopping) {
        const free = this.#slots(lane) - this.#lanes[lane].running - this.#lanes[lane].taken.length;
        if (free <= 0) return; // When a job finishes, it checks the queue again.
        if (lane === 'timer' && this.#options.isTimeTrusted?.() === false) return; // The next poll checks again.
        this.#lanes[lane].again = false;
        const claimed = await this.#claim(lane, free);
        // The claim returned as many jobs as requested, so there may be more. The next job to finish checks for them.
        if (claimed.length === free) this.#lanes[lane].again = true;
        this.#launchAll(lane, claimed);
      }
    } catch (err) {
      this.#options.log.warn({ err, lane }, 'could not claim jobs');
    } finally {
      this.#lanes[lane].isClaiming = false;
    }
  }

  #slots(lane: Lane): number {
    // Jobs of a released queue share a transaction, so running fewer of them at a time would cost more.
    if (RELEASED_LANES.includes(lane)) return CONCURRENCY[lane];
    const before = LANES.slice(0, LANES.indexOf(lane));
    const isBehind = before.some(
      (other) => this.#lanes[other].again && this.#lanes[other].running >= CONCURRENCY[other],
    );
    return isBehind ? WHILE_OTHERS_ARE_LATE : CONCURRENCY[lane];
  }

  async #giveBack(row: Claimed, runAt: Date | null = null): Promise<void> {
    await this.#options.database.query({ role: 'jobs' }, giveBack({ ...held(row), runAt }));
  }

  async #claim(lane: Lane, count: number): Promise<Claimed[]> {
    const now = this.#options.clock.now();
    // If a crash loses the claim, the job stays ready, so there is no need to wait for the disk.
    const [, claimed] = await this.#options.database.queryAll({ role: 'jobs' }, [
      looseCommit('job claimed'),
      claim(lane, now, count, this.#leases),
    ]);
    return claimed.map((row) => ({ ...row, ...splitCause(row.payload) }));
  }

  /** Starts jobs. A group of jobs that run together still takes one slot for each job. */
  #launchAll(lane: Lane, rows: readonly Claimed[]): void {
    const groups = Map.groupBy(rows, (row) => {
      const group = this.#handlers.get(row.kind)?.together?.of(row.payload as never);
      return group === undefined ? row.id : JSON.stringify([row.tenant_id, row.kind, group]);
    });
    for (const group of groups.values()) this.#launch(lane, group);
  }

  #launch(lane: Lane, rows: readonly Claimed[]): void {
    this.#options.refresh?.();
    this.#lanes[lane].running += rows.length;
    const run = this.#runOrGiveBack(lane, rows).finally(() => {
      this.#lanes[lane].running -= rows.length;
      this.#active.delete(run);
      if (!RELEASED_LANES.includes(lane)) this.#launchTaken(lane);
      // If this was the last delayed job, queues that waited for it can continue.
      for (const next of LANES.slice(LANES.indexOf(lane))) if (this.#lanes[next].again) this.wake(next);
    });
    this.#active.add(run);
  }

  get running(): Readonly<Record<Lane, number>> {
    const entries = LANES.map((lane): [Lane, number] => [lane, this.#lanes[lane].running]);
    return Object.fromEntries(entries) as Record<Lane, number>;
  }

  /** Runs jobs, or returns them to the queue. Never throws. */
  async #runOrGiveBack(lane: Lane, rows: readonly Claimed[]): Promise<void> {
    const { telemetry = NO_TELEMETRY } = this.#options;
    const all = rows.map((row): Left => {
      const kind = this.#handlers.has(row.kind) ? row.kind : 'unknown';
      return { row, span: this.#stopping ? undefined : telemetry.begin('job', { kind, lane }, undefined, row.cause) };
    });
    const left = this.#stopping || rows.length === 1 ? all : await this.#runTogether(all);
    await Promise.all(left.map((one) => this.#finish(one)));
  }

  async #finish(left: Left): Promise<void> {
    const { row, span, failure } = left;
    try {
      if (failure !== undefined)
        await this.#failed(row, this.#handlers.get(row.kind), this.#track(row).job, failure.cause);
      else if (this.#stopping) await this.#giveBack(row);
      else await this.#run(left);
    } catch (err) {
      this.#unsaved.add(row);
      this.#options.log.error({ err, job: row.id, kind: row.kind }, 'could not save the state of a job');
    } finally {
      // Has an effect only if the work did not complete. Otherwise, the span has already ended.
      span?.end('failed');
    }
  }

  /** Runs jobs together. Returns the jobs that remain: none, or all of them after a failure. */
  async #runTogether(all: readonly Left[]): Promise<Left[]> {
    const tracked = all.map((one) => ({ ...one, ...this.#track(one.row) }));
    const [first, ...others] = tracked.map(({ job }) => job);
    if (!first) return [];
    let failure: Left['failure'];
    try {
      await this.#handlerOf(all[0])?.together?.run([first, ...others]);
    } catch (cause) {
      // If nothing was committed, each job runs separately, so that only the faulty job fails. If the response to a
      // commit was lost, the outcome is unknown. Each job then counts as failed, and is retried later if it still
      // exists.
      const isUncertain = tracked.some(({ state }) => state.over) && !isRolledBack(cause);
      failure = isUncertain
        ? { cause: new Error('it is unknown whether the transaction was committed', { cause }) }
        : undefined;
    }
    for (const { span, state } of tracked) if (state.finished) span?.end('done');
    return tracked.filter(({ state }) => !state.finished).map(({ row, span }) => ({ row, span, failure }));
  }

  #track(row: Claimed): { job: Job<never>; state: JobState } {
    const state: JobState = { asked: false, over: false, finished: false };
    const job: Job<never> = {
      tenantId: row.tenant_id,
      id: row.id,
      payload: row.payload as never,
      attempt: row.attempt,
      done: (tx) => {
        state.asked = true;
        const deleted = tx.readLater([complete(held(row))]);
        tx.onceOver(() => {
          state.over = true;
        });
        tx.afterCommit(() => {
          state.finished = true;
        });
        return () => deleted()[0].length > 0;
      },
    };
    return { job, state };
  }

  /**
   * Returns the handler, with its work traced below the job's span. If several jobs run together, the work is traced
   * below the span of the first job.
   */
  #handlerOf(left: Left | undefined): AnyJobHandler | undefined {
    const { telemetry, traced } = this.#options;
    const own = this.#handlers.get(left?.row.kind ?? '');
    if (!left?.span || !telemetry?.isTraced) return own;
    return traced?.(left.row.kind, telemetry.within(left.span)) ?? own;
  }

  async #run(left: Left): Promise<void> {
    const { row, span } = left;
    const { database } = this.#options;
    const handler = this.#handlerOf(left);
    const { job, state } = this.#track(row);
    try {
      if (!handler) throw new PermanentJobError(`no handler for jobs of kind ${row.kind}`);
      await handler.run(job);
      if (state.asked && !state.finished)
        throw new Error('the transaction that should have completed this job did not commit');
      // The job's row is not on the tenant's Citus worker, so finished work is recorded even if that worker is lost.
      if (!state.finished) await database.query({ role: 'jobs' }, complete(held(row)));
      span?.end('done');
    } catch (error) {
      span?.end('failed');
      await this.#failed(row, handler, job, error);
    }
  }

  async #failed(row: Claimed, handler: AnyJobHandler | undefined, job: Job<never>, error: unknown): Promise<void> {
    const { database, clock, log, telemetry } = this.#options;
    const fields = { err: error, job: row.id, kind: row.kind, attempt: row.attempt, tenant: row.tenant_id };
    if (isWorkerLost(error)) {
      await this.#giveBack(row, new Date(clock.now().getTime() + WORKER_LOST_MS));
      return log.warn(fields, 'a job is waiting for a Citus worker');
    }
    const delay = error instanceof PermanentJobError ? undefined : handler?.definition.retryAfter[row.attempt - 1];
    const state = delay === undefined ? 'dead' : 'ready';
    const runAt = new Date(clock.now().getTime() + (delay ?? 0) * 1000);
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 1000);
    const [noted] = await database.query({ role: 'jobs' }, fail({ ...held(row), state, runAt, error: message }));
    // The job is already done, or another attempt is running since this worker's lease expired. That attempt determines
    // the outcome.
    if (!noted) return log.warn(fields, 'a job failed after another process took it over');
    if (state === 'ready') return log.warn(fields, 'a job failed and will be retried');
    telemetry?.count('job-dead', { kind: handler?.definition.kind ?? 'unknown' });
    log.error(fields, 'a job failed after its last attempt');
    await handler?.dead?.(job, error);
  }
}
