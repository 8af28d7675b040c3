/**
 * A service that is checked from time to time. The duration of a check is measured in timer ticks instead of clock
 * time, so time during which this process gets no CPU does not count against the service.
 *
 * Between checks, callers get the last result without a long wait. A service that hangs is reported as hanging.
 */
export type Finding =
  /** The check succeeded. `isSlow` is true if it took longer than a second. */
  | { isWell: true; isSlow: boolean; latencyMs: number; at: number }
  | { isWell: false; cause: unknown; latencyMs: number; at: number };

export type ProbeOptions = {
  /** Rejects with a description of the problem. */
  ask: () => Promise<void>;
  /** How long a good result is reused. All times here are in milliseconds. */
  rememberMs?: number;
  patienceMs?: number;
  /** The time after which a service without a response counts as broken. */
  limitMs?: number;
  /** A monotonic clock. If given, checks are measured with this clock instead of ticks. */
  elapsed?: () => number;
};

type Trial = { since: number; iterations: number; finding: Promise<Finding> };

/** How long a good result is reused. Results are reused because health is requested often. */
const REMEMBER_MS = 5_000;
/** The time after which a broken service is checked again. */
const REMEMBER_FAULT_MS = 1_000;
const PATIENCE_MS = 250;
const LIMIT_MS = 2_500;
/** A check that takes longer than this counts as slow. From then on, the service counts as broken until it responds. */
const SLOW_MS = 1_000;
const ITERATION_MS = 100;

export class Probe {
  readonly #options: Required<ProbeOptions>;
  readonly #countsIterations: boolean;
  #last: Finding | undefined;
  #trial: Trial | undefined;

  constructor(options: ProbeOptions) {
    this.#countsIterations = options.elapsed === undefined;
    this.#options = {
      rememberMs: REMEMBER_MS,
      patienceMs: PATIENCE_MS,
      limitMs: LIMIT_MS,
      elapsed: () => performance.now(),
      ...options,
    };
  }

  get last(): Finding | undefined {
    return this.#last;
  }

  /** True if the current check has taken longer than it should. */
  get isOverdue(): boolean {
    return this.#trial !== undefined && this.#waited(this.#trial) > SLOW_MS;
  }

  /** Returns the latest finding within `patienceMs`, even if the service hangs. */
  async latest(): Promise<Finding> {
    const { elapsed, rememberMs, patienceMs } = this.#options;
    const last = this.#last;
    if (last && elapsed() - last.at < (last.isWell ? rememberMs : REMEMBER_FAULT_MS)) return last;
    const trial = this.#begin();
    return withTimeout(patienceMs, trial.finding, () => this.#silent(trial));
  }

  /** Returns the result of the check in progress, or of a new check if there is none. */
  try(): Promise<Finding> {
    return this.#begin().finding;
  }

  #begin(): Trial {
    if (this.#trial) return this.#trial;
    const trial: Trial = { since: this.#options.elapsed(), iterations: 0, finding: undefined as never };
    this.#trial = trial;
    trial.finding = this.#ask(trial);
    return trial;
  }

  #waited({ since, iterations }: Trial): number {
    return this.#countsIterations ? iterations * ITERATION_MS : this.#options.elapsed() - since;
  }

  async #ask(trial: Trial): Promise<Finding> {
    const { ask, elapsed, limitMs } = this.#options;
    // An iteration counts only after all input that has arrived was read, because sockets are read after timers and
    // before `setImmediate`.
    const timer = setInterval(() => setImmediate(() => (trial.iterations += 1)), ITERATION_MS).unref();
    const started = elapsed();
    const timing = () => ({ latencyMs: Math.round((elapsed() - started) * 100) / 100, at: elapsed() });
    const tried = ask().then(
      (): Finding => ({ isWell: true, isSlow: this.#waited(trial) > SLOW_MS, ...timing() }),
      (cause: unknown): Finding => ({ isWell: false, cause, ...timing() }),
    );
    let finding: Finding | undefined;
    do {
      const left = this.#countsIterations ? Math.max(ITERATION_MS, limitMs - this.#waited(trial)) : limitMs;
      finding = await withTimeout(left, tried, () =>
        this.#countsIterations && this.#waited(trial) < limitMs ? undefined : this.#outOfTime(started),
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
    // The last result was good and the current check has not been running for long, so the last result still counts.
    return this.#last ?? { isWell: true, isSlow: true, latencyMs: elapsed() - since, at: elapsed() };
  }

  #outOfTime(since: number): Finding {
    const { elapsed } = this.#options;
    const latencyMs = elapsed() - since;
    return {
      isWell: false,
      cause: new Error(`no response within ${Math.round(latencyMs)} ms`),
      latencyMs,
      at: elapsed(),
    };
  }
}

/** Returns the result of `otherwise` if `work` takes longer than `ms`. */
function withTimeout<T>(ms: number, work: Promise<T>, otherwise: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
