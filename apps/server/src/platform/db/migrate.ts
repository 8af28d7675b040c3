/**
 * Migrations: numbered plain SQL, forward only, each in a transaction. A lock serializes processes that start at the
 * same time.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ConfigFault } from '../config-fault.ts';
import { sha256Hex } from '../crypto/tokens.ts';
import { statementsOf } from './citus/statements-of.ts';
import type { ConnectionOptions } from './database.ts';
import { isOnCitus } from './session.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** The key of the advisory lock: any fixed number that only Countersign uses. */
const LOCK = 0x436f756e;
const NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
/** Roles that own functions. No login is a member of them between migrations. */
const FUNCTION_OWNERS = ['countersign_search', 'countersign_erase'];
const ACTING_ROLES = [
  'countersign_app',
  'countersign_auth',
  'countersign_jobs',
  'countersign_backup',
  'countersign_metrics',
];
const CONNECT_LIMIT_MS = 10_000;
const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * The time that a migration waits for a lock. A migration that waits behind a long reader also blocks every later
 * reader of the table. It therefore waits briefly, cancels the lock request, and tries again.
 */
const LOCK_LIMIT_MS = 3_000;
const LOCK_PAUSE_MS = 500;
const LOCK_ATTEMPTS = 30;

class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The state that the database was migrated to. `databaseVersion` is the major version of PostgreSQL. */
export type Schema = { applied: number; newest: string; databaseVersion: number };

/**
 * Migrates the schema to the current version. `grantTo` is the server's own login, if it is a different one. That login
 * can only assume the application's roles. `only` lists the migrations to apply, for loading the rows of a database
 * that has exactly these migrations. Throws ConfigFault if the database belongs to a newer version of Countersign or
 * the server is too old, and MigrationError if a migration was changed after it was applied.
 */
export async function migrate(
  connection: ConnectionOptions,
  grantTo?: string,
  only?: readonly string[],
): Promise<Schema> {
  return onClient(connection, async (client, databaseVersion) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())',
    );
    const { known, done } = await readMigrations(client);
    const files = only ? known.filter((name) => only.includes(name)) : known;
    const missing = only?.find((name) => !known.includes(name));
    if (missing !== undefined)
      throw new MigrationError(`migration ${missing} is unknown. A newer Countersign version is required`);
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
    for (const [at, name] of files.entries()) {
      const sql = texts[at] ?? '';
      const sha256 = sha256Hex(sql);
      const before = done.get(name);
      if (before === sha256) continue;
      if (before !== undefined) throw new MigrationError(`migration ${name} was changed after it was applied`);
      await applyPatiently(client, name, sql, sha256);
    }
    // With `only`, the database may lack the functions and roles that are used here. This code then runs when a server
    // next starts with the database.
    if (!only) await client.query('select let_backups_read(), plan_for_large_tenants()');
    if (!only && grantTo !== undefined) {
      await client.query(`grant ${ACTING_ROLES.join(', ')} to ${client.escapeIdentifier(grantTo)}`);
    }
    return { applied: files.length, newest: files.at(-1) ?? '', databaseVersion };
  });
}

/**
 * Returns the current schema if this login may not change it and another process has migrated it. Returns undefined if
 * the login may migrate. Throws ConfigFault like `migrate`, and MigrationError while a migration is missing.
 */
export async function readSchema(connection: ConnectionOptions): Promise<Schema | undefined> {
  return onClient(connection, async (client, databaseVersion) => {
    const { rows } = await client.query<{ exists: boolean; migrates: boolean }>(
      `select m.relowner is not null as exists,
         coalesce(pg_has_role(m.relowner, 'usage'), has_schema_privilege('public', 'create')) as migrates
       from (values (to_regclass('public.migrations'))) as t (id) left join pg_class m on m.oid = t.id`,
    );
    const [found] = rows;
    if (found?.migrates) return undefined;
    const isGranted = await client.query(
      `select from pg_roles where rolname = 'countersign_backup' and pg_has_role(oid, 'member')`,
    );
    if (!found?.exists || isGranted.rowCount === 0)
      throw new MigrationError(
        'this login cannot migrate the database, and no process has migrated it for this login. Start a process with MIGRATION_DATABASE_URL first',
      );
    await client.query('set role countersign_backup');
    const { known, done } = await readMigrations(client);
    const missing = known.find((name) => !done.has(name));
    if (missing !== undefined)
      throw new MigrationError(
        `migration ${missing} has not run yet, and this login cannot run it. Start a process of this version with MIGRATION_DATABASE_URL first`,
      );
    return { applied: known.length, newest: known.at(-1) ?? '', databaseVersion };
  });
}

