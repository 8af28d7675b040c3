/**
 * Tells a database that is busy from one that is not there. A stopped process, a full machine, a network that swallows everything:
 * none of them gives an error, they give nothing. While somebody waits for longer than a moment, a new connection is made: whoever
 * gets one in time may wait on, since locks and long statements take their time. Else everybody who waits is told that the database
 * is gone, and whoever comes is told at once, until a connection is made again.
 *
 * Time is counted in turns of a timer, not by the clock: when this process itself stood still, nobody has waited for the database.
 * A turn is judged after the event loop has read from its sockets, and only counts against the database while the database owes the
 * next bytes. A connection takes several round trips. On a machine with too little processor our own thread needs longer for each of
 * them than the database does, and that must not look like a database that is gone.
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
/** So many turns the database may take for each answer while a new connection is made. */
const LIMIT = 6;
/** Past every time-out that the database itself enforces: this one connection hangs, whatever the others do. */
const FOR_EVER = 140;

/** What has crossed the socket of a new connection so far. */
export type SocketBytes = { readonly bytesRead: number; readonly bytesWritten: number };
type Connect = (watch: (bytes: () => SocketBytes) => void) => Promise<void>;

/** Whether a new connection waits for the database at the moment, judged by the bytes that crossed its socket. */
class Attempt {
  /** Turns in which the database owed an answer and none came. */
  turns = 0;
  #bytes: (() => SocketBytes) | undefined;
  #last: SocketBytes = { bytesRead: 0, bytesWritten: 0 };
  #isOurTurn = false;

  readonly watch = (bytes: () => SocketBytes): void => {
    this.#bytes = bytes;
  };

  turn(): void {
    const { bytesRead, bytesWritten } = this.#bytes?.() ?? this.#last;
    const hasRead = bytesRead !== this.#last.bytesRead;
    const hasWritten = bytesWritten !== this.#last.bytesWritten;
    this.#last = { bytesRead, bytesWritten };
    // An answer that we have not reacted to yet, as while the proof of a password is computed.
    if (hasRead || hasWritten) this.#isOurTurn = !hasWritten;
    if (hasRead) this.turns = 0;
    else if (!this.#isOurTurn) this.turns += 1;
  }
}

type Waiting = { turns: number; altogether: number; giveUp: (error: DatabaseUnavailable) => void };

export class DatabaseWatchdog {
  readonly #connect: Connect;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #asking: Attempt | undefined;
  #isGone = false;

  /** @param connect makes a connection and closes it again; calls `watch` with what tells how many bytes crossed its socket */
  constructor(connect: Connect) {
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
      work.then(resolve, reject).finally(() => {
        this.#waiting.delete(waiting);
        // An idle server is not woken up once more for each statement.
        this.#rest();
      });
      this.#run();
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #run(): void {
    this.#timer ??= setInterval(() => {
      // Timers come before sockets are read. Answers that have arrived by now are read first.
      setImmediate(() => this.#turn());
    }, TURN_MS).unref();
  }

  #rest(): boolean {
    if (this.#waiting.size > 0 || this.#isGone || this.#asking !== undefined) return false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }

  #turn(): void {
    if (this.#rest()) return;
    let longest = 0;
    for (const waiting of this.#waiting) {
      waiting.turns += 1;
      waiting.altogether += 1;
      longest = Math.max(longest, waiting.turns);
      if (waiting.altogether > FOR_EVER) this.#giveUp(waiting);
    }
    if (this.#asking !== undefined) {
      this.#asking.turn();
      if (this.#asking.turns > LIMIT) this.#gone();
    } else if (this.#isGone || longest >= PATIENCE) this.#ask();
  }

  #ask(): void {
    const attempt = new Attempt();
    this.#asking = attempt;
    // A late yes is a yes; a late no is about a time that is over.
    this.#connect(attempt.watch).then(
      () => this.#here(),
      () => this.#asking === attempt && this.#gone(),
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
