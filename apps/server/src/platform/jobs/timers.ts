/**
 * A timer runs at fixed intervals of wall-clock time. Each run determines what there is to do, including the work of
 * runs that were missed.
 */

/** @typeParam S the services of `main` that the timer needs */
export type Timer<S> = {
  readonly name: string;
  readonly everyMs: number;
  /** True if runs are skipped while this machine's clock is not trustworthy (ADR 44). */
  readonly needsTrustedTime: boolean;
  /** Runs the timer. `signal` aborts when the process is about to end. */
  readonly run: (services: S, signal: AbortSignal) => Promise<unknown>;
};

export type TimersOptions = {
  isTimeTrusted: () => boolean;
  log: { warn(fields: object, message: string): void };
};

/**
 * The number of timers that start at the same time. Starting all timers would open the maximum number of database
 * connections, each of which uses memory for a minute.
 */
const FIRST_TURNS = 2;

export class Timers<S> {
  readonly #options: TimersOptions;
  readonly #services: S;
  readonly #timers: ReadonlyMap<string, Timer<S>>;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #intervals: NodeJS.Timeout[] = [];

  /** @throws Error when two timers have the same name. */
  constructor(timers: readonly Timer<S>[], services: S, options: TimersOptions) {
    this.#timers = new Map(timers.map((timer) => [timer.name, timer]));
    if (this.#timers.size < timers.length) throw new Error('two timers have the same name');
    this.#services = services;
    this.#options = options;
  }

  /** The first runs start immediately, a few at a time. */
  start(): void {
    for (const { name, everyMs } of this.#timers.values())
      this.#intervals.push(setInterval(() => void this.#attempt(name), everyMs).unref());
    const names = this.#timers.keys();
    for (let n = 0; n < FIRST_TURNS; n += 1) void this.#firstTurns(names);
  }

  async #firstTurns(names: IterableIterator<string>): Promise<void> {
    for (const name of names) if (!this.#stopping.signal.aborted) await this.#attempt(name);
  }

  async #attempt(name: string): Promise<void> {
    await this.run(name).catch((err: unknown) => this.#options.log.warn({ err, name }, 'a periodic task failed'));
  }

  /** Runs one timer, or all of them, now. Waits for a run in progress. Throws the errors of its work. */
  async run(name?: string): Promise<void> {
    if (name === undefined) {
      for (const each of this.#timers.keys()) await this.run(each);
      return;
    }
    const timer = this.#timers.get(name);
    if (!timer) throw new Error(`there is no timer "${name}"`);
    const running = this.#running.get(name) ?? this.#runOnce(timer).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    await running;
  }

  /** Prevents further runs and waits for runs in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const interval of this.#intervals) clearInterval(interval);
    await Promise.allSettled(this.#running.values());
  }

  async #runOnce({ needsTrustedTime, run }: Timer<S>): Promise<void> {
    if (needsTrustedTime && !this.#options.isTimeTrusted()) return;
    await run(this.#services, this.#stopping.signal);
  }
}
