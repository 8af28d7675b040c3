/**
 * Load shedding: refuses requests early if this process cannot handle them in time, so that accepted requests succeed
 * (ADR 55). A request belongs to a class of work. Each class has a limit on requests in progress, which adapts to
 * measured waits. Requests are also refused while earlier accepted work is late. Independent of HTTP.
 */
import type { WorkClass } from '@countersign/contract';
import { AppError } from '../errors.ts';
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts';
import { AdaptiveLimit } from './adaptive-limit.ts';
import { LaneDelay } from './backlog.ts';
import { Pace } from './pace.ts';
import { type AdmittedClass, BACKLOG_LANES, type BacklogLane, CLASSES, type Resource, RULES } from './work-classes.ts';

/** For each resource, the time in milliseconds that the first request in its queue has been waiting. */
export type Measured = Readonly<Record<Resource, number>>;
/** The time when the oldest due job of each queue became due. Absent if no job waits. */
export type OldestWork = Partial<Readonly<Record<BacklogLane, number>>>;

export type OverloadOptions = {
  isOn: boolean;
  /**
   * The time that accepted work may wait until a worker finds it by polling. Workers in other processes are not
   * notified immediately.
   */
  pickedUpWithinMs: number;
  now: () => number;
  random: () => number;
  log: { warn(fields: object, message: string): void };
  telemetry?: Telemetry;
};

/** Called when a request is over. A second call has no effect. */
export type Leave = () => void;

type Refused = { count: number; because: string };

const EPISODE_OVER_MS = 5_000;
const LONGEST_RETRY_SECONDS = 60;
const SHORTEST_RETRY_SECONDS = 1;
/** The maximum Retry-After for an overload whose end is unknown. */
const LONGEST_GUESS_SECONDS = 10;
/** The age at which readings are too old to be used. During an outage, other checks refuse requests (ADR 47). */
const STALE_MS = 5_000;
/** The number of refusals per tenth of a second. Five hundred refusals per second use a few percent of a CPU. */
const REFUSALS = { each: 50, maxWaiting: 2_000 };

