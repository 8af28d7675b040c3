/**
 * Restores a backup into an empty database and an empty store. The database is first migrated to the backup's state.
 * Then the rows are loaded in one transaction. Newer migrations run afterwards, as at any start.
 */
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ConnectionOptions } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import { atOnce } from './at-once.ts';
import type { Manifest } from './envelope.ts';
import { BackupError } from './errors.ts';
import type { OpenedBackup } from './read-backup.ts';

/**
 * @param owner the login that will own the tables if the database has none yet
 * @param check inspects the rows before they are committed, and throws to refuse them
 * @throws BackupError `damaged` | `not_empty`
 */
export async function restoreDatabase(
  backup: OpenedBackup,
  owner: ConnectionOptions,
  check?: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { migrations, tables } = backup.manifest;
  await loadDatabase({ migrations, tables, eachTable: (load) => backup.eachTable(load) }, owner, async (client) => {
    await check?.(client);
    // The files are restored into a folder, regardless of where they were stored before.
    await client.query('delete from blob_home');
  });
}

export type RowSource = {
  readonly migrations: Manifest['migrations'];
  readonly tables: readonly { readonly table: string }[];
  /** Passes the rows of each table to `load`, which must read all bytes before it uses `rows`. */
  eachTable(
    load: (
      table: { readonly table: string; readonly columns: readonly string[]; readonly rows: number },
      bytes: AsyncIterable<Uint8Array>,
    ) => Promise<void>,
  ): Promise<void>;
};

/**
 * @param check runs in the transaction, before the commit
 * @throws BackupError `damaged` | `not_empty`
 */
export async function loadDatabase(
  source: RowSource,
  owner: ConnectionOptions,
  check?: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { migrations } = source;
  const client = new pg.Client({ ...owner, application_name: 'countersign restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1`,
    );
    if (rowCount !== 0)
      throw new BackupError('not_empty', 'The database already has tables. Restore into an empty database.');
    await migrate(
      owner,
      undefined,
      migrations.map(({ name }) => name),
    );
    await sameMigrations(client, migrations);
    await client.query('begin');
    await load(client, source, check);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Compares migrations. Migrations with equal names but different contents would create different tables. */
async function sameMigrations(client: pg.Client, wanted: Manifest['migrations']): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  );
  const text = (list: Manifest['migrations']) => list.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n');
  if (text(rows) !== text(wanted))
    throw new BackupError(
      'damaged',
      'The backup was created by a version of Countersign with other database migrations.',
    );
}

/**
 * Loads the rows. Row-level security and triggers are turned off for the transaction, because they have already been
 * applied to these rows. Foreign keys stay on, so a row without its parent is detected.
 */
async function load(
  client: pg.Client,
  source: RowSource,
  check: ((client: pg.Client) => Promise<void>) | undefined,
): Promise<void> {
  const names = source.tables.map(({ table }) => client.escapeIdentifier(table));
  const alterAll = (change: string): Promise<unknown> =>
    client.query(names.map((name) => `alter table ${name} ${change};`).join('\n'));
  await alterAll('no force row level security, disable trigger user');
  await client.query(`truncate ${names.join(', ')}`);
  await source.eachTable(async (copied, bytes) => {
    const { table, columns } = copied;
    const name = client.escapeIdentifier(table);
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    await pipeline(bytes, client.query(copyFrom(`copy ${name} (${list}) from stdin (format binary)`)));
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${name}`);
    if (Number(rows[0]?.count) !== copied.rows)
      throw new BackupError('damaged', `${table} has ${rows[0]?.count} rows after the restore, not ${copied.rows}.`);
  });
  await check?.(client);
  await beginAnew(client);
  // Deferred foreign keys are checked before tables are altered again.
  await client.query('set constraints all immediate');
  await alterAll('force row level security, enable trigger user');
}

/** Resets numbers that differ on another server: transaction IDs and row numbers. */
async function beginAnew(client: pg.Client): Promise<void> {
  // The new transaction ID is lower than every ID that this server will assign. All restored events get the same one,
  // so they are ordered by their numbers and IDs.
  await client.query(`update outbox set xid = '1'`);
  // The position is marked as coming from another server, so that statistics are recounted.
  await client.query(`update statistics_positions set xid = '18446744073709551615'`);
  const { rows } = await client.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name, column } of rows) {
    const [table, field] = [client.escapeIdentifier(name), client.escapeIdentifier(column)];
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${field}), 0) + 1, false) from ${table}`,
      [table, column],
    );
  }
}

/** Returns the number of files. @throws BackupError `damaged`; BlobError `exists` if the store is not empty */
export async function restoreFiles(
  backup: OpenedBackup,
  store: BlobStore,
  onFile?: (done: number) => void,
): Promise<number> {
  let done = 0;
  await atOnce(backup.files(), async (key) => {
    if (backup.copyOf(key) === undefined) return;
    await store.put(key, backup.file(key));
    done += 1;
    onFile?.(done);
  });
  return done;
}
