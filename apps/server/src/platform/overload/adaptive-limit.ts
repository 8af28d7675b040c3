/**
 * How many requests of one class may be under way. While nobody waits too long the limit grows; when what requests wait for has been
 * short for three measurements in a row, it falls below what is under way now, the further the longer the wait. So the limit finds by
 * itself how much this machine can do at this moment, and an idle one has none to speak of (ADR 55).
 */

/** More than any process has under way. */
export const UNLIMITED = 10_000;
/** One late measurement is a hiccup: a garbage collection, one large file. A queue that stands shows in all of them. */
const MEASUREMENTS = 3;
/** The most that one step takes away. */
const DEEPEST_CUT = 0.5;
const GROWTH = 1.05;

export class AdaptiveLimit {
  /** So many are let in whatever is measured: without them nothing would be measured, and nobody served. */
  readonly #atLeast: number;
  #limit = UNLIMITED;
  #inFlight = 0;
  #pressures: number[] = [];

  constructor(atLeast: number) {
    this.#atLeast = atLeast;
  }

  get limit(): number {
    return this.#limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether one more may come in; it must leave again. */
  enter(): boolean {
    if (this.#inFlight >= this.#limit) return false;
    this.#inFlight += 1;
    return true;
  }

  leave(): void {
    this.#inFlight -= 1;
  }

  /** @param pressure the wait that was measured, in parts of the wait that this class may cause: above 1 is too long */
  measured(pressure: number): void {
    this.#pressures.push(pressure);
    if (this.#pressures.length > MEASUREMENTS) this.#pressures.shift();
    const least = Math.min(...this.#pressures);
    if (this.#pressures.length < MEASUREMENTS || least <= 1) {
      if (pressure <= 1) this.#limit = Math.min(UNLIMITED, this.#limit * GROWTH + 0.5);
      return;
    }
    const underWay = Math.min(this.#limit, this.#inFlight);
    this.#limit = Math.max(this.#atLeast, underWay * Math.max(DEEPEST_CUT, 1 / least));
    // What this step changed is judged by new measurements.
    this.#pressures = [];
  }
}
