/** A transaction. Writes are queued and sent with the next read or with the commit, in one flush. */
import { type BatchResult, rowsIn } from './batch.ts';
import { type Context, contextStatement } from './context.ts';
import { type RowsOf, rowsOf, type Statement, statement, type Statements } from './statement.ts';

const begin = statement('begin', 'begin');
const commit = statement('commit', 'commit');
export const rollback = statement('rollback', 'rollback');

/** Queued statements whose rows are needed: the position of the first statement, their number, and their results. */
type Asked = { at: number; count: number; rows: unknown[][] | undefined };

type Send = (statements: Statements) => Promise<BatchResult[]>;

/**
 * A statement in the transaction failed and its error was ignored, so COMMIT rolled back. The code is PostgreSQL's
 * (in_failed_sql_transaction).
 */
class TransactionAborted extends Error {
  override name = 'TransactionAborted';
  readonly code = '25P02';

  constructor() {
    super('the transaction was rolled back: a statement in it had failed');
  }
}

export const opens = ([first]: Statements): boolean => first?.name === begin().name;

/** Sends statements as one explicit transaction in one flush. @returns the statements' results */
export async function sendWhole(statements: Statements, send: Send): Promise<BatchResult[]> {
  const results = await send([begin(), ...statements, commit()]);
  if (results.at(-1)?.command !== 'COMMIT') throw new TransactionAborted();
  return results.slice(1, -1);
}

/** Sends statements. A statement that has parts is sent part by part. @returns one result for each statement */
export async function sendInParts(statements: Statements, send: Send): Promise<BatchResult[]> {
  const results = await send(statements.flatMap((one) => one.parts?.statements ?? [one]));
  let at = 0;
  return statements.flatMap(({ parts }) => {
    const own = results.slice(at, (at += parts?.statements.length ?? 1));
    if (!parts) return own;
    const rows = parts.join(rowsIn(own));
    return [{ rows, rowCount: rows.length, command: own.at(-1)?.command ?? '' }];
  });
}

export class Tx {
  /** The time of this unit of work, which applies to everything it writes. */
  readonly now: Date;
  readonly #send: Send;
  #pending: Statement<unknown>[];
  #asked: Asked[] = [];
  #open = false;
  #done = false;
  readonly #afterCommit: (() => void)[] = [];
  readonly #onceOver: (() => void)[] = [];
  /** All tenants whose rows the transaction may have written. */
  readonly tenants = new Set<string>();

  /** The `traceparent` of the request or job. Undefined if the work is not traced. */
  readonly traceparent: string | undefined;

  constructor(send: Send, context: Context, now: Date, traceparent?: string) {
    this.#send = send;
    this.#pending = [];
    this.enter(context);
    this.now = now;
    this.traceparent = traceparent;
  }

  /** Runs a statement after the writes queued before it. */
  async query<Row>(query: Statement<Row>): Promise<Row[]> {
    const [rows] = await this.queryAll([query]);
    return rows;
  }

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

  /** Queues a write. An error surfaces at the next query or at the commit, and rolls back everything. */
  write(query: Statement<unknown>): void {
    if (this.#done) throw new Error('this transaction has ended');
    this.#pending.push(query);
  }

  /**
   * Queues statements and returns a function for their rows. The statements are sent with the next query, `flush` or
   * the commit, because a separate query would hold the locks for another round trip. After that, the function returns
   * the rows of each statement.
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

  /** Sends the queued statements, so that their errors surface here and not at the commit. */
  async flush(): Promise<void> {
    if (this.#done) throw new Error('this transaction has ended');
    if (this.#pending.length === 0) return;
    const before = this.#open ? [] : [begin()];
    this.#open = true;
    await this.#sendPending(before);
  }

  /**
   * Switches to another context in the same transaction. For example, a sign-in writes a global session and a tenant's
   * audit entry.
   */
  enter(context: Context): void {
    if (context.role === 'app') this.tenants.add(context.tenantId);
    this.write(contextStatement(context));
  }

  /**
   * Runs the callback once the transaction is durable. Use it to wake workers and waiting callers, never for work that
   * must happen.
   */
  afterCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }

  /**
   * Runs the callback once the transaction has been committed, or may have been. Use it for caches, where invalidating
   * too much is harmless.
   */
  onceOver(callback: () => void): void {
    this.#onceOver.push(callback);
  }

  async commit(): Promise<void> {
    this.#done = true;
    // The transaction is never opened explicitly, because the whole queue is one implicit transaction.
    const results = await this.#sendPending([], this.#open ? [commit()] : []);
    // If the caller ignored the error of a statement, COMMIT rolls the transaction back without reporting an error.
    if (this.#open && results.at(-1)?.command !== 'COMMIT') throw new TransactionAborted();
    this.#open = false;
  }

  /** Accepts no more statements. The connection is rolled back when it is released. */
  end(): void {
    this.#done = true;
  }

  /** Called once the commit has been requested. Later reads must see its result. */
  over(): void {
    for (const callback of this.#onceOver) callback();
  }

  committed(): void {
    this.over();
    for (const callback of this.#afterCommit) callback();
  }
}
