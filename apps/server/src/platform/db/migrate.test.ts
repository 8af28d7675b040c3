import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { ConnectionOptions } from './database.ts';
import { migrate } from './migrate.ts';

/** A database with nothing in it, not even our schema. */
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

test('an empty database is brought up to date once, by whichever of several starting processes comes first', async () => {
  const { connection, client } = await emptyDatabase();
  await Promise.all([migrate(connection), migrate(connection), migrate(connection)]);
  const applied = await client.query<{ name: string; count: number }>(
    'select name, count(*)::int as count from migrations group by name',
  );
  expect(applied.rows).toContainEqual({ name: '0001-schema.sql', count: 1 });
  expect(applied.rows.every(({ count }) => count === 1)).toBe(true);
});

test('a migration that was changed after it ran is refused by name, and so is a database of a newer version', async () => {
  const { connection, client } = await emptyDatabase();
  await migrate(connection);
  await client.query(`update migrations set sha256 = 'of another text' where name = '0001-schema.sql'`);
  await expect(migrate(connection)).rejects.toMatchObject({
    name: 'MigrationError',
    message: 'migration 0001-schema.sql was changed after it had been applied',
  });
  await client.query(`insert into migrations (name, sha256) values ('9999-of-tomorrow.sql', 'unknown')`);
  await expect(migrate(connection)).rejects.toMatchObject({
    name: 'ConfigFault',
    message: expect.stringContaining(
      'of a newer version of Countersign: its migration 9999-of-tomorrow.sql is unknown',
    ),
  });
});

test('a migration that fails leaves nothing of itself and says which it was', async () => {
  const { connection, client } = await emptyDatabase();
  // Something of that name is in the way, so the migration breaks in its middle.
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
