/**
 * Migration 0006 on a database that has sealed documents already, by an owner who is no superuser: row security is forced on the
 * owner too, so a migration that reads rows has to say so. What was sealed before must not be forgotten by archive renewal.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';

const FOLDER = new URL('../../src/platform/db/migrations/', import.meta.url);

test('documents sealed before are noted, to be looked up by the first renewal run', async () => {
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
  await client.query(`grant countersign_app, countersign_auth, countersign_jobs to ${owner} with admin option`);
  await client.query(`create schema ground authorization ${owner}`);
  await client.query('set search_path to ground');
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrate = async (wanted: (name: string) => boolean): Promise<void> => {
    await client.query(`set session authorization ${owner}`);
    for (const name of files.filter(wanted)) {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      await client.query(sql.replaceAll('schema public', 'schema ground'));
    }
    await client.query('reset session authorization');
  };
  await client.query(`set session authorization ${owner}`);
  await client.query('create table migrations (name text primary key)');
  await migrate((name) => name < '0006');
  await client.query(`
    insert into users (id, email, email_key, name, created_at) values ('usr_1', 'a', 'a', 'a', now());
    insert into tenants values ('ten_1', 'org_1', 'live', now());
    insert into blobs values ('ten_1', 'blb_1', 1, 'x', now());
    insert into documents (tenant_id, id, owner_id, title, filename, status, page_count, pages, size_bytes, sha256, blob_id,
        hash_state, has_signatures, created_at, updated_at, sealed_at)
      select 'ten_1', id, 'usr_1', 't', 'f', 'completed', 1, '[]', 1, 'x', 'blb_1', '', false, now(), now(), sealed
      from (values ('doc_sealed', now()), ('doc_open', null)) as given (id, sealed);`);
  await migrate((name) => name.startsWith('0006'));
  const { rows } = await client.query('select document_id, expires_at, algorithms from archive_stamps');
  expect(rows).toEqual([{ document_id: 'doc_sealed', expires_at: null, algorithms: '' }]);
  const forced = `select relforcerowsecurity as forced from pg_class where oid in ('documents'::regclass, 'archive_stamps'::regclass)`;
  expect((await client.query(forced)).rows).toEqual([{ forced: true }, { forced: true }]);
});
