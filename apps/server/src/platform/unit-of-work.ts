/** Transactions as use cases see them: inside one tenant, at one time, with the recorder at hand. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Recorder } from './audit/recorder.ts';
import type { BatchResult } from './db/batch.ts';
import { type Database, looseCommit } from './db/database.ts';
import { Hold } from './db/hold.ts';
import type { Statement } from './db/statement.ts';
import type { Tx } from './db/transaction.ts';
import type { Clock } from './ports/clock.ts';

export class UnitOfWork {
  readonly recorder: Recorder;
  readonly #database: Database;
  readonly #clock: Clock;
  /** Commits of this process by tenant, for what is kept in memory until something was written. */
  readonly #commits = new Map<string, number>();
  /** The request whose last transaction waits for its answer (Idempotency-Key); the one thing carried beside the arguments. */
  readonly #holds = new AsyncLocalStorage<Hold>();

  constructor(options: { database: Database; clock: Clock; recorder: Recorder }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.recorder = options.recorder;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** SQL and pure code only: `work` may run again after a deadlock. What it answers with is durable. */
  async run<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const wrote = () => void this.#commits.set(tenantId, this.commits(tenantId) + 1);
    const hold = await this.#nextHold();
    const counted = (tx: Tx): Promise<T> => {
      if (hold) tx.afterCommit(wrote);
      return work(tx);
    };
    try {
      return await this.#database.transaction({ role: 'app', tenantId }, () => this.#clock.now(), counted, hold);
    } finally {
      // Also after a failure: a commit whose answer was lost may have happened.
      wrote();
    }
  }

  /**
   * Runs `work` so that its last transaction stays open until `finish` of the hold is called with what belongs to it, and is
   * committed then. Earlier ones commit as ever, and so does the last when a read has to see it.
   */
  holding<T>(work: (hold: Hold) => Promise<T>): Promise<T> {
    const hold = new Hold();
    return this.#holds.run(hold, () => work(hold));
  }

  async #nextHold(): Promise<Hold | undefined> {
    const hold = this.#holds.getStore();
    if (!hold?.isOpen) return undefined;
    await hold.release();
    return hold;
  }

  /** Grows with everything this process writes to a tenant. */
  commits(tenantId: string): number {
    return this.#commits.get(tenantId) ?? 0;
  }

  /** For logins and set-up, which begin outside every tenant; `tx.enter` goes on inside one. */
  async runAuth<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const hold = await this.#nextHold();
    return this.#database.transaction({ role: 'auth' }, () => this.#clock.now(), work, hold);
  }

  /**
   * For work that nobody was told of and that is done again if a crash loses it. Later durable commits take it along: the log
   * is written in order, so nothing that builds on it can outlive it.
   */
  runLoosely<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.run(tenantId, (tx) => {
      tx.write(looseCommit());
      return work(tx);
    });
  }

  async read<Row>(tenantId: string, query: Statement<Row>): Promise<Row[]> {
    if (this.#holds.getStore()) await this.#nextHold();
    return this.#database.query({ role: 'app', tenantId }, query);
  }

  /** For logins and what belongs to no tenant. */
  async readAuth<Row>(query: Statement<Row>): Promise<Row[]> {
    if (this.#holds.getStore()) await this.#nextHold();
    return this.#database.query({ role: 'auth' }, query);
  }

  async readAll(tenantId: string, queries: readonly Statement<unknown>[]): Promise<BatchResult[]> {
    if (this.#holds.getStore()) await this.#nextHold();
    return this.#database.queryAll({ role: 'app', tenantId }, queries);
  }
}
