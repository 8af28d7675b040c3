export class WaitTimes {
  readonly #now: () => number;
  readonly #since = new Map<symbol, number>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Starts waiting. Returns the function that ends the wait. */
  begin(): () => void {
    const key = Symbol('wait');
    this.#since.set(key, this.#now());
    return () => void this.#since.delete(key);
  }

  /** Returns how long the longest current wait has lasted, in milliseconds. Returns 0 if nothing is waiting. */
  longest(): number {
    const [first] = this.#since.values();
    return first === undefined ? 0 : this.#now() - first;
  }
}
