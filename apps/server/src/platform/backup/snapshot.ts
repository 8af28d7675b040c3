/**
 * A snapshot of the database: a REPEATABLE READ transaction under `countersign_backup`, whose policies allow it to read
 * every row of every table (migration 0171). Its connection holds the lock that permits one backup at a time and makes
 * cleanups of files wait. Snapshot and lock end with the connection, even if this process is killed.
 */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKUP_LOCK } from '../db/advisory-lock.ts';
import type { ConnectionOptions } from '../db/database.ts';
import { openSession } from '../db/session.ts';
import { splitKey } from '../ports/blob-store.ts';
import type { FileRow } from './file-judge.ts';
import { BackupError } from './errors.ts';

export type Table = { name: string; columns: readonly string[] };

export type Snapshot = {
  takenAt: Date;
  migrations: readonly { name: string; sha256: string }[];
  /** The tables. Referenced tables come first. */
  tables: readonly Table[];
  copy: (table: Table, rows: (count: number) => void) => AsyncGenerator<Uint8Array>;
  /** Yields the keys of all files that are not about to be erased, in byte order. */
  files: () => AsyncGenerator<string>;
  /**
   * Returns the database's current record of a file, or undefined if no row names it. Can be called after the
   * transaction has ended.
   */
  row: (key: string) => Promise<FileRow | undefined>;
  /** Counts the rows of each table that the tenants can see, each tenant under its own policies. */
  countAsTenants: () => Promise<ReadonlyMap<string, number>>;
  /** Ends the transaction and keeps the lock. */
  end: () => Promise<void>;
};

const BUSY_AFTER_MS = 1_000;
const PAGE = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** @throws BackupError `busy` if another backup is running, `incomplete` if a policy is missing */
export async function withSnapshot<T>(
  connection: ConnectionOptions,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const settings = { role: 'countersign_backup', timezone: 'UTC' };
  const client = await openSession(connection, { name: BACKUP_LOCK, settings });
  try {
    await takeLock(client);
    await client.query('begin isolation level repeatable read read only');
    return await work(await readSnapshot(client));
  } finally {
    await client.end().catch(() => {});
  }
}

async function takeLock(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${BUSY_AFTER_MS}`);
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [BACKUP_LOCK]);
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE)
      throw new BackupError('busy', 'Another backup is running.', { cause });
    throw cause;
  }
  await client.query('set lock_timeout = 0');
}

async function readSnapshot(client: pg.Client): Promise<Snapshot> {
  const { rows: clock } = await client.query<{ now: Date }>('select now() as now');
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  );
  const tables = await tablesOf(client);
  let asked: Promise<unknown> = Promise.resolve();
  return {
    takenAt: clock[0]?.now ?? new Date(),
    migrations,
    tables,
    copy: (table, rows) => copyOf(client, table, rows),
    files: () => filesOf(client),
    row: (key) => {
      // Files are copied several at a time, but a connection runs one query at a time.
      const row = asked.then(() => rowOf(client, key));
      asked = row.catch(() => undefined);
      return row;
    },
    countAsTenants: () => countAsTenants(client, tables),
    end: async () => void (await client.query('commit')),
  };
}

/**
 * Returns all tables except `migrations`, which is filled when the database is migrated. @throws BackupError if this
 * role might not see every row of a table
 */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; sees_all: boolean }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       has_table_privilege(c.oid, 'select')
         and exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
           and current_user::regrole::oid = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')
         and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive) as sees_all
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  const hidden = rows.filter(({ sees_all: all }) => !all).map(({ name }) => name);
  if (hidden.length > 0)
    throw new BackupError('incomplete', `The backup role cannot see every row of ${hidden.join(', ')}.`);
  const tables = rows.filter(({ name }) => name !== 'migrations').map(({ name, columns }) => ({ name, columns }));
  return parentsFirst(client, tables);
}

/** @throws Error if tables reference each other in a cycle and cannot be loaded in any order */
async function parentsFirst(client: pg.Client, tables: readonly Table[]): Promise<Table[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select distinct c.relname as child, p.relname as parent from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> p.oid`,
  );
  const ordered: Table[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !rows.some(({ child, parent }) => child === name && left.has(parent)),
    );
    if (free.length === 0) throw new Error(`circular references between tables: ${[...left.keys()].join(', ')}`);
    for (const { name } of free) left.delete(name);
    ordered.push(...free);
  }
  return ordered;
}

