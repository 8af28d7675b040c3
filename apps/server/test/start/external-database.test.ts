/** With DATABASE_URL: another PostgreSQL, under a login that owns its database and nothing more. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { Envelope, expectFinished, setUp } from '../crash/envelopes.ts';
import { runMain } from './run-main.ts';

/** The roles belong to the cluster, so other tests may have made them; on a cluster of its own the login makes them itself. */
const ROLES = ['countersign_app', 'countersign_auth', 'countersign_jobs'];

async function ordinaryDatabase(): Promise<{ url: string; login: string; client: pg.Client }> {
  const { admin, runId } = inject('postgres');
  const superuser = new pg.Client(admin);
  await superuser.connect();
  const login = `login_${runId}_${crypto.randomUUID().slice(0, 8)}`;
  const database = `test_${login}`;
  const password = crypto.randomUUID();
  await superuser.query(`create role ${login} login createrole password '${password}'`);
  for (const role of ROLES) {
    await superuser.query(
      `do $$ begin create role ${role} nologin noinherit; exception when duplicate_object then null; end $$`,
    );
    await superuser.query(`grant ${role} to ${login} with admin option`);
  }
  await superuser.query(`create database ${database} owner ${login} template template0`);
  const client = new pg.Client({ ...admin, database });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await superuser.query(`drop database ${database} with (force)`);
    await superuser.query(`drop owned by ${login}`);
    await superuser.query(`drop role ${login}`);
    await superuser.end();
  });
  const host = encodeURIComponent(admin.host ?? 'localhost');
  return { url: `postgres://${login}:${password}@${host}:${admin.port ?? 5432}/${database}`, login, client };
}

test('a whole envelope runs, and nothing is done with the rights of the login', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-external-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { url: databaseUrl, login, client } = await ordinaryDatabase();
  const server = runMain({ DATA_DIR: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' });
  const url = await server.listening();
  const token = await vi.waitUntil(() => /\/setup#(\S+)/.exec(server.said())?.[1], { timeout: 5_000 });
  const sender = await setUp(url, token ?? '');
  const envelope = new Envelope('external', 2);
  await envelope.advance(sender);
  await expectFinished(envelope, sender);
  expect(existsSync(path.join(folder, 'postgres'))).toBe(false);

  const sessions = await client.query<{ usename: string; count: number }>(
    `select usename, count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'countersign' group by 1`,
  );
  expect(sessions.rows.map(({ usename }) => usename)).toEqual([login]);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.logged()).toBe('');
});
