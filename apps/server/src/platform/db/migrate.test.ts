import { readdirSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import type { ConnectionOptions } from './database.ts';
import { migrate } from './migrate.ts';

async function emptyDatabase(): Promise<{ connection: ConnectionOptions; client: pg.Client }> {
  const { admin, runId } = inject('postgres');
  const database = `test_${runId}_${crypto.randomUUID().replaceAll('-', '')}`;
  const superuser = new pg.Client(admin);
  await superuser.connect();
  await superuser.query(`create database ${database} template template0`);
  const connection = { ...admin, database };
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await superuser.query(`drop database ${database} with (force)`);
    await superuser.end();
  });
  return { connection, client };
}

test('migrates an empty database once when several processes start together', async () => {
  const { connection, client } = await emptyDatabase();
  await Promise.all([migrate(connection), migrate(connection), migrate(connection)]);
  const applied = await client.query<{ name: string; count: number }>(
    'select name, count(*)::int as count from migrations group by name',
  );
  expect(applied.rows).toContainEqual({ name: '0001-schema.sql', count: 1 });
  expect(applied.rows.every(({ count }) => count === 1)).toBe(true);
});

test('rejects a changed migration and names it, and rejects the database of a newer version', async () => {
  const { connection, client } = await emptyDatabase();
  await migrate(connection);
  await client.query(`update migrations set sha256 = 'of another text' where name = '0001-schema.sql'`);
  await expect(migrate(connection)).rejects.toMatchObject({
    name: 'MigrationError',
    message: 'migration 0001-schema.sql was changed after it was applied',
  });
  await client.query(`insert into migrations (name, sha256) values ('9999-of-tomorrow.sql', 'unknown')`);
  await expect(migrate(connection)).rejects.toMatchObject({
    name: 'ConfigFault',
    message: expect.stringContaining(
      'a newer version of Countersign created the database, and its migration 9999-of-tomorrow.sql is unknown',
    ),
  });
});

test('rolls back a failed migration and names the migration', async () => {
  const { connection, client } = await emptyDatabase();
  // The name is already taken, so the migration fails halfway.
  await client.query('create table documents (id int)');
  await expect(migrate(connection)).rejects.toMatchObject({
    name: 'MigrationError',
    message: expect.stringContaining('0001-schema.sql failed: relation "documents" already exists'),
  });
  const left = await client.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  expect(left.rows.map(({ relname }) => relname)).toEqual(['documents', 'migrations']);

  await client.query('drop table documents');
  await migrate(connection);
  expect((await client.query('select from migrations')).rowCount).toBeGreaterThan(0);
});

/** This migration adds a foreign key to the documents, so it has to wait for every transaction that writes to them. */
const LOCKS_DOCUMENTS = '0489-folders.sql';

test('lets other writers continue while a migration waits for a long transaction, and then completes the migration', async () => {
  const { connection, client } = await emptyDatabase();
  const before = readdirSync(new URL('./migrations/', import.meta.url)).filter(
    (name) => name.endsWith('.sql') && name < LOCKS_DOCUMENTS,
  );
  await migrate(connection, undefined, before);
  await client.query('begin');
  await client.query('lock table documents in row exclusive mode');
  const migrating = migrate(connection);
  const writer = new pg.Client({ ...connection, statement_timeout: 30_000 });
  await writer.connect();
  onTestFinished(() => writer.end());
  const isWaiting = async () =>
    (await writer.query(`select from pg_locks where not granted and relation = 'documents'::regclass`)).rowCount === 1;
  await vi.waitUntil(isWaiting, { timeout: 30_000 });
  // The writer starts after the migration, while the long transaction continues.
  await writer.query('begin; lock table documents in row exclusive mode; commit');
  await client.query('commit');
  await migrating;
  expect((await writer.query('select from migrations where name = $1', [LOCKS_DOCUMENTS])).rowCount).toBe(1);
});
