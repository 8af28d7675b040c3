/**
 * Reseals everything under another master key, in one transaction: after a crash, either all of it opens with the old
 * key or all with the new one. No server may run during this time, because it would continue to seal with the old key.
 */
import pg from 'pg';
import { CommandError } from '../command-error.ts';
import type { Vault } from '../crypto/seal.ts';
import type { ConnectionOptions } from './database.ts';

export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** The primary key of the table: only text or whole numbers. */
  readonly key: readonly string[];
  readonly purpose: (row: Readonly<Record<string, string | number>>) => string;
};

/** All columns with sealed values, as `table.column`. */
export function knownColumns(declared: readonly SealedColumn[]): string[] {
  return [...[...OWN_COLUMNS, ...declared].map(({ table, column }) => `${table}.${column}`), ...SEALED_OTHERWISE];
}

/** Sealed columns that belong to no feature. */
const OWN_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'person_keys',
    column: 'key_sealed',
    key: ['tenant_id', 'person_id'],
    purpose: ({ tenant_id: tenant, person_id: person }) => `person ${String(tenant)}/${String(person)}`,
  },
];
/**
 * Columns that are sealed with other keys. Those keys are either in sealed columns themselves or known only to callers.
 */
const SEALED_OTHERWISE: readonly string[] = ['audit_personal.sealed', 'kept_answers.answer_sealed'];

const BATCH = 2000;
const GONE_WITHIN_MS = 2000;

/**
 * @param connection a connection of the login that migrates and owns the tables
 * @param declared the columns that features declare
 * @returns the number of resealed secrets
 * @throws CommandError if a server is connected, or if a sealed column is not in the list; SealError if the old key is
 * wrong
 */
export async function reseal(
  connection: ConnectionOptions,
  declared: readonly SealedColumn[],
  { from, to }: { from: Vault; to: Vault },
): Promise<number> {
  const columns = [...OWN_COLUMNS, ...declared];
  const client = new pg.Client({ ...connection, application_name: 'countersign keys' });
  await client.connect();
  try {
    await refuseWhileInUse(client);
    await client.query('begin');
    await refuseUnlisted(client, knownColumns(declared));
    let count = 0;
    for (const column of columns) count += await resealColumn(client, column, from, to);
    await client.query('commit');
    return count;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Refuses while a server is connected. A server that has just stopped needs a moment to disconnect. Runs outside the
 * transaction, which would always see the same list.
 */
async function refuseWhileInUse(client: pg.Client): Promise<void> {
  const deadline = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'countersign' and pid <> pg_backend_pid()`,
    );
    if (rows[0]?.n === 0) return;
    if (performance.now() > deadline)
      throw new CommandError('A server is connected to this database. Stop every server first.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Refuses to continue if a sealed column is missing from the list, because its secrets could no longer be opened
 * without the old key.
 */
async function refuseUnlisted(client: pg.Client, known: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'`,
  );
  const missing = rows.map(({ name }) => name).filter((name) => !known.includes(name));
  if (missing.length > 0) throw new CommandError(`There is no rule for re-encrypting ${missing.join(', ')}.`);
}

async function resealColumn(
  client: pg.Client,
  { table, column, key, purpose }: SealedColumn,
  from: Vault,
  to: Vault,
): Promise<number> {
  // The table and column names come from our own list. Forced row-level security applies even to the table's owner, so
  // it is turned off for this transaction.
  await client.query(`alter table ${table} no force row level security`);
  const names = key.join(', ');
  let count = 0;
  await client.query(
    `declare secrets no scroll cursor for select ${names}, ${column} as sealed from ${table} where ${column} is not null`,
  );
  for (;;) {
    const { rows } = await client.query<Record<string, string | number> & { sealed: Buffer }>(
      `fetch ${BATCH} from secrets`,
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      const name = purpose(row);
      const sealed = to.seal(name, from.open(name, row.sealed));
      const where = key.map((one, at) => `${one} = $${at + 2}`).join(' and ');
      await client.query(`update ${table} set ${column} = $1 where ${where}`, [sealed, ...key.map((one) => row[one])]);
    }
    count += rows.length;
  }
  await client.query('close secrets');
  await client.query(`alter table ${table} force row level security`);
  return count;
}
