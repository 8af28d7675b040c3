/**
 * Gives memory back to the system once the server is quiet. V8 keeps the pages that a start or a burst of work has filled: 25 MiB after
 * a start, most of it a pool of empty pages. Its own collections, 20 s later and now and then, leave that pool as it is; only a
 * collection of last resort empties it. One takes 0.1 s of the loop, so it waits for a second in which nobody asked for anything, and
 * for work that is worth it.
 */

const LOOK_MS = 1_000;
/** Timers alone take less of a second; a request takes more. */
const QUIET_MS = 20;
/**
 * A collection takes 0.1 s, and what follows it as much again: V8 forgets compiled code with it, and the next requests compile theirs
 * again. So it waits for a hundred times as much work.
 */
const WORTH_MS = 10_000;

/** When to collect, by how long the event loop was busy in each second. */
export class IdleMemory {
  readonly #collect: () => void;
  /** The start was work enough. */
  #workedMs = WORTH_MS;

  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /** @returns whether it collected */
  look(busyMs: number): boolean {
    this.#workedMs += busyMs;
    if (busyMs > QUIET_MS || this.#workedMs < WORTH_MS) return false;
    this.#workedMs = 0;
    this.#collect();
    return true;
  }
}

/** Where Node runs with `--expose-gc`, as `npm start` has it; else nothing happens. Keeps no process alive. */
export function releaseMemoryWhenIdle(): void {
  const { gc } = globalThis;
  if (!gc) return;
  const memory = new IdleMemory(() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const { active } = performance.eventLoopUtilization(last);
    memory.look(active);
    // What the collection itself took is no work.
    last = performance.eventLoopUtilization();
  }, LOOK_MS).unref();
}
