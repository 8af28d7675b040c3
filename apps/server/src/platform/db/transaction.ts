/** One transaction. Writes are queued and leave with the next read or with the commit, in one flush. */
import { type BatchResult, rowsIn } from './batch.ts';
import { type Context, contextStatement } from './context.ts';
import { type RowsOf, rowsOf, type Statement, statement, type Statements } from './statement.ts';

const begin = statement('begin', 'begin');
const commit = statement('commit', 'commit');
const rollback = statement('rollback', 'rollback');

/** Statements among the queued ones whose rows are wanted: the first one's place, how many, and what came of them. */
type Asked = { at: number; count: number; rows: unknown[][] | undefined };

type Send = (statements: Statements) => Promise<BatchResult[]>;

/** A statement had failed before the commit, and nobody had said so. The code is what PostgreSQL calls that state. */
class TransactionAborted extends Error {
  override name = 'TransactionAborted';
  readonly code = '25P02';

  constructor() {
    super('the transaction was rolled back: a statement in it had failed');
  }
}

export class Tx {
  /** The time of this unit of work; the same for all it writes. */
  readonly now: Date;
  readonly #send: Send;
  #pending: Statement<unknown>[];
  #asked: Asked[] = [];
  #open = false;
  #done = false;
  readonly #afterCommit: (() => void)[] = [];
  readonly #onceOver: (() => void)[] = [];
  /** All whose rows it could have written. */
  readonly tenants = new Set<string>();

  /** Where it is traced: what leads back to the request or job that it belongs to. */
  readonly traceparent: string | undefined;

  constructor(send: Send, context: Context, now: Date, traceparent?: string) {
    this.#send = send;
    this.#pending = [];
    this.enter(context);
    this.now = now;
    this.traceparent = traceparent;
  }

  /** Runs a statement, after the writes queued before it. */
  async query<Row>(query: Statement<Row>): Promise<Row[]> {
    const [rows] = await this.queryAll([query]);
    return rows;
  }

  /** Runs several statements in one round trip; answers with the rows of each. */
  async queryAll<const S extends Statements>(queries: S): Promise<RowsOf<S>> {
    const rows = this.readLater(queries);
    await this.flush();
    return rows();
  }

  async #sendPending(before: Statements, after: Statements = []): Promise<BatchResult[]> {
    const [pending, asked] = [this.#pending, this.#asked];
    [this.#pending, this.#asked] = [[], []];
    const results = await this.#send([...before, ...pending, ...after]);
    for (const one of asked) {
      const at = before.length + one.at;
      one.rows = rowsIn(results.slice(at, at + one.count));
    }
    return results;
  }

  /** Queues a write. It fails, if it fails, at the next query or at the commit, and everything with it. */
  write(query: Statement<unknown>): void {
    if (this.#done) throw new Error('this transaction has ended');
    this.#pending.push(query);
  }

  /**
   * Queues statements whose rows are wanted: they leave with the next query, `flush` or the commit, where a query of their own would
   * make the locks wait for one more round trip. Answers with a function that has the rows of each from then on.
   */
  readLater<const S extends Statements>(queries: S): () => RowsOf<S> {
    const asked: Asked = { at: this.#pending.length, count: queries.length, rows: undefined };
    this.#asked.push(asked);
    for (const query of queries) this.write(query);
    return () => {
      if (!asked.rows) throw new Error('these statements have not been sent yet');
      return rowsOf(queries, asked.rows);
    };
  }

  /** Sends what is queued, so that whatever fails fails here and not at the commit. */
  async flush(): Promise<void> {
    if (this.#done) throw new Error('this transaction has ended');
    if (this.#pending.length === 0) return;
    const before = this.#open ? [] : [begin()];
    this.#open = true;
    await this.#sendPending(before);
  }

  /** Goes on with other eyes in the same transaction: a login writes a global session and a tenant's audit entry. */
  enter(context: Context): void {
    if (context.role === 'app') this.tenants.add(context.tenantId);
    this.write(contextStatement(context));
  }

  /** Runs once the transaction is durable; for waking workers and waiters, never for work that must happen. */
  afterCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }

  /** Runs once it has been committed, or may have been: for what is kept in memory, where forgetting too much does no harm. */
  onceOver(callback: () => void): void {
    this.#onceOver.push(callback);
  }

  async commit(): Promise<void> {
    this.#done = true;
    // Never opened explicitly: everything queued goes as one implicit transaction.
    const results = await this.#sendPending([], this.#open ? [commit()] : []);
    // COMMIT of a transaction in which a statement failed is a rollback, and no error (its caller swallowed that one).
    if (this.#open && results.at(-1)?.command !== 'COMMIT') throw new TransactionAborted();
    this.#open = false;
  }

  async rollback(): Promise<void> {
    this.#done = true;
    if (this.#open) await this.#send([rollback()]);
    this.#open = false;
  }

  /** Its commit was asked for, and whoever reads from now on reads what came of it. */
  over(): void {
    for (const callback of this.#onceOver) callback();
  }

  committed(): void {
    this.over();
    for (const callback of this.#afterCommit) callback();
  }
}
