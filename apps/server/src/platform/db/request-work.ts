/**
 * The database work of one request. It tracks whether anything may have been committed. Under an Idempotency-Key, it
 * holds the last transaction open until the response is known, so that both are committed together. Otherwise, a crash
 * between the commit and storing the response would leave finished work that a retried request does again.
 *
 * The request's work is passed as an argument: `Database.of` and `UnitOfWork.of` return objects for the request. Jobs,
 * workers and tasks that a commit wakes use the original objects, so their work is never tracked here.
 */
import type { Telemetry } from '../telemetry/telemetry.ts';
import { isRolledBack } from './database.ts';
import type { Tx } from './transaction.ts';

/** A transaction whose work is done. All its statements except COMMIT have been sent. */
export type OpenTransaction = { tx: Tx; commit(): Promise<void>; rollback(cause: unknown): Promise<void> };

export class RequestWork {
  /**
   * True if the last transaction is held open until `finish`. If false, each transaction is committed as soon as its
   * work is done.
   */
  readonly keepsLast: boolean;
  /** Records spans below the request's span. Undefined if the request is not traced. */
  readonly telemetry: Telemetry | undefined;
  /** The transaction that is held open. While it is held, nothing else runs, because any new work commits it first. */
  #held: OpenTransaction | undefined;
  #releasing: Promise<void> | undefined;
  #underWay = 0;
  #isFinished = false;
  #mayHaveCommitted = false;
  readonly #until: AbortSignal | undefined;

  /** @param until once this signal is aborted, new work fails with the signal's reason */
  constructor({
    keepsLast,
    until,
    telemetry,
  }: {
    keepsLast: boolean;
    until?: AbortSignal | undefined;
    telemetry?: Telemetry | undefined;
  }) {
    this.keepsLast = keepsLast;
    this.telemetry = telemetry;
    this.#until = until;
  }

  /** Throws if the caller is no longer waiting for the response. */
  goOn(): void {
    this.#until?.throwIfAborted();
  }

  /** Returns false only if it is certain that nothing from this request was committed. */
  get mayHaveCommitted(): boolean {
    return this.#mayHaveCommitted;
  }

  /** The transaction that is held open. Reads must run in it. Undefined if none is held. */
  get held(): Tx | undefined {
    return this.#held?.tx;
  }

  /**
   * Commits the held transaction, because the request starts more work or waits for other work. The held transaction is
   * therefore not the last one, and others must be able to see its changes.
   */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#releasing = this.#commit(held).finally(() => (this.#releasing = undefined));
    await this.#releasing;
  }

  /**
   * Runs a transaction of the request. It counts as running from its first statement until `settle` has been called.
   */
  async during<T>(transaction: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      await this.release();
      return await transaction();
    } finally {
      this.#underWay -= 1;
    }
  }

  async committing<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#mayHaveCommitted;
    this.#mayHaveCommitted = true;
    try {
      return await work();
    } catch (error) {
      if (isRolledBack(error)) this.#mayHaveCommitted = before;
      throw error;
    }
  }

  /**
   * Called when a transaction has sent all its statements. It is then held or committed. It is committed if another
   * transaction of this request is running, because that transaction may be waiting for its locks. It is also committed
   * if the response has been sent, because nothing would finish it later.
   */
  async settle(open: OpenTransaction): Promise<void> {
    if (this.keepsLast && !this.#isFinished && this.#underWay === 1) this.#held = open;
    else await this.#commit(open);
  }

  /**
   * Commits the held transaction together with the rows of `write`. Returns false if no transaction was held, because
   * the request wrote nothing or had to commit its work earlier.
   */
  async finish(write: (tx: Tx) => Promise<void>): Promise<boolean> {
    this.#isFinished = true;
    const held = this.#held;
    this.#held = undefined;
    if (!held) return false;
    try {
      await write(held.tx);
    } catch (error) {
      await held.rollback(error);
      throw error;
    }
    await this.#commit(held);
    return true;
  }

  /** Commits the held transaction of a request that stores no response. */
  async close(): Promise<void> {
    this.#isFinished = true;
    await this.release();
  }

  #commit(open: OpenTransaction): Promise<void> {
    return this.committing(() => open.commit());
  }
}
