/** Measures the cost of work separately from the cost of other processes on the machine. */

/** Returns the milliseconds of the fastest of several runs. Interruptions only ever make a run slower. */
export function leastMs(work: () => unknown, runs = 4): number {
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    work();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/**
 * Returns the milliseconds of processor time per run. Several runs are measured, because the system counts in steps of
 * several milliseconds.
 */
export function cpuMs(work: () => unknown, runs: number): number {
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

export type Worst = { name: string; ms: number };

/** Keeps the highest measured cost for each key, such as a rule. */
export class WorstOf {
  readonly #worst = new Map<string, Worst>();

  note(key: string, name: string, ms: number): void {
    if (ms > (this.#worst.get(key)?.ms ?? -1)) this.#worst.set(key, { name, ms });
  }

  above(limit: number): string[] {
    return [...this.#worst].flatMap(([key, { name, ms }]) =>
      ms > limit ? [`${key}: ${ms.toFixed(2)} ms, ${name}`] : [],
    );
  }

  lines(): string[] {
    return [...this.#worst].map(([key, { name, ms }]) => `${key}: ${ms.toFixed(2)} ms (${name})`);
  }
}
