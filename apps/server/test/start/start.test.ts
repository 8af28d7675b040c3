import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isAlive, processesIn } from '../../src/platform/adapters/embedded-postgres/processes.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { comeBack, Envelope, expectFinished, setUp } from '../crash/envelopes.ts';
import { freePorts } from '../support/drill-machine.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { WireTap } from '../support/wire-tap.ts';
import { runMain } from './run-main.ts';

/** The test starts several complete servers, each of which takes several seconds when every core is busy. */
const LIMIT_MS = 60_000;

let dataDir: string;
beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-start-'));
  dataDir = path.join(folder, 'data');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
});
const settings = (more: Record<string, string> = {}) => ({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...more });
const postmaster = () => Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
const setupToken = (said: string) => /\/setup#(\S+)/.exec(said)?.[1];

async function stop(server: ReturnType<typeof runMain>): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}

describe('invalid settings at startup', () => {
  test(
    'reports all wrong settings, one per line, and exits with code 78 before it creates files or opens a port',
    { timeout: LIMIT_MS },
    async () => {
      const server = runMain(
        settings({
          PORT: 'http',
          ROLE: 'boss',
          MASTER_KEY: 'hunter2',
          DATABASE_URL: 'mysql://app:hunter2@db/x',
          SMTP_URL: 'smtp://u:hunter2@mail/inbox',
          FIREWALL_EXCEPTIONS: 'sql-breakuot@body.title',
        }),
      );
      expect(await server.exited).toBe(78);
      const lines = server.said().trimEnd().split('\n');
      expect(
        lines
          .map((line) => /^countersign: ([A-Z_]+): ./.exec(line)?.[1] ?? line)
          .toSorted((a, b) => a.localeCompare(b)),
      ).toEqual(['DATABASE_URL', 'FIREWALL_EXCEPTIONS', 'MAIL_FROM', 'MASTER_KEY', 'PORT', 'ROLE', 'SMTP_URL']);
      expect(server.said() + server.logged()).not.toContain('hunter2');
      expect(server.said()).not.toContain('listens');
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  test('does not let a test failpoint stop a production server', { timeout: LIMIT_MS }, async () => {
    const server = runMain(settings({ PORT: '0', FAILPOINT: 'sign.built' }));
    expect(await server.exited).toBe(78);
    expect(server.said()).toBe('countersign: FAILPOINT: kills the server and is only for tests on a single machine\n');
    expect(existsSync(dataDir)).toBe(false);
  });

  test('stops the database, which is already running, if a setting is wrong', { timeout: LIMIT_MS }, async () => {
    await copyDataFolder(dataDir);
    const server = runMain(settings({ PORT: 'http' }));
    expect(await server.exited).toBe(78);
    expect(server.said()).toMatch(/^countersign: PORT: [^\n]+\n$/);
    const folder = path.join(dataDir, 'postgres');
    expect(readFileSync(path.join(folder, 'server.lock'), 'utf8').split('\n')[0]).toBe(String(server.child.pid));
    expect(processesIn(folder)).toEqual([]);
  });

  test(
    'exits at startup if a key setting turns out to be wrong only when the key is read',
    { timeout: LIMIT_MS },
    async () => {
      const server = runMain(settings({ PORT: '0', CA_KEY: `file:${dataDir}/absent.p12`, CA_KEY_PASSWORD: 'hunter2' }));
      expect(await server.exited).toBe(78);
      expect(server.said().trim()).toMatch(/^countersign: CA_KEY: \S+absent\.p12 cannot be read$/);
    },
  );
});

describe('the data folder at startup', () => {
  test(
    'accepts one server in a data folder, rejects a second with a one-line message, and finds all data at later starts',
    { timeout: LIMIT_MS },
    async () => {
      const began = performance.now();
      const first = runMain(settings());
      const url = await first.listening();
      const firstStart = performance.now() - began;
      const token = await vi.waitUntil(() => setupToken(first.said()), { timeout: 30_000 });
      const { bearer } = await setUp(url, token ?? '');

      const second = runMain(settings());
      expect(await second.exited).not.toBe(0);
      expect(second.said()).toMatch(
        /^countersign: The database folder \S+ is in use by another server \(process \d+\)\. Stop it first\.\n$/,
      );
      expect(second.said()).toContain(`process ${first.child.pid}`);
      expect((await fetch(`${url}/api/health/database`)).status).toBe(200);
      const database = postmaster();
      await stop(first);
      expect(isAlive(database)).toBe(false);

      const again = performance.now();
      const third = runMain(settings());
      const back = await comeBack(await third.listening(), bearer);
      console.log(`start: first ${firstStart.toFixed(0)} ms, second ${(performance.now() - again).toFixed(0)} ms`);
      expect(await back.api.list()).toEqual([]);
      await stop(third);
      // The server is set up already, so no later start prints another link.
      expect(setupToken(third.said())).toBeUndefined();
    },
  );

  test(
    'rejects another master key with exit code 78 and a one-line message, and prints a setup link that works once',
    { timeout: LIMIT_MS },
    async () => {
      await copyDataFolder(dataDir);
      const first = runMain(settings());
      await first.listening();
      const old = (await vi.waitUntil(() => setupToken(first.said()), { timeout: 30_000 })) ?? '';
      await stop(first);

      const wrong = runMain(settings({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64') }));
      expect(await wrong.exited).toBe(78);
      expect(wrong.said()).toMatch(/^countersign: [^\n]*master key[^\n]*\n$/);
      expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
      // The key file of the first start is unchanged, so without MASTER_KEY, everything is available again.
      const right = runMain(settings());
      const url = await right.listening();
      const token = (await vi.waitUntil(() => setupToken(right.said()), { timeout: 30_000 })) ?? '';
      expect(token).not.toBe(old);
      // Each start invalidates the previous link, and using a link invalidates it permanently.
      await expect(setUp(url, old)).rejects.toMatchObject({ code: 'SETUP_LINK_INVALID' });
      await setUp(url, token);
      await expect(setUp(url, token)).rejects.toMatchObject({ code: 'SETUP_DONE' });
      await stop(right);
    },
  );
});

describe('a copy of a data folder', () => {
  test(
    'starts from a folder created by root, requires its master key, and denies access to other users',
    { timeout: 3 * LIMIT_MS },
    async () => {
      await copyDataFolder(dataDir);
      const first = runMain(settings());
      const token = await vi.waitUntil(() => setupToken(first.said()), { timeout: LIMIT_MS });
      const { bearer } = await setUp(await first.listening(), token ?? '');
      await stop(first);
      const copy = `${dataDir}-copy`;
      execFileSync('cp', ['-r', dataDir, copy]);
      dataDir = copy;
      const key = path.join(copy, 'master.key');
      const refused = async (): Promise<string> => {
        const server = runMain(settings());
        expect(await server.exited).toBe(78);
        expect(server.said().trimEnd()).not.toContain('\n');
        return server.said();
      };

      chmodSync(key, 0o644);
      expect(await refused()).toContain(`Run: chmod 600 ${key}`);
      chmodSync(key, 0o600);
      const text = readFileSync(key, 'utf8');
      rmSync(key);
      expect(await refused()).toContain(`The master key ${key} is missing`);
      expect(existsSync(key)).toBe(false);
      writeFileSync(key, text, { mode: 0o600 });

      const server = runMain(settings());
      const back = await comeBack(await server.listening(), bearer);
      expect(await back.api.list()).toEqual([]);
      expect(await loginsOf(path.join(copy, 'postgres'))).toEqual([{ name: 'countersign_server', powerful: false }]);
      await stop(server);
    },
  );
});

/** Returns the database logins of the server's connections. */
async function loginsOf(folder: string): Promise<unknown[]> {
  const host = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[4];
  const superuser = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await superuser.connect();
  try {
    const { rows } = await superuser.query(
      `select distinct rolname as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as powerful
       from pg_stat_activity join pg_roles on rolname = usename where pid <> pg_backend_pid() and client_port is not null`,
    );
    return rows;
  } finally {
    await superuser.end();
  }
}

test(
  'logs no secret, token, link or signer name of a processed envelope, even at the most verbose level',
  { timeout: LIMIT_MS },
  async () => {
    const server = runMain(settings({ LOG_LEVEL: 'debug' }));
    const url = await server.listening();
    const token = (await vi.waitUntil(() => setupToken(server.said()), { timeout: 30_000 })) ?? '';
    const seen: string[] = [token, readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim()];
    const watched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => watched.mockRestore());
    const sender = await setUp(url, token);
    const envelope = new Envelope('quiet', 2);
    await envelope.advance(sender);
    await expectFinished(envelope, sender);
    for (const [address, init] of watched.mock.calls) {
      const headers = new Headers(init?.headers);
      for (const secret of [
        headers.get('authorization')?.slice(7),
        headers.get('cookie')?.split('=')[1],
        /\/api\/files\/(.+)/.exec(typeof address === 'string' ? address : '')?.[1],
      ])
        if (secret) seen.push(secret);
      if (typeof init?.body === 'string')
        for (const [, secret] of init.body.matchAll(/"(?:token|password)":"([^"]+)"/g)) seen.push(secret ?? '');
    }
    await stop(server);
    const logged = server.logged();
    expect(logged.split('\n').length).toBeGreaterThan(5);
    expect(new Set(seen).size).toBeGreaterThan(7);
    expect([...new Set(seen)].filter((secret) => logged.includes(secret))).toEqual([]);
    expect(logged).not.toMatch(/Signer 0|quiet-0/);
  },
);

describe('end of startup', () => {
  const opens = (port: number) =>
    until(
      'the server to listen on the port',
      () => fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined),
      LIMIT_MS,
    );

  test('stops cleanly if a SIGTERM arrives at the moment the port opens', { timeout: LIMIT_MS }, async () => {
    await copyDataFolder(dataDir);
    const [port = 0] = await freePorts(1);
    const server = runMain(settings({ PORT: String(port) }));
    await opens(port);
    await stop(server);
    expect(processesIn(path.join(dataDir, 'postgres'))).toEqual([]);
  });

  test(
    'returns 503 in the health check until a stalled database responds, and then finishes starting',
    { timeout: LIMIT_MS },
    async () => {
      const database = await createTestDatabase();
      const tap = new WireTap();
      onTestFinished(async () => {
        await tap.close();
        await database.drop();
      });
      const { user = '', host = '', port: wire = 0, database: name = '' } = await tap.open(database.connection);
      tap.silenceAt('jobs-release-lapsed');
      const [port = 0] = await freePorts(1);
      const server = runMain(
        settings({
          PORT: String(port),
          LOG_LEVEL: 'warn',
          MASTER_KEY: randomBytes(32).toString('base64'),
          DATABASE_URL: `postgres://${user}@${host}:${wire}/${name}`,
        }),
      );
      const early = await opens(port);
      expect(early.status).toBe(503);
      expect(early.headers.get('retry-after')).toBe('1');
      await until('the log line', () => server.logged().includes('startup is waiting for the database'), LIMIT_MS);
      expect(server.said()).toBe('');
      await tap.mend();
      const url = await server.listening();
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
      await stop(server);
    },
  );

  test('stops waiting for an unreachable database on a SIGTERM', { timeout: LIMIT_MS }, async () => {
    const [port = 0] = await freePorts(1);
    const server = runMain(
      settings({
        LOG_LEVEL: 'warn',
        MASTER_KEY: randomBytes(32).toString('base64'),
        DATABASE_URL: `postgres://countersign@127.0.0.1:${port}/countersign`,
      }),
    );
    await until('the log line', () => server.logged().includes('startup is waiting for the database'), LIMIT_MS);
    await stop(server);
  });

  test(
    'starts and serves requests while S3 is unreachable, and reports the outage',
    { timeout: LIMIT_MS },
    async () => {
      await copyDataFolder(dataDir);
      const [port = 0] = await freePorts(1);
      const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' };
      const server = runMain(settings({ ...s3, S3_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: 'warn' }));
      const url = await server.listening();
      expect(server.logged()).toContain('the S3 server for stored files is not responding');
      const health = async () => (await (await fetch(`${url}/api/health`)).json()) as { problems?: { code: string }[] };
      await until('health', async () => (await health()).problems?.some(({ code }) => code === 'storage-unavailable'));
      expect((await fetch(`${url}/api/health/database`)).status).toBe(200);
      expect(server.said() + server.logged()).not.toContain('hunter2');
      await stop(server);
    },
  );
});