/** Passes the major version of PostgreSQL to `work`. */
async function onClient<T>(
  connection: ConnectionOptions,
  work: (client: pg.Client, databaseVersion: number) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: 'countersign-migrate',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
  });
  // If the connection breaks, the current query fails.
  client.on('error', () => {});
  await client.connect();
  try {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    const number = Number(version.rows[0]?.server_version_num);
    if (!(number >= 150_000)) throw new ConfigFault('PostgreSQL 15 or later is required');
    return await work(client, Math.floor(number / 10_000));
  } finally {
    await client.end();
  }
}

async function readMigrations(client: pg.Client): Promise<{ known: string[]; done: Map<string, string> }> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
  const known = (await readdir(FOLDER)).filter((name) => NAME.test(name)).toSorted();
  const newer = rows.find(({ name }) => !known.includes(name));
  if (newer)
    throw new ConfigFault(
      `a newer version of Countersign created the database, and its migration ${newer.name} is unknown. Start that version, or restore a backup from before the upgrade`,
    );
  return { known, done: new Map(rows.map((row) => [row.name, row.sha256])) };
}

/** Applies migrations while servers of the previous release may be using the tables. */
async function applyPatiently(client: pg.Client, name: string, sql: string, sha256: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, name, sql, sha256);
    } catch (error) {
      const isLocked =
        error instanceof MigrationError &&
        error.cause instanceof pg.DatabaseError &&
        error.cause.code === LOCK_NOT_AVAILABLE;
      if (!isLocked) throw error;
      if (attempt === LOCK_ATTEMPTS)
        throw new MigrationError(
          `migration ${name} failed ${LOCK_ATTEMPTS} times because a transaction in another session holds a lock. End that session, which pg_stat_activity lists, and start the server again`,
          { cause: error },
        );
    }
    await delay(LOCK_PAUSE_MS);
  }
}

async function apply(client: pg.Client, name: string, sql: string, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_LIMIT_MS}`);
    const joined = await joinFunctionOwners(client);
    const statements = (await isOnCitus(client)) ? statementsOf(sql) : [sql];
    for (const statement of statements) await client.query(statement);
    if (joined) await client.query(`revoke ${joined.roles} from ${joined.login}`);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    if (cause instanceof ConfigFault) throw cause;
    throw new MigrationError(`migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/**
 * Makes the login a member of the function owners for one migration. Only a member can replace a function, and a
 * released migration can no longer request this itself. The membership ends in the same transaction, so no other
 * session ever sees it. Does nothing for a superuser, or before the roles exist.
 */
async function joinFunctionOwners(client: pg.Client): Promise<{ roles: string; login: string } | undefined> {
  const { rows } = await client.query<{ login: string; role: string }>(
    `select current_user as login, r.rolname as role from pg_roles r, pg_roles own
     where r.rolname = any ($1) and own.rolname = current_user and not own.rolsuper order by r.rolname`,
    [[...FUNCTION_OWNERS, ...ACTING_ROLES]],
  );
  const existing = rows.map(({ role }) => role);
  const owners = FUNCTION_OWNERS.filter((role) => existing.includes(role));
  const [first] = rows;
  if (!first || owners.length === 0) return undefined;
  const roles = owners.join(', ');
  const login = client.escapeIdentifier(first.login);
  try {
    await client.query(`grant ${roles} to ${login}`);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== INSUFFICIENT_PRIVILEGE) throw cause;
    throw new ConfigFault(
      `the database login ${first.login} must be allowed to grant Countersign's roles, which already exist on this PostgreSQL server. Run as a superuser: grant ${existing.join(', ')} to ${login} with admin option`,
      { cause },
    );
  }
  return { roles, login };
}