async function* copyOf(client: pg.Client, table: Table, rows: (count: number) => void): AsyncGenerator<Uint8Array> {
  const name = client.escapeIdentifier(table.name);
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyTo(`copy ${name} (${columns}) to stdout (format binary)`));
  yield* stream;
  const { rows: counted } = await client.query<{ count: string }>(`select count(*) as count from ${name}`);
  if (Number(counted[0]?.count) !== stream.rowCount)
    throw new BackupError(
      'incomplete',
      `Only ${stream.rowCount} rows of ${table.name} were copied, but the table contains more.`,
    );
  rows(stream.rowCount);
}

async function* filesOf(client: pg.Client): AsyncGenerator<string> {
  await client.query(
    `declare files no scroll cursor for select tenant_id || '/' || coalesce(file, id) as key from blobs where unused_since is null order by 1`,
  );
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${PAGE} from files`);
    if (rows.length === 0) return;
    for (const { key } of rows) yield key;
  }
}

/** Returns the database's record of a file. Works under any role that can read all rows. */
export async function rowOf(client: pg.Client, key: string): Promise<FileRow | undefined> {
  const { tenant, blob } = splitKey(key);
  const { rows } = await client.query<{
    id: string;
    size_bytes: string;
    sha256: string;
    is_sealed: boolean;
    is_unused: boolean;
    holder_id: string | null;
    wrapped: Buffer | null;
    key_sealed: Buffer | null;
  }>(
    `select b.id, b.size_bytes, b.sha256, b.is_sealed, b.unused_since is not null as is_unused, k.holder_id, k.wrapped, t.key_sealed
     from blobs b left join blob_keys k on k.tenant_id = b.tenant_id and k.blob_id = b.id
       left join tenant_keys t on t.tenant_id = b.tenant_id
     where b.tenant_id = $1 and (b.file = $2 or (b.id = $2 and b.file is null)) limit 1`,
    [tenant, blob],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { holder_id, wrapped, key_sealed } = row;
  return {
    blob: row.id,
    size: Number(row.size_bytes),
    sha256: row.sha256,
    isSealed: row.is_sealed,
    isUnused: row.is_unused,
    wrapping: holder_id !== null && wrapped && key_sealed ? { holder_id, wrapped, key_sealed } : undefined,
  };
}

/** Counts rows. Excludes tables that tenants cannot read. */
async function countAsTenants(client: pg.Client, tables: readonly Table[]): Promise<ReadonlyMap<string, number>> {
  const { rows: theirs } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace
       and has_column_privilege('countersign_app', c.oid, a.attnum, 'select')`,
    [tables.map(({ name }) => name)],
  );
  const names = theirs.map(({ name }) => name);
  const each = names.map((name) => `(select count(tenant_id) from ${client.escapeIdentifier(name)})`).join(', ');
  const counts = new Map(names.map((name) => [name, 0]));
  const { rows: tenants } = await client.query<{ tenant_id: string }>('select tenant_id from tenants');
  for (const { tenant_id: tenant } of tenants) {
    await client.query(`select set_config('role', 'countersign_app', true), set_config('app.tenant', $1, true)`, [
      tenant,
    ]);
    const { rows } = await client.query<string[]>({ text: `select ${each}`, rowMode: 'array' });
    for (const [at, name] of names.entries()) counts.set(name, (counts.get(name) ?? 0) + Number(rows[0]?.[at]));
  }
  await client.query(`select set_config('role', 'countersign_backup', true)`);
  return counts;
}
