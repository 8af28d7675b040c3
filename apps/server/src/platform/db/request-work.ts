/**
 * What one request does in the database: whether any of it may stay, and under an Idempotency-Key its last transaction, kept open
 * until the answer is known, so that both are committed together. Without that, a crash between the commit and the note of the
 * answer would leave work done that a repeated request does again.
 *
 * It travels as an argument: `Database.of` and `UnitOfWork.of` give the request objects of its own. Jobs, workers and whatever
 * a commit wakes have the plain ones, and nothing they do can end up here.
 */
import type { Telemetry } from '../telemetry/telemetry.ts';
import { isRolledBack } from './database.ts';
import type { Tx } from './transaction.ts';

/** A transaction whose work has been done and whose statements have all been sent, but for COMMIT. */
export type OpenTransaction = { tx: Tx; commit(): Promise<void>; rollback(cause: unknown): Promise<void> };

export class RequestWork {
  /** The last transaction waits for `finish`; else each is committed at its end. */
  readonly keepsLast: boolean;
  /** Below the request's span; undefined where nothing is traced. */
  readonly telemetry: Telemetry | undefined;
  /** While something is held nothing else is under way: whatever begins commits it first. */
  #held: OpenTransaction | undefined;
  #releasing: Promise<void> | undefined;
  #underWay = 0;
  #isFinished = false;
  #mayHaveCommitted = false;
  readonly #until: AbortSignal | undefined;

  /** @param until nothing more is begun once it is aborted: whatever asks for more gets its reason */
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

  /** Throws when nobody waits for this any more. */
  goOn(): void {
    this.#until?.throwIfAborted();
  }

  /** False only when nothing that this request wrote can be there. */
  get mayHaveCommitted(): boolean {
    return this.#mayHaveCommitted;
  }

  /** Reads see what is held from inside; undefined where nothing is. */
  get held(): Tx | undefined {
    return this.#held?.tx;
  }

  /** Work goes on, or waits for what others do: what was held so far was not the last transaction, and must be seen by all. */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#releasing = this.#commit(held).finally(() => (this.#releasing = undefined));
    await this.#releasing;
  }

  /** Runs a transaction of the request, from its first statement to `settle`. */
  async during<T>(transaction: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      await this.release();
      return await transaction();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Statements that commit themselves. */
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
   * A transaction has sent all it had to: it is held, or committed here and now. The latter also where another one of this request
   * is under way, which may wait for its locks, and once the answer is out, when nobody would ever finish it.
   */
  async settle(open: OpenTransaction): Promise<void> {
    if (this.keepsLast && !this.#isFinished && this.#underWay === 1) this.#held = open;
    else await this.#commit(open);
  }

  /**
   * Commits what is held together with what `write` adds. False when nothing was held: the work wrote nothing, or had to be
   * committed before its end.
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

  /** Commits what is held alone; for work that ends without an answer to keep. */
  async close(): Promise<void> {
    this.#isFinished = true;
    await this.release();
  }

  #commit(open: OpenTransaction): Promise<void> {
    return this.committing(() => open.commit());
  }
}
