/**
 * The number of requests of one class that may be in progress. While waits are short, the limit grows. When waits were
 * too long in three measurements in a row, it falls below the current number of requests, by more if the waits are
 * longer. The limit thus finds this machine's current capacity, and has practically no effect on an idle machine (ADR
 * 55).
 */

/** The value that means that there is no limit. No process ever has this many requests in progress. */
export const UNLIMITED = 10_000;
/**
 * The number of measurements on which a change of the limit is based. A single slow measurement is noise, such as a
 * garbage collection or one large file. A standing queue shows in all measurements.
 */
const MEASUREMENTS = 3;
const DEEPEST_CUT = 0.5;
const GROWTH = 1.05;

export class AdaptiveLimit {
  /** The number of requests that are always admitted. Without them, there would be no measurements and no responses. */
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

  /** Admits a request if the limit allows it. Each admitted request must call `leave` when it is done. */
  enter(): boolean {
    if (this.#inFlight >= this.#limit) return false;
    this.#inFlight += 1;
    return true;
  }

  leave(): void {
    this.#inFlight -= 1;
  }

  /**
   * @param pressure the measured wait, divided by the wait that this class may cause. A value above 1 means that
   * requests wait too long
   */
  observe(pressure: number): void {
    this.#pressures.push(pressure);
    if (this.#pressures.length > MEASUREMENTS) this.#pressures.shift();
    const least = Math.min(...this.#pressures);
    if (this.#pressures.length < MEASUREMENTS || least <= 1) {
      if (pressure <= 1) this.#limit = Math.min(UNLIMITED, this.#limit * GROWTH + 0.5);
      return;
    }
    const underWay = Math.min(this.#limit, this.#inFlight);
    this.#limit = Math.max(this.#atLeast, underWay * Math.max(DEEPEST_CUT, 1 / least));
    // Earlier measurements do not reflect the new limit, so they are dropped.
    this.#pressures = [];
  }
}
