/**
 * Tests moving the embedded database to the next major version of PostgreSQL (ADR 92). The old version is Debian's, if
 * it is installed.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config.ts';
import { runConsole } from '../../src/main/console.ts';
import {
  EMBEDDED_LOGIN,
  startEmbeddedPostgres,
  startOlderPostgres,
} from '../../src/platform/adapters/embedded-postgres/index.ts';
import { chooseUser } from '../../src/platform/adapters/embedded-postgres/run-as.ts';
import type { ConnectionOptions } from '../../src/platform/db/database.ts';
import { provideLogin } from '../../src/platform/db/login-check.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { TestClock } from '../support/clock.ts';
import { postgresPrograms } from '../support/external-postgres.ts';
import { fillGlobalTables, fillTenant } from '../rls/tenants.ts';
import { runMain } from './run-main.ts';

const LIMIT_MS = 120_000;
const OLDER = postgresPrograms().filter(({ bin }) => bin.startsWith('/usr/lib/postgresql/'));

function newDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  // Debian's initdb checks the parent folders as the database's user.
  for (const one of [folder, dataDir]) chmodSync(one, 0o755);
  return dataDir;
}

async function run(dataDir: string, ...words: string[]): Promise<{ code: number; said: string }> {
  const loaded = loadConfig({ DATA_DIR: dataDir });
  if (!loaded.ok) throw new Error(loaded.faults.join());
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const io = { out: say, err: say };
  const command = runConsole(loaded.config, ['upgrade-database', ...words], io, new TestClock());
  const code = await command?.catch((error: Error) => {
    say(error.message);
    return 1;
  });
  return { code: code ?? -1, said: lines.join('\n') };
}

async function query<R extends pg.QueryResultRow>(connection: ConnectionOptions, text: string): Promise<R[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns a digest of all rows of each table, except for tables whose content depends on the database server. */
async function digests(connection: ConnectionOptions): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    connection,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter(
    ({ name: one }) => !['outbox', 'statistics_positions', 'migrations'].includes(one),
  )) {
    const [row] = await query<{ digest: string }>(
      connection,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text collate "C")), '') as digest from ${name} t`,
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}

/** Creates a data folder of an earlier server version, with a row in every table. */
async function oldDatabase(dataDir: string, bin: string): Promise<Record<string, string>> {
  const folder = path.join(dataDir, 'postgres');
  const user = chooseUser(folder);
  mkdirSync(folder, { mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  const command = `-D ${folder} -U postgres -A reject --no-sync --encoding=UTF8 --locale=C --data-checksums`;
  const options = { ...user, cwd: folder, stdio: 'ignore' as const };
  execFileSync(path.join(bin, 'initdb'), command.split(' '), options);
  const old = await startOlderPostgres(folder, bin);
  try {
    await provideLogin(old.connection, EMBEDDED_LOGIN);
    await migrate(old.connection, EMBEDDED_LOGIN);
    const client = new pg.Client(old.connection);
    await client.connect();
    await fillGlobalTables(client);
    await fillTenant(client, 'one');
    await fillTenant(client, 'two');
    await client.end();
    return await digests(old.connection);
  } finally {
    await old.stop();
  }
}

test.each(OLDER)(
  'moves every row from $name to the embedded database and keeps the old folder',
  async ({ bin }) => {
    const dataDir = newDataDir();
    const before = await oldDatabase(dataDir, bin);
    const major = bin.split('/')[4];
    const at = (name: string) => path.join(dataDir, name);

    const wrong = await run(dataDir, '--old-bin', '/nowhere');
    expect(wrong.code).toBe(1);
    expect(wrong.said).toContain('The program postgres was not found in /nowhere');
    expect(readFileSync(at('postgres/PG_VERSION'), 'utf8').trim()).toBe(major);

    const done = await run(dataDir);
    expect(done, done.said).toMatchObject({ code: 0 });
    expect(done.said).toContain(`The old folder is ${at(`postgres-${major}`)}`);
    expect(readFileSync(at(`postgres-${major}/PG_VERSION`), 'utf8').trim()).toBe(major);
    expect(existsSync(at('postgres.upgrading'))).toBe(false);

    const server = await startEmbeddedPostgres({ dataDir: at('postgres') });
    try {
      expect(await digests(server.connection)).toEqual(before);
      // The following steps are those that the next server start performs.
      await migrate(server.connection, EMBEDDED_LOGIN);
      const login = { ...server.connection, user: EMBEDDED_LOGIN, options: '-c role=countersign_app' };
      expect(await query(login, 'select count(*)::int as seen from documents')).toEqual([{ seen: 0 }]);
    } finally {
      await server.stop();
    }
    expect(await run(dataDir)).toEqual({
      code: 0,
      said: "The database already has this server's PostgreSQL version. There is nothing to do.",
    });

    // This is the state after a power cut between the two renames. No server starts in this state, and the command
    // finishes the move.
    renameSync(at('postgres'), at('postgres.upgrading'));
    writeFileSync(at('upgrading-database'), `${major}\n`);
    const refused = runMain({ DATA_DIR: dataDir });
    expect(await refused.exited).toBe(78);
    expect(refused.said()).toContain('npm start -- upgrade-database');
    expect((await run(dataDir)).code).toBe(0);
    expect(existsSync(at('postgres/PG_VERSION'))).toBe(true);
    expect(existsSync(at('upgrading-database'))).toBe(false);
  },
  LIMIT_MS,
);

test('moves no rows if the folder contains no database, if its PostgreSQL version is too new, or if the specified programs have a different version', async () => {
  const dataDir = newDataDir();
  expect(await run(dataDir)).toMatchObject({ code: 1, said: expect.stringContaining('contains no database') });
  mkdirSync(path.join(dataDir, 'postgres'));
  writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '99\n');
  expect(await run(dataDir)).toMatchObject({ code: 1, said: expect.stringContaining('includes the older PostgreSQL') });
  writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '14\n');
  const [embedded] = postgresPrograms();
  const other = await run(dataDir, '--old-bin', embedded?.bin ?? '');
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining('needs PostgreSQL 14') });
  expect((await run(dataDir, '--new-bin', 'x')).code).toBe(64);
});
