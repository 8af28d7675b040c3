/**
 * The only access to the database. Every statement runs under a restricted role and, for tenants' data, inside one
 * tenant. Roles (see migrations): `app` sees one tenant's rows, `auth` the global tables that sign-in needs, `jobs`
 * claims work.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { AppError } from '../errors.ts';
import { Batch, type BatchResult, rowsIn } from './batch.ts';
import { type Context, contextStatement } from './context.ts';
import { DatabaseUnavailable, DatabaseWatchdog } from './database-watchdog.ts';
import { isRead, ReadQueue } from './read-queue.ts';
import { Replicas } from './replicas.ts';
import type { OpenTransaction, RequestWork } from './request-work.ts';
import { isOnCitus, preparePooled } from './session.ts';
import { type RowsOf, rowsOf, type Statement, statement, type Statements } from './statement.ts';
import { LostWorkers } from './lost-workers.ts';
import { opens, rollback, sendInParts, sendWhole, Tx } from './transaction.ts';
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts';
import { WaitTimes } from '../wait-times.ts';

export type ConnectionOptions = {
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  connectionString?: string;
};

const RETRYABLE = new Set(['40001', '40P01']);
/** The SQLSTATE of a protocol violation, which does not mean that the connection was lost. */
const PROTOCOL_VIOLATION = '08P01';
const MAX_TRIES = 5;

/**
 * The number of connections for reads. They are separate from the connections of transactions and do not wait for
 * locks, so a caller with an open transaction can always read.
 */
const READ_CONNECTIONS = 4;

/** Each row lists the tenants of one Citus worker. Without Citus, there is one row. */
export const selectTenantsByWorker = statement<{ tenants: string[] }>(
  'tenants-by-worker',
  'select tenants from tenants_by_worker() as tenants',
);

export type PoolAddress = ConnectionOptions & {
  /**
   * The connection that bypasses the pooler at this address. The pooler shares its connections between transactions.
   * They do not keep settings, so the settings are defaults of the login (`setLoginDefaults`).
   */
  direct?: ConnectionOptions | undefined;
  /** Whether each statement is prepared once per connection (the default) or with each execution. */
  prepares?: boolean;
  replicas?: readonly ConnectionOptions[];
};

export type DatabaseOptions = PoolAddress & {
  maxConnections: number;
  onError: (error: Error) => void;
  name?: string;
  telemetry?: Telemetry;
  /** Called when a replica has not been used for several seconds. */
  onReplicaPaused?: (replica: string, reason: unknown) => void;
};

export type PoolUse = { readonly pool: 'write' | 'read'; busy: number; idle: number; waiting: number };

type Connections = {
  telemetry: Telemetry;
  use: () => PoolUse[];
  connect: () => Promise<pg.PoolClient>;
  send: (client: pg.PoolClient, statements: Statements) => Promise<BatchResult[]>;
  /** Returns a connection to its pool, without the transaction that an error left open. */
  release: (client: pg.PoolClient, error: unknown) => Promise<void>;
  reads: ReadQueue;
  lost: LostWorkers;
  replicas: Replicas | undefined;
  waits: WaitTimes;
  close: () => Promise<void>;
};

export class Database {
  readonly #connections: Connections;
  /** The unit of work of the request. Undefined for jobs, workers and startup. */
  readonly #work: RequestWork | undefined;

  constructor(options: DatabaseOptions | { connections: Connections; work: RequestWork }) {
    this.#connections = 'connections' in options ? options.connections : open(options);
    this.#work = 'work' in options ? options.work : undefined;
  }

