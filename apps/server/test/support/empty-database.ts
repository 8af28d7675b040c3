/** Migrations on a database with rows in it, by an owner who is no superuser. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { createTestDatabase } from './postgres.ts';

const FOLDER = new URL('../../src/platform/db/migrations/', import.meta.url);

/** A database without tables, and what applies migrations to it as an owner of its own. */
export async function emptyDatabase(): Promise<{
  client: pg.Client;
  migrate: (wanted: (name: string) => boolean) => Promise<void>;
}> {
  const database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  // Roles belong to the cluster, which other test files share.
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  onTestFinished(async () => {
    await client.query(
      `reset session authorization; drop schema ground cascade; drop owned by ${owner}; drop role ${owner}`,
    );
    await client.end();
    await database.drop();
  });
  await client.query(`create role ${owner} login createrole`);
  const roles = ['app', 'auth', 'jobs', 'search', 'erase'].map((name) => `countersign_${name}`).join(', ');
  await client.query(`grant ${roles} to ${owner} with admin option`);
  await client.query(`create schema ground authorization ${owner}`);
  await client.query('set search_path to ground');
  await client.query(`set session authorization ${owner}`);
  await client.query('create table migrations (name text primary key)');
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
  return {
    client,
    migrate: async (wanted) => {
      await client.query(`set session authorization ${owner}`);
      for (const name of names.filter(wanted)) {
        const sql = await readFile(new URL(name, FOLDER), 'utf8');
        await client.query(sql.replaceAll('schema public', 'schema ground'));
      }
      await client.query('reset session authorization');
    },
  };
}

export async function forcedOn(client: pg.Client, tables: readonly string[]): Promise<unknown[]> {
  const select = 'select relforcerowsecurity as forced from pg_class where oid = any ($1::text[]::regclass[])';
  return (await client.query<{ forced: boolean }>(select, [tables])).rows.map(({ forced }) => forced);
}
