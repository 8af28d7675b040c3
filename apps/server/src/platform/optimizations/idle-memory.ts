/**
 * Returns memory to the system when the server is quiet. V8 keeps the pages that a start or a burst of work has filled:
 * 25 MiB after a start, most of it a pool of empty pages. Its own periodic collections, every 20 s or so, leave that
 * pool unchanged. Only a last-resort collection empties it. It blocks the loop for 0.1 s, so it waits for a second
 * without requests, and for enough work to be worthwhile.
 */

const CHECK_INTERVAL_MS = 1_000;
/** The maximum CPU time in a second that counts as quiet. Timers alone use less, and a single request uses more. */
const QUIET_MS = 20;
/**
 * The amount of work that makes a collection worthwhile. A collection takes 0.1 s. V8 then also discards compiled code,
 * and compiling it again during the next requests takes as long. The collection therefore waits for a hundred times as
 * much work.
 */
const WORTH_MS = 10_000;

/** Decides when to run a garbage collection, based on how long the event loop was busy in each second. */
export class IdleMemory {
  readonly #collect: () => void;
  /** The work since the last collection. Starting the server counts as enough work for one. */
  #workedMs = WORTH_MS;

  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /** @returns whether memory was collected */
  observe(busyMs: number): boolean {
    this.#workedMs += busyMs;
    if (busyMs > QUIET_MS || this.#workedMs < WORTH_MS) return false;
    this.#workedMs = 0;
    this.#collect();
    return true;
  }
}

/**
 * Starts the timer. Has an effect only if Node runs with `--expose-gc`, as with `npm start`. Does not keep the process
 * alive.
 */
export function releaseMemoryWhenIdle(): void {
  const { gc } = globalThis;
  if (!gc) return;
  const memory = new IdleMemory(() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const { active } = performance.eventLoopUtilization(last);
    memory.observe(active);
    // The time of the garbage collection itself does not count as work.
    last = performance.eventLoopUtilization();
  }, CHECK_INTERVAL_MS).unref();
}
