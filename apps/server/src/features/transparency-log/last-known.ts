/**
 * A value from the database that the health check shows. The health check is public and requested often, so it gets the
 * last value immediately. One request at a time reads the next value in the background.
 */
export type LastKnownOptions<T> = {
  initial: T;
  read: () => Promise<T>;
  failed: (error: unknown) => void;
  /** A monotonic clock, in milliseconds. */
  elapsed?: () => number;
};

/** The time for which a value is shown before the next read. After failures, the wait doubles each time. */
const KEPT_MS = 5_000;
const MAX_MS = 60_000;

export class LastKnown<T> {
  readonly #options: Required<LastKnownOptions<T>>;
  #value: T;
  #dueAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #isReading = false;
  /** The sequence number of the last read that began. An older read must not replace the value of a newer read. */
  #begun = 0;
  #shown = 0;

  constructor(options: LastKnownOptions<T>) {
    this.#options = { elapsed: () => performance.now(), ...options };
    this.#value = options.initial;
  }

  get value(): T {
    return this.#value;
  }

  peek(): T {
    const { elapsed, failed } = this.#options;
    if (!this.#isReading && elapsed() >= this.#dueAt) {
      this.#isReading = true;
      this.refresh()
        .catch((error: unknown) => {
          this.#dueAt = elapsed() + Math.min(KEPT_MS * 2 ** this.#failures, MAX_MS);
          this.#failures += 1;
          failed(error);
        })
        .finally(() => (this.#isReading = false));
    }
    return this.#value;
  }

  expire(): void {
    this.#dueAt = Number.NEGATIVE_INFINITY;
  }

  async refresh(): Promise<T> {
    const { read, elapsed } = this.#options;
    this.#begun += 1;
    const turn = this.#begun;
    const value = await read();
    if (turn > this.#shown) {
      this.#shown = turn;
      this.#value = value;
      this.#failures = 0;
      this.#dueAt = elapsed() + KEPT_MS;
    }
    return value;
  }
}
