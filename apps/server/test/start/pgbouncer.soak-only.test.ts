/** Runs the documented steps with PgBouncer between the server and PostgreSQL, in both modes, up to a verified PDF. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Envelope, expectFinished, setUp } from '../crash/envelopes.ts';
import { type ExternalPostgres, postgresPrograms, startExternalPostgres } from '../support/external-postgres.ts';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { runMain } from './run-main.ts';

/** Two server starts with all migrations can take this long when every core is busy. */
const LIMIT_MS = 120_000;
const OWNER = 'countersign';
const LOGIN = 'countersign_server';
const DOCS = readFileSync(new URL('../../../../docs/operate/database.md', import.meta.url), 'utf8');
const [programs] = postgresPrograms();

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-pooler-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
});

/** Returns the settings of the documented command, with the addresses of this machine. */
function documented(postgres: ExternalPostgres, pooler: PgBouncer): Record<string, string> {
  const [, block = ''] = /```sh\n([^`]*DATABASE_DIRECT_URL[^`]*)```/.exec(DOCS) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/(\w+)='([^']*)'/g)].map(([, name, value = '']) => [
      name,
      value
        .replace('db.example.com', postgres.host)
        .replace('pooler.example.com:6432', pooler.host)
        .replace('…', encodeURIComponent('…')),
    ]),
  );
}

async function start(mode: 'session' | 'transaction'): Promise<{ postgres: ExternalPostgres; pooler: PgBouncer }> {
  const postgres = await startExternalPostgres(programs?.bin ?? '');
  onTestFinished(() => postgres.stop());
  await postgres.query(`create role ${OWNER} login createrole password '…'`);
  await postgres.query(`create role ${LOGIN} login password '…'`);
  await postgres.query(`create database countersign owner ${OWNER}`);
  const { host, port } = postgres.connection('countersign');
  // There are fewer connections than one server opens, so that transactions of several clients share them.
  const connections = mode === 'transaction' ? 3 : 20;
  const pooler = await startPgBouncer({ mode, server: { host, port }, logins: [OWNER, LOGIN], connections });
  onTestFinished(() => pooler.stop());
  return { postgres, pooler };
}

async function runEnvelopes(settings: Record<string, string>): Promise<void> {
  const server = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'error', LOAD_SHEDDING: 'off', ...settings });
  const url = await server.listening();
  const token = await vi.waitUntil(() => /\/setup#(\S+)/.exec(server.said())?.[1], { timeout: 30_000 });
  const sender = await setUp(url, token ?? '');
  const envelopes = Array.from({ length: 4 }, (_, index) => new Envelope(`pooled-${index}`, 2));
  await Promise.all(envelopes.map((envelope) => envelope.advance(sender)));
  for (const envelope of envelopes) await expectFinished(envelope, sender);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.logged()).toBe('');
}

test('signs documents through PgBouncer in session mode with one database address', { timeout: LIMIT_MS }, async () => {
  const { pooler } = await start('session');
  await runEnvelopes({ DATABASE_URL: `postgres://${OWNER}@${pooler.host}/countersign` });
  expect(await queries(pooler)).toBeGreaterThan(100);
});

test(
  'signs documents through PgBouncer in transaction mode with the documented database addresses',
  { timeout: LIMIT_MS },
  async () => {
    const { postgres, pooler } = await start('transaction');
    const settings = documented(postgres, pooler);
    // This pooled connection is opened before the server stores the login's defaults, so the defaults do not apply to
    // it.
    await throughPooler(pooler, (client) => client.query('select 1'));
    const refused = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings });
    expect(await refused.exited).not.toBe(0);
    expect(refused.said()).toMatch(/^countersign: DATABASE_URL: the pooler's connections [^\n]*RECONNECT[^\n]*\n$/);
    await pooler.console('reconnect');

    await runEnvelopes(settings);
    expect(await queries(pooler)).toBeGreaterThan(100);
    // A connection without a tenant context sees nothing.
    await throughPooler(pooler, async (client) => {
      const { rows } = await client.query(
        `select current_user as role, current_setting('statement_timeout') as limit, (select count(*)::int from documents) as documents, (select count(*)::int from users) as users`,
      );
      expect(rows).toEqual([{ role: 'countersign_app', limit: '30s', documents: 0, users: 0 }]);
    });
  },
);

async function throughPooler(pooler: PgBouncer, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://${LOGIN}@${pooler.host}/countersign` });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the number of queries that the server sent through the pooler. */
async function queries(pooler: PgBouncer): Promise<number> {
  const [stats] = (await pooler.console('show stats')).filter(({ database }) => database === 'countersign');
  return Number(stats?.['total_query_count']);
}
