import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './postgres.ts';

test('gives each caller a separate test database', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  onTestFinished(async () => {
    for (const database of databases) await database.drop();
  });
  const counts = databases.map(async ({ connection }) => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.query('CREATE TABLE only_here ()');
    const found = await client.query("SELECT FROM pg_tables WHERE tablename = 'only_here'");
    await client.end();
    return found.rowCount;
  });
  expect(await Promise.all(counts)).toEqual([1, 1]);
});
