/**
 * Keeps the last transaction of a piece of work open until its answer is known, so that both are committed together. Without
 * it a crash between the commit and the note of the answer would leave work done that a repeated request does again.
 */
import type { Tx } from './transaction.ts';

/** A transaction whose work has been done and whose statements have all been sent, but for COMMIT. */
export type OpenTransaction = { tx: Tx; commit(): Promise<void>; rollback(cause: unknown): Promise<void> };

export class Hold {
  #held: OpenTransaction | undefined;
  #closed = false;

  /** False once the answer is out: what goes on afterwards in the same asynchronous context is no part of it. */
  get isOpen(): boolean {
    return !this.#closed;
  }

  /** Work goes on: what was held so far was not the last transaction, and must be seen by what follows. */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    await held?.commit();
  }

  keep(held: OpenTransaction): void {
    this.#held = held;
  }

  /**
   * Commits what is held together with what `write` adds. False when nothing was held: the work wrote nothing, or had to be
   * committed before its end.
   */
  async finish(write: (tx: Tx) => Promise<void>): Promise<boolean> {
    this.#closed = true;
    const held = this.#held;
    this.#held = undefined;
    if (!held) return false;
    try {
      await write(held.tx);
    } catch (error) {
      await held.rollback(error);
      throw error;
    }
    await held.commit();
    return true;
  }

  /** Commits what is held alone; for work that ends with an error after its transaction. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.release();
  }
}
