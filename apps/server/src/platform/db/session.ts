/**
 * Settings of database sessions. They are set after connecting, because poolers reject settings in the startup message
 * (ADR 146).
 */
import pg from 'pg';
import { ConfigFault } from '../config-fault.ts';
import type { ConnectionOptions } from './database.ts';

/** Names and values of PostgreSQL settings. All names must be constants, because only the values are quoted. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * The settings of a connection without a context. It acts as `app` without a tenant, so it sees nothing (deny by
 * default).
 */
export const DENY_BY_DEFAULT = { role: 'countersign_app' } as const satisfies SessionSettings;

const POOL_SETTINGS: SessionSettings = {
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '30000',
  timezone: 'UTC',
  // All statements are prepared and find rows by key, so one generic plan is enough. By default, each connection would
  // first make five trial plans for a statement.
  plan_cache_mode: 'force_generic_plan',
  // The planner expects a new table to have a page or two, and would read it completely. That plan stays until the
  // table is analyzed.
  enable_seqscan: 'off',
  // Sequential scans are discouraged above, so a plan that cannot avoid one has an enormous cost estimate. PostgreSQL
  // would then spend seconds compiling that plan (LLVM).
  jit: 'off',
  ...DENY_BY_DEFAULT,
};

/**
 * Sessions may work and wait for locks for a long time. If the login has shorter limits as defaults, as with a pooler,
 * they must not apply here.
 */
const OF_SESSIONS: SessionSettings = { role: 'none', statement_timeout: '0', idle_in_transaction_session_timeout: '0' };

/** The key of the advisory lock: any fixed number that only Countersign uses. */
const LOCK = 0x436f_756f;

/** Returns statements that set these settings for the rest of the session, as one simple query. */
const setStatements = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ');

/**
 * On Citus, the values of the parameters determine the shard of a statement, so statements are planned with their
 * values (ADR 149).
 */
const CITUS_PLANS = `select set_config('plan_cache_mode', 'auto', false) from pg_extension where extname = 'citus'`;

/** Applies the settings of a pool to a new connection. @returns whether the database has the citus extension */
export async function preparePooled(client: pg.ClientBase): Promise<boolean> {
  await client.query(setStatements(POOL_SETTINGS));
  return (await client.query(CITUS_PLANS)).rowCount === 1;
}

/**
 * Returns whether the database has the citus extension. Used for a pooler's connection, whose settings are defaults of
 * the login, because changing them on the connection would affect other sessions.
 */
export async function isOnCitus(client: pg.ClientBase): Promise<boolean> {
  return (await client.query(`select from pg_extension where extname = 'citus'`)).rowCount === 1;
}

export type SessionOptions = {
  /** The application name, shown in `pg_stat_activity`. */
  name: string;
  settings?: SessionSettings;
  /** The time limit for connecting, in milliseconds. Default: as long as the system allows. */
  limitMs?: number;
};

/**
 * A connection for one purpose, which keeps its state: session locks, LISTEN, cursors, a snapshot. It must reach
 * PostgreSQL directly or through a pooler in session mode. Without a role in its settings, it acts as its login.
 */
export async function openSession(
  connection: ConnectionOptions,
  { name, settings = {}, limitMs }: SessionOptions,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: name,
    keepAlive: true,
    ...(limitMs !== undefined && { connectionTimeoutMillis: limitMs }),
  });
  // If the connection breaks during a query, the query fails with this error. Between two queries, nothing waits for
  // the error, so it is ignored here.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(setStatements({ ...OF_SESSIONS, ...settings }));
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/**
 * Makes the settings of a pool the defaults of this login in this database. Behind a pooler that shares connections
 * between transactions, no client owns a session, so its settings must apply from the start.
 */
export async function setLoginDefaults(connection: ConnectionOptions): Promise<void> {
  const client = await openSession(connection, { name: 'countersign-login' });
  try {
    // The lock prevents processes that start together from changing the same row.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rows } = await client.query<{ login: string; database: string }>(
      'select session_user as login, current_database() as database',
    );
    const { login = '', database = '' } = rows[0] ?? {};
    const settings = { ...POOL_SETTINGS, ...((await isOnCitus(client)) && { plan_cache_mode: 'auto' }) };
    const target = `${client.escapeIdentifier(login)} in database ${client.escapeIdentifier(database)}`;
    await client.query(
      Object.entries(settings)
        .map(([setting, value]) => `alter role ${target} set ${setting} = ${client.escapeLiteral(value)}`)
        .join('; '),
    );
  } finally {
    await client.end();
  }
}

/** Throws ConfigFault if the pooler's connections do not deny access by default. */
export async function checkLoginDefaults(address: ConnectionOptions): Promise<void> {
  const client = new pg.Client({ ...address, application_name: 'countersign-check', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    if (rows[0]?.role !== DENY_BY_DEFAULT.role)
      throw new ConfigFault(
        "DATABASE_URL: the pooler's connections use another login, or were opened before the settings of this login changed. Use the login of DATABASE_DIRECT_URL, and make the pooler reconnect (RECONNECT in PgBouncer's console)",
      );
  } finally {
    await client.end();
  }
}