export class Overload {
  readonly #options: OverloadOptions;
  readonly #limits = Object.fromEntries(
    CLASSES.map((work) => [work, new AdaptiveLimit(RULES[work].atLeast)]),
  ) as Readonly<Record<AdmittedClass, AdaptiveLimit>>;
  readonly #lanes = Object.fromEntries(BACKLOG_LANES.map((lane) => [lane, new LaneDelay()])) as Readonly<
    Record<BacklogLane, LaneDelay>
  >;
  readonly refusals = new Pace(REFUSALS);
  readonly #refused = new Map<AdmittedClass, Refused>();
  #measured: Measured = { loop: 0, database: 0, workers: 0 };
  #lookedAt = Number.NEGATIVE_INFINITY;
  #shedding: { since: number; last: number } | undefined;
  #addedAt = Number.NEGATIVE_INFINITY;
  #enteredAt = Number.NEGATIVE_INFINITY;
  #onEnter: (() => void) | undefined;

  constructor(options: OverloadOptions) {
    this.#options = options;
  }

  /** Admits a request, or throws SERVICE_UNAVAILABLE with the time after which a retry makes sense. */
  enter(work: WorkClass): Leave {
    if (work === 'none' || !this.#options.isOn) return () => {};
    const limit = this.#limits[work];
    const now = this.#options.now();
    this.#enteredAt = now;
    this.#onEnter?.();
    if (Object.keys(RULES[work].backlog).length > 0) this.#addedAt = now;
    const late = this.#lateLane(work, now);
    if (late !== undefined)
      throw this.#refuse(work, now, `the backlog of ${late.lane} jobs is too long`, late.overMs / 1000);
    if (!limit.enter()) throw this.#refuse(work, now, 'too many requests are in progress', this.#guessSeconds());
    return leaveOnce(limit);
  }

  /** Calls `wake` on each request before it is admitted, because measuring pauses while the server is idle. */
  onEnter(wake: () => void): void {
    this.#onEnter = wake;
  }

  /** Returns whether there has been no request for the given time, and none is in progress. */
  isIdle(forMs: number): boolean {
    const isUnderWay = CLASSES.some((work) => this.#limits[work].inFlight > 0);
    return !isUnderWay && this.#options.now() - this.#enteredAt > forMs;
  }

  /** True if work that adds to the backlog was accepted recently, so that reading the backlog is useful. */
  get isAddedTo(): boolean {
    return this.#options.now() - this.#addedAt < STALE_MS;
  }

  get underWay(): Readonly<Record<AdmittedClass, { inFlight: number; limit: number }>> {
    const entries = CLASSES.map((work) => {
      const { inFlight, limit } = this.#limits[work];
      return [work, { inFlight, limit }];
    });
    return Object.fromEntries(entries) as Record<AdmittedClass, { inFlight: number; limit: number }>;
  }

  /** The time since which requests have been refused. Undefined if none are being refused. */
  get shedding(): { sinceMs: number } | undefined {
    const now = this.#options.now();
    if (this.#shedding === undefined || now - this.#shedding.last > EPISODE_OVER_MS) return undefined;
    return { sinceMs: now - this.#shedding.since };
  }

  /** Called ten times a second with the measured waits. */
  observeWaits(waits: Measured): void {
    this.#measured = waits;
    this.refusals.startInterval();
    for (const work of CLASSES) {
      const tolerated = Object.entries(RULES[work].waits) as [Resource, number][];
      this.#limits[work].observe(Math.max(...tolerated.map(([resource, most]) => waits[resource] / most)));
    }
  }

  /**
   * Called regularly while work is added, with the oldest jobs that are waiting. `at` is measured by the same clock as
   * the times of the jobs.
   */
  observeBacklog(at: number, oldest: OldestWork): void {
    this.#lookedAt = this.#options.now();
    for (const lane of BACKLOG_LANES) {
      const since = oldest[lane];
      // Before the first reading, the queue counts as empty.
      this.#lanes[lane].seen(at, since === undefined ? undefined : since + this.#options.pickedUpWithinMs);
    }
  }

  /** Called once a second. Logs one line for each class with refusals. */
  report(): void {
    for (const [work, { count, because }] of this.#refused) {
      const { limit, inFlight } = this.#limits[work];
      const backlog = Object.fromEntries(BACKLOG_LANES.map((lane) => [lane, Math.round(this.#lanes[lane].aheadMs)]));
      const waits = Object.fromEntries(Object.entries(this.#measured).map(([name, ms]) => [name, Math.round(ms)]));
      this.#options.log.warn(
        { work, refused: count, because, limit: Math.floor(limit), inFlight, waitsMs: waits, backlogMs: backlog },
        'the server is overloaded and has rejected requests',
      );
    }
    this.#refused.clear();
  }

  #lateLane(work: AdmittedClass, now: number): { lane: BacklogLane; overMs: number } | undefined {
    if (now - this.#lookedAt > STALE_MS) return undefined;
    const allowed = Object.entries(RULES[work].backlog) as [BacklogLane, number][];
    for (const [lane, most] of allowed) {
      const overMs = this.#lanes[lane].aheadMs - most;
      if (overMs > 0) return { lane, overMs };
    }
    return undefined;
  }

  /**
   * Estimates how long the overload will last. An overload that has lasted for a while is likely to last as long again.
   */
  #guessSeconds(): number {
    return Math.min(LONGEST_GUESS_SECONDS, (this.shedding?.sinceMs ?? 0) / 1000);
  }

  #refuse(work: AdmittedClass, now: number, because: string, seconds: number): AppError {
    this.#shedding = { since: now - (this.shedding?.sinceMs ?? 0), last: now };
    (this.#options.telemetry ?? NO_TELEMETRY).count('overload-refused', { class: work });
    this.#refused.set(work, { count: (this.#refused.get(work)?.count ?? 0) + 1, because });
    // The wait is multiplied by a random number from 1 to 2, so that callers that were refused together do not retry
    // together.
    const spread = Math.max(SHORTEST_RETRY_SECONDS, seconds) * (1 + this.#options.random());
    const retryAfter = Math.min(LONGEST_RETRY_SECONDS, Math.round(spread));
    return new AppError('SERVICE_UNAVAILABLE', { check: 'load' }, { message: BUSY, retryAfter });
  }
}

const BUSY = 'The server is overloaded and cannot process this request now. Nothing was changed. Try again shortly.';

function leaveOnce(limit: AdaptiveLimit): Leave {
  let isIn = true;
  return () => {
    if (isIn) limit.leave();
    isIn = false;
  };
}