  of(work: RequestWork): Database {
    return new Database({ connections: this.#connections, work });
  }

  /** Runs one statement in its own transaction, in one round trip. A write is durable when this resolves. */
  async query<Row>(context: Context, query: Statement<Row>): Promise<Row[]> {
    const [rows] = await this.queryAll(context, [query]);
    return rows;
  }

  /** Runs several statements in one transaction and one round trip. Returns the rows of each. */
  async queryAll<const S extends Statements>(context: Context, queries: S): Promise<RowsOf<S>> {
    this.#work?.goOn();
    if (queries.every(isRead)) {
      const held = this.#work?.held;
      if (!held) return rowsOf(queries, rowsIn(await this.#read(context, queries)));
      held.enter(context);
      return held.queryAll(queries);
    }
    const write = () => this.#guarded(context, () => this.#write(context, queries));
    if (!this.#work) return write();
    await this.#work.release();
    return this.#work.committing(write);
  }

  #read(context: Context, queries: Statements): Promise<BatchResult[]> {
    return this.#guarded(context, (isTrial) => this.#connections.reads.run(context, queries, isTrial));
  }

  #guarded<T>(context: Context, work: (isTrial: boolean) => Promise<T>): Promise<T> {
    return context.role === 'app' ? this.#connections.lost.guard(context.tenantId, work) : work(false);
  }

  get lostWorkers(): LostWorkers {
    return this.#connections.lost;
  }

  /**
   * Runs statements for lists, statistics and exports like `queryAll`, but on a replica that has all changes committed
   * before this call, if there is one. A decision must never depend on the result.
   */
  async queryReplica<const S extends Statements>(context: Context, queries: S): Promise<RowsOf<S>> {
    const { replicas } = this.#connections;
    if (!replicas || this.#work?.held || !queries.every(isRead)) return this.queryAll(context, queries);
    this.#work?.goOn();
    return rowsOf(queries, rowsIn(await replicas.run(context, queries)));
  }

  async #write<const S extends Statements>(context: Context, queries: S): Promise<RowsOf<S>> {
    const { connect, send, release } = this.#connections;
    const client = await connect();
    let failed: unknown;
    try {
      const results = await send(client, [contextStatement(context), ...queries]);
      return rowsOf(queries, rowsIn(results.slice(1)));
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      await release(client, failed);
    }
  }

  /**
   * A transaction. `work` may run again after a serialization failure or a deadlock, so it must contain only SQL and
   * pure code. When this returns a result, it is durable. In a request that holds its last transaction, it becomes
   * durable with the response.
   */
  async transaction<T>(context: Context, now: () => Date, work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#work?.goOn();
    const run = () => this.#transaction(context, now, work);
    return this.#work ? this.#work.during(run) : run();
  }

  get #telemetry(): Telemetry {
    return this.#work?.telemetry ?? this.#connections.telemetry;
  }

  #transaction<T>(context: Context, now: () => Date, work: (tx: Tx) => Promise<T>): Promise<T> {
    const telemetry = this.#telemetry;
    return telemetry.measure('transaction', { role: context.role }, () => this.#tried(context, now, work), isRefused);
  }

  async #tried<T>(context: Context, now: () => Date, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#guarded(context, () => this.#attempt(context, now(), work));
      } catch (error) {
        if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlState(error))) throw quotaExceeded(error) ?? error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
      }
    }
  }

  async #attempt<T>(context: Context, now: Date, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { connect, send, release } = this.#connections;
    const client = await connect();
    const tx = new Tx((statements) => send(client, statements), context, now, this.#telemetry.traceparent);
    const open = openTransaction(tx, (error) => release(client, error));
    let result: T;
    try {
      result = await work(tx);
      // The request commits this transaction only after the response is known. It must not fail then, so its statements
      // are sent now.
      if (this.#work?.keepsLast) await tx.flush();
    } catch (error) {
      await open.rollback(error);
      throw error;
    }
    if (this.#work) await this.#work.settle(open);
    else await open.commit();
    return result;
  }

  /** Returns how long the longest-waiting caller has waited for a connection, in milliseconds. */
  waitMs(): number {
    return this.#connections.waits.longest();
  }

  use(): PoolUse[] {
    return this.#connections.use();
  }

  /** Commits the held transaction of the request before the request waits for work that depends on it. */
  async release(): Promise<void> {
    await this.#work?.release();
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

function open({ replicas = [], onReplicaPaused, ...options }: DatabaseOptions): Connections {
  const primary = openPools(options);
  if (replicas.length === 0) return primary;
  const opened = replicas.map((replica, n) => {
    // If a connection to the replica is lost, the replica is paused, and the loss is reported.
    const pools = openPools({ ...options, direct: undefined, ...replica, maxConnections: 1, onError: () => {} });
    return { pools, run: pools.reads.run.bind(pools.reads), name: `replica ${n + 1}` };
  });
  const close = async (): Promise<void> => {
    await Promise.all([primary, ...opened.map(({ pools }) => pools)].map((pools) => pools.close()));
  };
  return { ...primary, replicas: new Replicas(primary.reads, opened, { onPause: onReplicaPaused }), close };
}

function openPools({
  maxConnections,
  onError,
  name = 'countersign',
  telemetry = NO_TELEMETRY,
  direct,
  prepares = true,
  ...connection
}: Omit<DatabaseOptions, 'replicas' | 'onReplicaPaused'>): Connections {
  const settings = { ...connection, application_name: name };
  const pulse = new DatabaseWatchdog(async (watch) => {
    // The test connects directly and not through the pooler, because a pooler accepts connections even if the database
    // is unavailable.
    for (const address of direct ? [settings, { ...direct, application_name: name }] : [settings]) {
      // The watchdog measures the time. This limit only keeps unanswered attempts from accumulating.
      const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000 });
      client.on('error', () => {});
      // The property is read at each check, because TLS replaces the stream. The new stream still counts the bytes of
      // the socket.
      watch(() => client.connection.stream as Socket);
      await client.connect();
      void client.end().catch(() => {});
    }
  });
  const waits = new WaitTimes();
  /** Connections to Citus, where statements in one flush form a transaction only between BEGIN and COMMIT (ADR 149). */
  const explicit = new WeakSet<pg.ClientBase>();
  const openPool = (max: number): pg.Pool => {
    const pool = new pg.Pool({
      ...settings,
      max,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits, and closes the connection if it fails
      onConnect: async (client) => {
        if (await (direct ? isOnCitus(client) : preparePooled(client))) explicit.add(client);
      },
    });
    // If a connection breaks while idle or between two statements, the pool replaces it. Without a handler, the error
    // would end the process. A break while the connection is being closed does not matter.
    pool.on('connect', (client) => client.on('error', (error) => (pool.ending ? undefined : onError(error))));
    pool.on('error', () => {});
    return pool;
  };
  const connectTo = async (pool: pg.Pool, what: PoolUse['pool']): Promise<pg.PoolClient> => {
    pulse.check();
    const connecting = pool.connect();
    const begun = performance.now();
    const over = waits.begin();
    try {
      return await pulse.watch(connecting);
    } catch (error) {
      // A connection attempt that was abandoned may still succeed.
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
    } finally {
      telemetry.waited(what, (performance.now() - begun) / 1000);
      over();
    }
  };
  const send: Connections['send'] = (client, statements) => {
    if (!explicit.has(client)) return sendBatch(client, statements);
    const sendParts = (all: Statements) => sendInParts(all, (parts) => sendBatch(client, parts));
    return client.getTransactionStatus() === 'I' && !opens(statements)
      ? sendWhole(statements, sendParts)
      : sendParts(statements);
  };
  const sendBatch: Connections['send'] = async (client, statements) => {
    pulse.check();
    const batch = new Batch(statements, prepares);
    client.query(batch as unknown as pg.Submittable);
    try {
      return await pulse.watch(batch.promise);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      // On plain PostgreSQL, an error of class 08 comes from a pooler that lost its connection to the server.
      const isUnavailable = isWorkerLost(error)
        ? !explicit.has(client)
        : isConnectionLoss(error) && sqlState(error) === '';
      throw isUnavailable ? new DatabaseUnavailable(error) : error;
    }
  };
  const release: Connections['release'] = async (client, error) => {
    if (isConnectionLoss(error)) return client.release(true);
    if (client.getTransactionStatus() === 'I') return client.release();
    const isLost = await send(client, [rollback()]).then(isNever, isAlways);
    client.release(isLost || client.getTransactionStatus() !== 'I');
  };
  const pool = openPool(maxConnections);
  const readers = openPool(READ_CONNECTIONS);
  const reads = new ReadQueue({
    waits,
    connect: () => connectTo(readers, 'read'),
    send,
    isStatementFault: (error) => isRolledBack(error) || isWorkerLost(error),
    lost: (tenantId) => lost.errorOf(tenantId),
    release,
  });
  const lost = new LostWorkers({
    isWorkerLost,
    neighborsOf: async (tenantId) => {
      const queries = [selectTenantsByWorker()] as const;
      const [workers] = rowsOf(queries, rowsIn(await reads.run({ role: 'jobs' }, queries)));
      return workers.find(({ tenants }) => tenants.includes(tenantId))?.tenants ?? [];
    },
  });
  const close = async (): Promise<void> => {
    pulse.close();
    await Promise.all([pool.end(), readers.end()]);
  };
  const useOf = (what: PoolUse['pool'], { totalCount, idleCount, waitingCount }: pg.Pool): PoolUse => ({
    pool: what,
    busy: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  });
  const use = () => [useOf('write', pool), useOf('read', readers)];
  const connect = () => connectTo(pool, 'write');
  return { telemetry, use, connect, send, release, reads, lost, replicas: undefined, waits, close };
}

/** Returns an open transaction. It can be committed or abandoned, and the connection is returned in each case. */
function openTransaction(tx: Tx, release: (error: unknown) => Promise<void>): OpenTransaction {
  const abandon = (cause: unknown): Promise<void> => {
    tx.end();
    return release(cause);
  };
  const commit = async (): Promise<void> => {
    try {
      await tx.commit();
    } catch (error) {
      await abandon(error);
      // The transaction may have been committed although an error was reported.
      tx.over();
      throw error;
    }
    await release(undefined);
    tx.committed();
  };
  return { tx, commit, rollback: abandon };
}

/**
 * Returns `refused` for a refusal by a use case, which also rolls back the transaction but is not a fault of the
 * database. Returns `failed` for any other error.
 */
const isRefused = (error: unknown): string => (error instanceof AppError ? 'refused' : 'failed');

const isNever = () => false;
const isAlways = () => true;

/**
 * Returns the server's SQLSTATE. Empty for errors of other kinds, such as system errors (EPIPE looks like an SQLSTATE
 * and has a number).
 */
export function sqlState(error: unknown): string {
  const isState =
    typeof error === 'object' &&
    error !== null &&
    !('errno' in error) &&
    'code' in error &&
    typeof error.code === 'string' &&
    // Every SQLSTATE contains a digit, but EPIPE does not. Node reports EPIPE without a number if the other end has
    // closed.
    /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code);
  return isState ? String(error.code) : '';
}

