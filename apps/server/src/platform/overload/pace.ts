/**
 * Refusing costs time as well, and whoever is refused at once asks again at once: answers that say "not now" could take all that a
 * process has. So they are given out evenly; those above that wait for their turn, on connections that bring nothing new meanwhile.
 */
export class Pace {
  readonly #each: number;
  readonly #mostHeld: number;
  readonly #held: (() => void)[] = [];
  #left: number;

  /** @param each answers in one turn; @param mostHeld that wait at most: beyond it they are given at once */
  constructor({ each, mostHeld }: { each: number; mostHeld: number }) {
    this.#each = each;
    this.#mostHeld = mostHeld;
    this.#left = each;
  }

  /** Runs `answer` now or in a later turn. */
  add(answer: () => void): void {
    if (this.#left > 0 || this.#held.length >= this.#mostHeld) {
      this.#left -= 1;
      answer();
    } else this.#held.push(answer);
  }

  turn(): void {
    const due = this.#held.splice(0, this.#each);
    this.#left = this.#each - due.length;
    for (const answer of due) answer();
  }
}
