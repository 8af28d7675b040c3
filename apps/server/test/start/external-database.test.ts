/** With DATABASE_URL: another PostgreSQL, under logins that are nothing special there. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { Envelope, expectFinished, setUp } from '../crash/envelopes.ts';
import { runMain } from './run-main.ts';

/** Whole servers are started here, several one after another: seconds each where every core is busy. */
const LIMIT_MS = 60_000;

/** The roles belong to the cluster, so other tests may have made them; on a cluster of its own the owner makes them itself. */
const ROLES = [
  'countersign_app',
  'countersign_auth',
  'countersign_jobs',
  'countersign_search',
  'countersign_erase',
  'countersign_backup',
  'countersign_metrics',
];

type Logins = { owner: string; plain: string; ownerUrl: string; plainUrl: string; client: pg.Client };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-external-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
});

/** An empty database, the login that owns it, and one that has no right to anything. */
async function externalDatabase(): Promise<Logins> {
  const { admin, runId } = inject('postgres');
  const superuser = new pg.Client(admin);
  await superuser.connect();
  const id = `${runId}_${crypto.randomUUID().slice(0, 8)}`;
  const [owner, plain, database, password] = [`owner_${id}`, `plain_${id}`, `test_${id}`, crypto.randomUUID()];
  await superuser.query(`create role ${owner} login createrole password '${password}'`);
  await superuser.query(`create role ${plain} login password '${password}'`);
  for (const role of ROLES) {
    await superuser.query(
      `do $$ begin create role ${role} nologin noinherit; exception when duplicate_object then null; end $$`,
    );
    await superuser.query(`grant ${role} to ${owner} with admin option`);
  }
  await superuser.query(`create database ${database} owner ${owner} template template0`);
  const client = new pg.Client({ ...admin, database });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await superuser.query(`drop database ${database} with (force)`);
    // What a login granted goes with it.
    await superuser.query(`drop owned by ${owner} cascade`);
    for (const role of ROLES) await superuser.query(`revoke ${role} from ${plain}, ${owner} cascade`);
    await superuser.query(`drop role ${owner}, ${plain}`);
    await superuser.end();
  });
  const address = (login: string) =>
    `postgres://${login}:${password}@${encodeURIComponent(admin.host ?? 'localhost')}:${admin.port ?? 5432}/${database}`;
  return { owner, plain, ownerUrl: address(owner), plainUrl: address(plain), client };
}

/** A whole envelope on a server with these settings; answers with the logins it worked under. */
async function runEnvelope(settings: Record<string, string>, client: pg.Client): Promise<string[]> {
  const server = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings });
  const url = await server.listening();
  const token = await vi.waitUntil(() => /\/setup#(\S+)/.exec(server.said())?.[1], { timeout: 30_000 });
  const sender = await setUp(url, token ?? '');
  const envelope = new Envelope('external', 2);
  await envelope.advance(sender);
  await expectFinished(envelope, sender);
  const sessions = await client.query<{ usename: string }>(
    `select distinct usename from pg_stat_activity where datname = current_database() and application_name = 'countersign'`,
  );
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.logged()).toBe('');
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  return sessions.rows.map(({ usename }) => usename);
}

test(
  'one login that owns the database and nothing more is enough for a whole envelope',
  { timeout: LIMIT_MS },
  async () => {
    const { owner, ownerUrl, client } = await externalDatabase();
    expect(await runEnvelope({ DATABASE_URL: ownerUrl }, client)).toEqual([owner]);
  },
);

test('with a second one for migrations the daily login needs no right at all', { timeout: LIMIT_MS }, async () => {
  const { plain, plainUrl, ownerUrl, client } = await externalDatabase();
  expect(await runEnvelope({ DATABASE_URL: plainUrl, MIGRATION_DATABASE_URL: ownerUrl }, client)).toEqual([plain]);
});

test(
  'with a second one for migrations a daily login that owns tables or bypasses row security is refused in one line',
  { timeout: LIMIT_MS },
  async () => {
    const { owner, plain, plainUrl, ownerUrl, client } = await externalDatabase();
    const refusal = async (settings: Record<string, string>) => {
      const server = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings });
      expect(await server.exited).not.toBe(0);
      expect(server.said()).not.toContain('listens');
      return server.said();
    };
    expect(await refusal({ DATABASE_URL: ownerUrl, MIGRATION_DATABASE_URL: ownerUrl })).toMatch(
      new RegExp(`^countersign: [^\\n]*${owner}[^\\n]* owns the table [^\\n]*\\n$`),
    );
    await client.query(`alter role ${plain} bypassrls`);
    expect(await refusal({ DATABASE_URL: plainUrl, MIGRATION_DATABASE_URL: ownerUrl })).toMatch(
      new RegExp(`^countersign: [^\\n]*${plain}[^\\n]* bypasses row-level security[^\\n]*\\n$`),
    );
  },
);
