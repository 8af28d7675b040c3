/**
 * Tells a database that is busy from one that is not there. A stopped process, a full machine, a network that swallows everything:
 * none of them gives an error, they give nothing. While somebody waits for longer than a moment, a new connection is made: whoever
 * gets one in time may wait on, since locks and long statements take their time. Else everybody who waits is told that the database
 * is gone, and whoever comes is told at once, until a connection is made again.
 *
 * Time is counted in turns of a timer, not by the clock: when this process itself stood still, nobody has waited for the database.
 */

/** The database cannot be reached, or does not answer. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** As the driver's own errors have one. */
  readonly code = 'DATABASE_UNAVAILABLE';

  constructor(cause?: unknown) {
    super('the database does not answer', cause === undefined ? undefined : { cause });
  }
}

const TURN_MS = 250;
/** So many turns somebody waits before it is asked whether the database is there; with the next, it is 2.5 s at the most. */
const PATIENCE = 2;
/** So many turns a new connection may take. */
const LIMIT = 6;
/** Past every time-out that the database itself enforces: this one connection hangs, whatever the others do. */
const FOR_EVER = 140;

type Waiting = { turns: number; altogether: number; giveUp: (error: DatabaseUnavailable) => void };

export class Pulse {
  readonly #connect: () => Promise<void>;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  /** Turns since a new connection is being made. */
  #asking: number | undefined;
  #asked = 0;
  #isGone = false;

  /** @param connect makes a connection and closes it again */
  constructor(connect: () => Promise<void>) {
    this.#connect = connect;
  }

  /** Throws DatabaseUnavailable while the database is known to be gone. */
  check(): void {
    if (this.#isGone) throw new DatabaseUnavailable();
  }

  /** What `work` comes to; DatabaseUnavailable when the database turns out to be gone before. */
  watch<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { turns: 0, altogether: 0, giveUp: reject };
      this.#waiting.add(waiting);
      work.then(resolve, reject).finally(() => this.#waiting.delete(waiting));
      this.#run();
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #run(): void {
    this.#timer ??= setInterval(() => this.#turn(), TURN_MS).unref();
  }

  #turn(): void {
    if (this.#waiting.size === 0 && !this.#isGone && this.#asking === undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    let longest = 0;
    for (const waiting of this.#waiting) {
      waiting.turns += 1;
      waiting.altogether += 1;
      longest = Math.max(longest, waiting.turns);
      if (waiting.altogether > FOR_EVER) this.#giveUp(waiting);
    }
    if (this.#asking !== undefined) {
      this.#asking += 1;
      if (this.#asking > LIMIT) this.#gone();
    } else if (this.#isGone || longest >= PATIENCE) this.#ask();
  }

  #ask(): void {
    this.#asking = 0;
    this.#asked += 1;
    const mine = this.#asked;
    // A late yes is a yes; a late no is about a time that is over.
    this.#connect().then(
      () => this.#here(),
      () => mine === this.#asked && this.#asking !== undefined && this.#gone(),
    );
  }

  #here(): void {
    this.#asking = undefined;
    this.#isGone = false;
    for (const waiting of this.#waiting) waiting.turns = 0;
  }

  #gone(): void {
    this.#asking = undefined;
    this.#isGone = true;
    for (const waiting of this.#waiting) this.#giveUp(waiting);
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    waiting.giveUp(new DatabaseUnavailable());
  }
}
