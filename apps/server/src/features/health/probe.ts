/**
 * A part that is tried now and then. A trial is judged by turns of a timer, not by the clock: while this process gets no processor, nobody
 * has waited for the part.
 *
 * Whoever asks in between gets what came of the last trial, and nobody waits long: a part that
 * hangs is told of as what it is.
 */
export type Finding =
  /** It did what was asked; `isSlow`: not within a second. */
  | { isWell: true; isSlow: boolean; latencyMs: number; at: number }
  | { isWell: false; cause: unknown; latencyMs: number; at: number };

export type ProbeOptions = {
  /** Tries the part; throws what is wrong with it. */
  ask: () => Promise<void>;
  /** What was well is not tried again before. Milliseconds, as all here. */
  rememberMs?: number;
  /** Whoever asks waits no longer. */
  patienceMs?: number;
  /** A part that has not answered by then is out of order. */
  limitMs?: number;
  /** A clock that only goes forward. Given, trials are judged by it as well. */
  elapsed?: () => number;
};

type Trial = { since: number; turns: number; finding: Promise<Finding> };

/** Health is asked for by many and often: what is well is well for so long. */
const REMEMBER_MS = 5_000;
/** What is out of order is tried again soon. */
const REMEMBER_FAULT_MS = 1_000;
const PATIENCE_MS = 250;
const LIMIT_MS = 2_500;
/** What takes longer is slow; what is still silent then counts as broken until it answers. */
const SLOW_MS = 1_000;
const TURN_MS = 100;

export class Probe {
  readonly #options: Required<ProbeOptions>;
  readonly #countsTurns: boolean;
  #last: Finding | undefined;
  #trial: Trial | undefined;

  constructor(options: ProbeOptions) {
    this.#countsTurns = options.elapsed === undefined;
    this.#options = {
      rememberMs: REMEMBER_MS,
      patienceMs: PATIENCE_MS,
      limitMs: LIMIT_MS,
      elapsed: () => performance.now(),
      ...options,
    };
  }

  /** What came of the last trial, if there was one. */
  get last(): Finding | undefined {
    return this.#last;
  }

  /** Whether a trial is under way that has taken longer than a part that is well takes. */
  get isOverdue(): boolean {
    return this.#trial !== undefined && this.#waited(this.#trial) > SLOW_MS;
  }

  /** Within `patienceMs`, whatever the part does. */
  async latest(): Promise<Finding> {
    const { elapsed, rememberMs, patienceMs } = this.#options;
    const last = this.#last;
    if (last && elapsed() - last.at < (last.isWell ? rememberMs : REMEMBER_FAULT_MS)) return last;
    const trial = this.#begin();
    return within(patienceMs, trial.finding, () => this.#silent(trial));
  }

  /** Tries the part now, or shares the trial that is under way. */
  try(): Promise<Finding> {
    return this.#begin().finding;
  }

  #begin(): Trial {
    if (this.#trial) return this.#trial;
    const trial: Trial = { since: this.#options.elapsed(), turns: 0, finding: undefined as never };
    this.#trial = trial;
    trial.finding = this.#ask(trial);
    return trial;
  }

  /** For how long the part has been waited for. */
  #waited({ since, turns }: Trial): number {
    return this.#countsTurns ? turns * TURN_MS : this.#options.elapsed() - since;
  }

  async #ask(trial: Trial): Promise<Finding> {
    const { ask, elapsed, limitMs } = this.#options;
    // What has arrived by the end of a turn counts: sockets are read after timers.
    const timer = setInterval(() => setImmediate(() => (trial.turns += 1)), TURN_MS).unref();
    const started = elapsed();
    const took = () => ({ latencyMs: Math.round((elapsed() - started) * 100) / 100, at: elapsed() });
    const tried = ask().then(
      (): Finding => ({ isWell: true, isSlow: this.#waited(trial) > SLOW_MS, ...took() }),
      (cause: unknown): Finding => ({ isWell: false, cause, ...took() }),
    );
    let finding: Finding | undefined;
    do {
      const left = this.#countsTurns ? Math.max(TURN_MS, limitMs - this.#waited(trial)) : limitMs;
      finding = await within(left, tried, () =>
        this.#countsTurns && this.#waited(trial) < limitMs ? undefined : this.#outOfTime(started),
      );
    } while (finding === undefined);
    clearInterval(timer);
    this.#last = finding;
    this.#trial = undefined;
    return finding;
  }

  #silent(trial: Trial): Finding {
    const { elapsed } = this.#options;
    const { since } = trial;
    if (this.#last?.isWell === false || this.#waited(trial) > SLOW_MS) return this.#outOfTime(since);
    // It was well when it was last heard of, and may be in a moment.
    return this.#last ?? { isWell: true, isSlow: true, latencyMs: elapsed() - since, at: elapsed() };
  }

  #outOfTime(since: number): Finding {
    const { elapsed } = this.#options;
    const latencyMs = elapsed() - since;
    return { isWell: false, cause: new Error(`no answer in ${Math.round(latencyMs)} ms`), latencyMs, at: elapsed() };
  }
}

/** What `work` comes to, or after `ms` what `otherwise` says. */
function within<T>(ms: number, work: Promise<T>, otherwise: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
