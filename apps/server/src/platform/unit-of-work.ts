/**
 * Transactions for use cases. Each transaction runs in one tenant and at one point in time, and can record audit
 * entries.
 */
import type { Recorder } from './audit/recorder.ts';
import type { Database } from './db/database.ts';
import type { LooseCommit } from './db/loose-commits.ts';
import type { RequestWork } from './db/request-work.ts';
import type { RowsOf, Statement, Statements } from './db/statement.ts';
import type { Tx } from './db/transaction.ts';
import type { Clock } from './ports/clock.ts';

type SharedCommits = { commits(tenantId: string): number; changeCommits(tenantId: string): void };
type Options = {
  database: Database;
  clock: Clock;
  recorder: Recorder;
  /** The commits of all processes on this machine. Absent if the server is a single process. */
  shared?: SharedCommits | undefined;
};

export class UnitOfWork {
  readonly recorder: Recorder;
  readonly #database: Database;
  readonly #clock: Clock;
  /** The number of this process's commits by tenant, for caches that are valid until the next write. */
  readonly #commits: Map<string, number>;
  readonly #shared: SharedCommits | undefined;

  constructor({ database, clock, recorder, shared }: Options, commits = new Map<string, number>()) {
    this.#database = database;
    this.#clock = clock;
    this.recorder = recorder;
    this.#commits = commits;
    this.#shared = shared;
  }

  of(work: RequestWork): UnitOfWork {
    const { recorder } = this;
    const options = { database: this.#database.of(work), clock: this.#clock, recorder, shared: this.#shared };
    return new UnitOfWork(options, this.#commits);
  }

  now(): Date {
    return this.#clock.now();
  }

  /**
   * Runs a transaction. `work` must contain only SQL and pure code, because it may run again after a deadlock. Its
   * result is durable.
   */
  run<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.transaction({ role: 'app', tenantId }, () => this.#clock.now(), this.#counting(work));
  }

  /**
   * Call this before waiting for a job or another process. Until then, they cannot see changes made under an
   * Idempotency-Key.
   */
  release(): Promise<void> {
    return this.#database.release();
  }

  /**
   * A value that changes with every transaction that may have written to the tenant, in this process and in all
   * processes of the same supervisor.
   */
  commits(tenantId: string): number {
    return this.#shared?.commits(tenantId) ?? this.#commits.get(tenantId) ?? 0;
  }

  /** Runs a transaction for sign-in and setup, before the tenant is known. `tx.enter` continues inside a tenant. */
  runAuth<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.transaction({ role: 'auth' }, () => this.#clock.now(), this.#counting(work));
  }

  #counting<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
    return (tx) => {
      tx.onceOver(() => {
        for (const tenantId of tx.tenants) {
          if (this.#shared) this.#shared.changeCommits(tenantId);
          else this.#commits.set(tenantId, this.commits(tenantId) + 1);
        }
      });
      return work(tx);
    };
  }

  /**
   * Runs work that is repeated if a crash loses it, and whose result has not been reported to anyone yet. `which` is an
   * entry in the table of loose-commits.ts.
   */
  runLoosely<T>(which: LooseCommit, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const context = { role: 'app', tenantId, loose: which } as const;
    return this.#database.transaction(context, () => this.#clock.now(), this.#counting(work));
  }

  read<Row>(tenantId: string, query: Statement<Row>): Promise<Row[]> {
    return this.#database.query({ role: 'app', tenantId }, query);
  }

  /** Reads data for a sign-in, and data that belongs to no tenant. */
  readAuth<Row>(query: Statement<Row>): Promise<Row[]> {
    return this.#database.query({ role: 'auth' }, query);
  }

  readAll<const S extends Statements>(tenantId: string, queries: S): Promise<RowsOf<S>> {
    return this.#database.queryAll({ role: 'app', tenantId }, queries);
  }

  /** Reads for lists and exports, which may run on a replica. A decision must never depend on the result. */
  async readReplica<Row>(tenantId: string, query: Statement<Row>): Promise<Row[]> {
    const [rows] = await this.readAllReplica(tenantId, [query]);
    return rows;
  }

  /** Runs several reads in one transaction, which may use a replica. */
  readAllReplica<const S extends Statements>(tenantId: string, queries: S): Promise<RowsOf<S>> {
    return this.#database.queryReplica({ role: 'app', tenantId }, queries);
  }
}
