/** Who waits for something that is short, such as a connection, and for how long. */
export class WaitTimes {
  readonly #now: () => number;
  readonly #since = new Map<symbol, number>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Begins to wait; answers with how it ends. */
  begin(): () => void {
    const key = Symbol('wait');
    this.#since.set(key, this.#now());
    return () => void this.#since.delete(key);
  }

  /** For how long whoever came first has been waiting, in milliseconds; 0 when nobody does. */
  longest(): number {
    const [first] = this.#since.values();
    return first === undefined ? 0 : this.#now() - first;
  }
}
