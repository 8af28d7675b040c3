/**
 * Sends refusals at a steady rate. Refusals cost time too, and a client that is refused immediately retries
 * immediately, which could use up a whole process. Refusals above the rate are delayed, and their connections bring no
 * new requests until then.
 */
export class Pace {
  readonly #each: number;
  readonly #maxWaiting: number;
  readonly #held: (() => void)[] = [];
  #left: number;

  /**
   * @param each responses per interval
   * @param maxWaiting the maximum number of waiting responses; further responses are sent immediately
   */
  constructor({ each, maxWaiting }: { each: number; maxWaiting: number }) {
    this.#each = each;
    this.#maxWaiting = maxWaiting;
    this.#left = each;
  }

  /** Runs `answer` now or in a later interval. */
  add(answer: () => void): void {
    if (this.#left > 0 || this.#held.length >= this.#maxWaiting) {
      this.#left -= 1;
      answer();
    } else this.#held.push(answer);
  }

  startInterval(): void {
    const due = this.#held.splice(0, this.#each);
    this.#left = this.#each - due.length;
    for (const answer of due) answer();
  }
}
