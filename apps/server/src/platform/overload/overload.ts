/**
 * Refuses early what this process cannot do in time, so that what it accepts is done (ADR 55). A request names its class of work; each
 * class has a limit of requests under way, which follows the waits that are measured, and accepted work that would be late limits
 * what is accepted on top of it. It knows no HTTP.
 */
import type { WorkClass } from '@countersign/contract';
import { AppError } from '../errors.ts';
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts';
import { AdaptiveLimit } from './adaptive-limit.ts';
import { LaneDelay } from './backlog.ts';
import { Pace } from './pace.ts';
import { type AdmittedClass, BACKLOG_LANES, type BacklogLane, CLASSES, type Resource, RULES } from './work-classes.ts';

/** How long whoever stands first in line for a resource has been waiting, in milliseconds. */
export type Measured = Readonly<Record<Resource, number>>;
/** When the oldest job that is due became due, by lane; absent where none waits. */
export type OldestWork = Partial<Readonly<Record<BacklogLane, number>>>;

export type OverloadOptions = {
  /** `false`: everything is let in. */
  isOn: boolean;
  /** So long accepted work may lie before whoever does it looks for it: where that is another process, it hears of nothing. */
  pickedUpWithinMs: number;
  /** Milliseconds that only go forward. */
  now: () => number;
  /** From 0 to 1, for spreading those who come back. */
  random: () => number;
  log: { warn(fields: object, message: string): void };
  telemetry?: Telemetry;
};

/** What a request does when it is over; a second time does nothing. */
export type Leave = () => void;

type Refused = { count: number; because: string };

const EPISODE_OVER_MS = 5_000;
const LONGEST_RETRY_SECONDS = 60;
const SHORTEST_RETRY_SECONDS = 1;
/** Of an overload whose end nobody knows. */
const LONGEST_GUESS_SECONDS = 10;
/** What nobody could look up for so long says nothing any more: an outage has refusals of its own (ADR 47). */
const STALE_MS = 5_000;
/** Refusals of a tenth of a second: five hundred a second are a few percent of a processor. */
const REFUSALS = { each: 50, mostHeld: 2_000 };

export class Overload {
  readonly #options: OverloadOptions;
  readonly #limits = Object.fromEntries(
    CLASSES.map((work) => [work, new AdaptiveLimit(RULES[work].atLeast)]),
  ) as Readonly<Record<AdmittedClass, AdaptiveLimit>>;
  readonly #lanes = Object.fromEntries(BACKLOG_LANES.map((lane) => [lane, new LaneDelay()])) as Readonly<
    Record<BacklogLane, LaneDelay>
  >;
  /** When each refusal is told. */
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

  /** Lets a request in, or throws SERVICE_UNAVAILABLE with the time after which trying again makes sense. */
  enter(work: WorkClass): Leave {
    if (work === 'none' || !this.#options.isOn) return () => {};
    const limit = this.#limits[work];
    const now = this.#options.now();
    this.#enteredAt = now;
    this.#onEnter?.();
    if (Object.keys(RULES[work].backlog).length > 0) this.#addedAt = now;
    const late = this.#lateLane(work, now);
    if (late !== undefined) throw this.#refuse(work, now, `${late.lane} would be late`, late.overMs / 1000);
    if (!limit.enter()) throw this.#refuse(work, now, 'too many under way', this.#guessSeconds());
    return leaveOnce(limit);
  }

  /** Calls `wake` with each request, before it is judged, because the measurement pauses while the server is idle. */
  onEnter(wake: () => void): void {
    this.#onEnter = wake;
  }

  /** Whether nothing has asked to be let in for so long, and nothing is under way. */
  isIdle(forMs: number): boolean {
    const isUnderWay = CLASSES.some((work) => this.#limits[work].inFlight > 0);
    return !isUnderWay && this.#options.now() - this.#enteredAt > forMs;
  }

  /** Whether anything was accepted lately that adds to the backlog, so that it is worth a look. */
  get isAddedTo(): boolean {
    return this.#options.now() - this.#addedAt < STALE_MS;
  }

  /** Requests under way of each class, and how many there may be. */
  get underWay(): Readonly<Record<AdmittedClass, { inFlight: number; limit: number }>> {
    const entries = CLASSES.map((work) => {
      const { inFlight, limit } = this.#limits[work];
      return [work, { inFlight, limit }];
    });
    return Object.fromEntries(entries) as Record<AdmittedClass, { inFlight: number; limit: number }>;
  }

  /** Whether requests are refused, and since when. */
  get shedding(): { sinceMs: number } | undefined {
    const now = this.#options.now();
    if (this.#shedding === undefined || now - this.#shedding.last > EPISODE_OVER_MS) return undefined;
    return { sinceMs: now - this.#shedding.since };
  }

  /** Ten times a second: what was measured. */
  measured(waits: Measured): void {
    this.#measured = waits;
    this.refusals.turn();
    for (const work of CLASSES) {
      const tolerated = Object.entries(RULES[work].waits) as [Resource, number][];
      this.#limits[work].measured(Math.max(...tolerated.map(([resource, most]) => waits[resource] / most)));
    }
  }

  /** Now and then while work is added: what waits. `at` by the clock that the jobs' times are of. */
  looked(at: number, oldest: OldestWork): void {
    this.#lookedAt = this.#options.now();
    for (const lane of BACKLOG_LANES) {
      const since = oldest[lane];
      // Nobody stands in line as long as nobody has looked.
      this.#lanes[lane].seen(at, since === undefined ? undefined : since + this.#options.pickedUpWithinMs);
    }
  }

  /** Once a second: one line for each class that was refused. */
  report(): void {
    for (const [work, { count, because }] of this.#refused) {
      const { limit, inFlight } = this.#limits[work];
      const backlog = Object.fromEntries(BACKLOG_LANES.map((lane) => [lane, Math.round(this.#lanes[lane].aheadMs)]));
      const waits = Object.fromEntries(Object.entries(this.#measured).map(([name, ms]) => [name, Math.round(ms)]));
      this.#options.log.warn(
        { work, refused: count, because, limit: Math.floor(limit), inFlight, waitsMs: waits, backlogMs: backlog },
        'overloaded: requests were refused',
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

  /** What has lasted for a while is likely to last for as long again. */
  #guessSeconds(): number {
    return Math.min(LONGEST_GUESS_SECONDS, (this.shedding?.sinceMs ?? 0) / 1000);
  }

  #refuse(work: AdmittedClass, now: number, because: string, seconds: number): AppError {
    this.#shedding = { since: now - (this.shedding?.sinceMs ?? 0), last: now };
    (this.#options.telemetry ?? NO_TELEMETRY).count('overload-refused', { class: work });
    this.#refused.set(work, { count: (this.#refused.get(work)?.count ?? 0) + 1, because });
    // Up to twice as long: whoever was refused at the same moment must not come back at the same moment.
    const spread = Math.max(SHORTEST_RETRY_SECONDS, seconds) * (1 + this.#options.random());
    const retryAfter = Math.min(LONGEST_RETRY_SECONDS, Math.round(spread));
    return new AppError('SERVICE_UNAVAILABLE', { check: 'load' }, { message: BUSY, retryAfter });
  }
}

const BUSY = 'The server is busy and cannot take this request now. Nothing was changed. Try again shortly.';

function leaveOnce(limit: AdaptiveLimit): Leave {
  let isIn = true;
  return () => {
    if (isIn) limit.leave();
    isIn = false;
  };
}