/**
 * True if this error or one of its causes means that a Citus worker does not respond. The coordinator reports it with
 * its own code (class 08), or passes on that the worker is shutting down. Tenants of other workers are not affected.
 */
export function isWorkerLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return false;
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    if (error.code.startsWith('08') && error.code !== PROTOCOL_VIOLATION) return true;
    if (error.code.startsWith('57P') && /while executing command on/.test(error.where ?? '')) return true;
  }
  return error instanceof Error && error.cause !== undefined && isWorkerLost(error.cause);
}

/**
 * True if the server responded with an error, so that the transaction was rolled back completely. If the connection was
 * lost at COMMIT, the transaction may have been committed.
 */
export function isRolledBack(error: unknown): boolean {
  const state = sqlState(error);
  return state !== '' && !state.startsWith('08') && !state.startsWith('57P');
}

/**
 * True for a unique violation of the named constraint (or any). The error of a Citus worker contains the constraint's
 * name only in the message, followed by the number of the shard.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  const { constraint: named, message } = error as { constraint?: string; message: string };
  const violated = named ?? /"(.+)"/.exec(message)?.[1];
  return constraint === undefined || violated?.replace(/_\d+$/, '') === constraint;
}

/**
 * Returns whether the connection was lost. A server error has a five-character SQLSTATE. Class 57P means that the
 * server is shutting down. Anything else is a connection error.
 */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error) || isWorkerLost(error)) return false;
  const state = sqlState(error);
  return (
    error instanceof DatabaseUnavailable ||
    state.startsWith('57P') ||
    // The server ended the connection because it was idle in a transaction.
    state === '25P03' ||
    (state === '' &&
      !(error instanceof RangeError) &&
      ('errno' in error || ('code' in error && error.code === 'EPIPE'))) ||
    /terminated|closed the connection|not queryable/i.test(error.message)
  );
}

/**
 * Returns the error for an exceeded quota, which count_storage (the trigger on rows of files) raises. It is the only
 * limit that the database itself must enforce.
 */
function quotaExceeded(error: unknown): AppError | undefined {
  if (sqlState(error) !== 'CQ001' || !(error instanceof pg.DatabaseError)) return undefined;
  const details = JSON.parse(error.detail ?? '{}') as Record<'quota_bytes' | 'used_bytes' | 'file_bytes', number>;
  const { quota_bytes: quota, used_bytes: used, file_bytes: file } = details;
  const message = `This ${sizeText(file)} file does not fit in your organization's storage: ${sizeText(used)} of ${sizeText(quota)} is in use. Delete files you no longer need, or ask the operator of this server for more storage.`;
  return new AppError('STORAGE_QUOTA_EXCEEDED', details, { cause: error, message });
}

const sizeText = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1).replace('.0', '')} MB`;
