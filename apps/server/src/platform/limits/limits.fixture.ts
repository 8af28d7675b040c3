/** Simulated processes that share one bucket. The test provides their clock and their table. */
import { type BucketState, EMPTY } from './ledger.ts';
import { Limits } from './limits.ts';
import type { Ledger } from './store.ts';

/** mulberry32 returns the same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class SharedTable {
  readonly rows = new Map<string, BucketState>();
  visits = 0;

  /**
   * The table as one process sees it. Once `isAlive` returns false, the process can neither reach the table nor get a
   * response.
   */
  ledger(isAlive: () => boolean, answers: () => boolean = isAlive): Ledger {
    return {
      visit: async (keys, change) => {
        await Promise.resolve();
        if (!isAlive()) return new Promise(() => {});
        this.visits += 1;
        const { states, result } = change(keys.map((key) => this.rows.get(key) ?? EMPTY));
        for (const [index, key] of keys.entries()) this.rows.set(key, states[index] ?? EMPTY);
        await Promise.resolve();
        return answers() ? result : new Promise(() => {});
      },
      forget: () => Promise.resolve(),
    };
  }
}

export class ModelProcess {
  readonly limits: Limits;
  isAlive = true;

  constructor(table: SharedTable, now: () => Date) {
    this.limits = new Limits({
      ledger: table.ledger(() => this.isAlive),
      now,
      addressLimit: 100,
      log: { warn: () => {} },
    });
  }

  /** A dead process never reports its leases. */
  die(): void {
    this.isAlive = false;
  }
}
