/**
 * A part that is tried now and then. Whoever asks in between gets what came of the last trial, and nobody waits long: a part that
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
  /** A clock that only goes forward. */
  elapsed?: () => number;
};

/** Health is asked for by many and often: what is well is well for so long. */
const REMEMBER_MS = 5_000;
/** What is out of order is tried again soon. */
const REMEMBER_FAULT_MS = 1_000;
const PATIENCE_MS = 250;
const LIMIT_MS = 2_500;
/** What takes longer is slow; what is still silent then counts as broken until it answers. */
const SLOW_MS = 1_000;

export class Probe {
  readonly #options: Required<ProbeOptions>;
  #last: Finding | undefined;
  #trial: { since: number; finding: Promise<Finding> } | undefined;

  constructor(options: ProbeOptions) {
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
    return this.#trial !== undefined && this.#options.elapsed() - this.#trial.since > SLOW_MS;
  }

  /** Within `patienceMs`, whatever the part does. */
  async latest(): Promise<Finding> {
    const { elapsed, rememberMs, patienceMs } = this.#options;
    const last = this.#last;
    if (last && elapsed() - last.at < (last.isWell ? rememberMs : REMEMBER_FAULT_MS)) return last;
    const trial = this.#begin();
    return within(patienceMs, trial.finding, () => this.#silent(trial.since));
  }

  /** Tries the part now, or shares the trial that is under way. */
  try(): Promise<Finding> {
    return this.#begin().finding;
  }

  #begin(): { since: number; finding: Promise<Finding> } {
    this.#trial ??= { since: this.#options.elapsed(), finding: this.#ask() };
    return this.#trial;
  }

  async #ask(): Promise<Finding> {
    const { ask, elapsed, limitMs } = this.#options;
    const started = elapsed();
    const took = () => ({ latencyMs: Math.round((elapsed() - started) * 100) / 100, at: elapsed() });
    const tried = ask().then(
      (): Finding => ({ isWell: true, isSlow: elapsed() - started > SLOW_MS, ...took() }),
      (cause: unknown): Finding => ({ isWell: false, cause, ...took() }),
    );
    const finding = await within(limitMs, tried, () => this.#outOfTime(started));
    this.#last = finding;
    this.#trial = undefined;
    return finding;
  }

  #silent(since: number): Finding {
    const { elapsed } = this.#options;
    if (this.#last?.isWell === false || elapsed() - since > SLOW_MS) return this.#outOfTime(since);
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
