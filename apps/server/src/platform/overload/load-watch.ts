/**
 * Measures the waits of requests ten times a second, and reads the backlog while more work is accepted. Measuring
 * pauses while no requests arrive, because the timers of an idle server would wake the CPU a hundred times a second for
 * nothing.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { madeAt } from '../crypto/ids.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../ports/clock.ts';
import type { OldestWork, Overload } from './overload.ts';
import { selectOldestWork } from './store.ts';
import { BACKLOG_LANES, type BacklogLane } from './work-classes.ts';

const MEASURE_MS = 100;
const CHECK_INTERVAL_MS = 500;
const REPORT_MS = 1_000;
const LOOP_RESOLUTION_MS = 10;
/**
 * The time without a request after which measuring stops. It is longer than any period on which decisions are based.
 */
const SLEEP_AFTER_MS = 6_000;

export type LoadWatchOptions = {
  overload: Overload;
  database: Database;
  workers: { waitMs(): number };
  clock: Clock;
  log: { warn(fields: object, message: string): void };
};

export class LoadWatch {
  readonly #options: LoadWatchOptions;
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  #timers: NodeJS.Timeout[] = [];
  #isStopped = true;
  #looking: Promise<void> | undefined;

  constructor(options: LoadWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStopped = false;
    this.#options.overload.onEnter(() => this.#wake());
    this.#wake();
  }

  #wake(): void {
    if (this.#isStopped || this.#timers.length > 0) return;
    const { overload } = this.#options;
    this.#loop.enable();
    this.#loop.reset();
    this.#timers.push(
      setInterval(() => this.#measure(), MEASURE_MS),
      setInterval(() => void this.#lookUnlessIdle(), CHECK_INTERVAL_MS),
      setInterval(() => overload.report(), REPORT_MS),
    );
    for (const timer of this.#timers) timer.unref();
  }

  #sleep(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    this.#loop.disable();
    this.#options.overload.report();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#sleep();
    await this.#looking;
  }

  #measure(): void {
    const { overload, database, workers } = this.#options;
    // The loop measures the time between two runs of its timer. The time beyond the timer's interval is the duration of
    // a tick.
    const loop = this.#loop.count === 0 ? 0 : Math.max(0, this.#loop.mean / 1e6 - LOOP_RESOLUTION_MS);
    this.#loop.reset();
    overload.observeWaits({ loop, database: database.waitMs(), workers: workers.waitMs() });
    if (overload.isIdle(SLEEP_AFTER_MS)) this.#sleep();
  }

  async #lookUnlessIdle(): Promise<void> {
    if (this.#looking || !this.#options.overload.isAddedTo) return;
    this.#looking = this.#look().catch((err: unknown) =>
      this.#options.log.warn({ err }, 'could not measure the job backlog'),
    );
    await this.#looking;
    this.#looking = undefined;
  }

  async #look(): Promise<void> {
    const { overload, database, clock } = this.#options;
    const now = clock.now();
    const rows = await database.query({ role: 'jobs' }, selectOldestWork([...JOB_LANES], now));
    const oldest: OldestWork = Object.fromEntries(
      rows.flatMap(({ lane, since, event }): [BacklogLane, number][] => {
        const at = since?.getTime() ?? (event === null ? undefined : madeAt(event));
        return at === undefined || !isBacklogLane(lane) ? [] : [[lane, at]];
      }),
    );
    overload.observeBacklog(now.getTime(), oldest);
  }
}

const JOB_LANES = BACKLOG_LANES.filter((lane) => lane !== 'webhook');
const isBacklogLane = (lane: string): lane is BacklogLane => (BACKLOG_LANES as readonly string[]).includes(lane);
