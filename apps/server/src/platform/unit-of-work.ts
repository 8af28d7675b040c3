/** Transactions as use cases see them: inside one tenant, at one time, with the recorder at hand. */
import type { Recorder } from './audit/recorder.ts';
import type { BatchResult } from './db/batch.ts';
import { type Database, looseCommit } from './db/database.ts';
import type { Statement } from './db/statement.ts';
import type { Tx } from './db/transaction.ts';
import type { Clock } from './ports/clock.ts';

export class UnitOfWork {
  readonly recorder: Recorder;
  readonly #database: Database;
  readonly #clock: Clock;
  /** Commits of this process by tenant, for what is kept in memory until something was written. */
  readonly #commits = new Map<string, number>();

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
    try {
      return await this.#database.transaction({ role: 'app', tenantId }, () => this.#clock.now(), work);
    } finally {
      // Also after a failure: a commit whose answer was lost may have happened.
      this.#commits.set(tenantId, this.commits(tenantId) + 1);
    }
  }

  /** Grows with everything this process writes to a tenant. */
  commits(tenantId: string): number {
    return this.#commits.get(tenantId) ?? 0;
  }

  /** For logins and set-up, which begin outside every tenant; `tx.enter` goes on inside one. */
  runAuth<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.transaction({ role: 'auth' }, () => this.#clock.now(), work);
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

  read<Row>(tenantId: string, query: Statement<Row>): Promise<Row[]> {
    return this.#database.query({ role: 'app', tenantId }, query);
  }

  readAll(tenantId: string, queries: readonly Statement<unknown>[]): Promise<BatchResult[]> {
    return this.#database.queryAll({ role: 'app', tenantId }, queries);
  }
}
