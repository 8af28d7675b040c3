/**
 * Distinguishes a busy database from an unavailable one. A stopped process, a full machine, or a network that drops all
 * packets gives no error and no response. While a caller waits for longer than a moment, a new connection is attempted.
 * If it succeeds in time, callers keep waiting, because locks and long statements take time. Otherwise, all waiting
 * callers get an error, and new callers fail immediately until a connection succeeds again.
 *
 * Time is counted in timer ticks, not by the clock: while this process itself was suspended, it did not wait for the
 * database. A tick is evaluated after the event loop has read its sockets. It counts against the database only while
 * the next bytes have to come from the database. A connection takes several round trips. On a machine with little CPU,
 * our own thread needs longer for each of them than the database does, and this must not be mistaken for an unavailable
 * database.
 */

export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** Callers check this code in the same way as the `code` of the driver's own errors. */
  readonly code = 'DATABASE_UNAVAILABLE';

  constructor(cause?: unknown) {
    super('the database does not respond', cause === undefined ? undefined : { cause });
  }
}

const TURN_MS = 250;
/**
 * The number of ticks that a caller waits before the database is checked. If the database does not respond at all, the
 * check ends after `LIMIT` more ticks and the caller gets an error, 2.5 s after its call at most.
 */
const PATIENCE = 2;
/** The number of ticks that the database may take for each response while a new connection is being established. */
const LIMIT = 6;
/**
 * The number of ticks after which a connection counts as hanging even if new connections succeed. It is longer than
 * every timeout that the database itself enforces.
 */
const FOR_EVER = 140;

/** The number of bytes sent and received so far on a new connection. */
export type SocketBytes = { readonly bytesRead: number; readonly bytesWritten: number };
type Connect = (watch: (bytes: () => SocketBytes) => void) => Promise<void>;

/**
 * Tracks whether a new connection is currently waiting for the database, based on the bytes that crossed its socket.
 */
class Attempt {
  /** The number of ticks in which the database owed a response and none arrived. */
  iterations = 0;
  #bytes: (() => SocketBytes) | undefined;
  #last: SocketBytes = { bytesRead: 0, bytesWritten: 0 };
  #isOurTurn = false;

  readonly watch = (bytes: () => SocketBytes): void => {
    this.#bytes = bytes;
  };

  iterate(): void {
    const { bytesRead, bytesWritten } = this.#bytes?.() ?? this.#last;
    const hasRead = bytesRead !== this.#last.bytesRead;
    const hasWritten = bytesWritten !== this.#last.bytesWritten;
    this.#last = { bytesRead, bytesWritten };
    // If something was received but nothing was sent, this process is still handling the response, for example by
    // computing a password proof.
    if (hasRead || hasWritten) this.#isOurTurn = !hasWritten;
    if (hasRead) this.iterations = 0;
    else if (!this.#isOurTurn) this.iterations += 1;
  }
}

type Waiting = { iterations: number; altogether: number; giveUp: (error: DatabaseUnavailable) => void };

export class DatabaseWatchdog {
  readonly #connect: Connect;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #asking: Attempt | undefined;
  #isGone = false;

  /**
   * @param connect makes a connection and closes it again; calls `watch` with a function that returns how many bytes
   * crossed its socket
   */
  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** Throws DatabaseUnavailable while the database is known to be unavailable. */
  check(): void {
    if (this.#isGone) throw new DatabaseUnavailable();
  }

  /** Returns the result of `work`, or throws DatabaseUnavailable if the database is found to be unavailable first. */
  watch<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { iterations: 0, altogether: 0, giveUp: reject };
      this.#waiting.add(waiting);
      work.then(
        (result) => {
          this.#waiting.delete(waiting);
          resolve(result);
        },
        (error: Error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
      this.#run();
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Runs the timer. It ends at the first tick without waiting callers, so an idle server is not woken up. */
  #run(): void {
    this.#timer ??= setInterval(() => {
      // Timers run before sockets are read. The check is deferred, so that responses that have already arrived are read
      // first.
      setImmediate(() => this.#check());
    }, TURN_MS).unref();
  }

  #stopIfIdle(): boolean {
    if (this.#waiting.size > 0 || this.#isGone || this.#asking !== undefined) return false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }

  #check(): void {
    if (this.#stopIfIdle()) return;
    let longest = 0;
    for (const waiting of this.#waiting) {
      waiting.iterations += 1;
      waiting.altogether += 1;
      longest = Math.max(longest, waiting.iterations);
      if (waiting.altogether > FOR_EVER) this.#giveUp(waiting);
    }
    if (this.#asking !== undefined) {
      this.#asking.iterate();
      if (this.#asking.iterations > LIMIT) this.#markUnavailable();
    } else if (this.#isGone || longest >= PATIENCE) this.#ask();
  }

  #ask(): void {
    const attempt = new Attempt();
    this.#asking = attempt;
    // A successful attempt counts even if it is late. A late failure does not count, because it says nothing about the
    // database now.
    this.#connect(attempt.watch).then(
      () => this.#markAvailable(),
      () => this.#asking === attempt && this.#markUnavailable(),
    );
  }

  #markAvailable(): void {
    this.#asking = undefined;
    this.#isGone = false;
    for (const waiting of this.#waiting) waiting.iterations = 0;
  }

  #markUnavailable(): void {
    this.#asking = undefined;
    this.#isGone = true;
    for (const waiting of this.#waiting) this.#giveUp(waiting);
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    waiting.giveUp(new DatabaseUnavailable());
  }
}
