import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './index.ts';
import { isAlive, processesIn } from './processes.ts';
import { DATABASE_USER } from './run-as.ts';

// A folder below one that only its owner can access, like a folder from `mktemp -d` or a clone below /root. A
// PostgreSQL that runs as another user usually cannot reach it.
let folder: string;
/** The data folder of a server that was stopped after its first start. Later tests copy it, because initdb is slow. */
let prepared: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-pg-'));
  prepared = path.join(folder, 'prepared');
  await (await startEmbeddedPostgres({ dataDir: prepared, durable: false })).stop();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('data folder', () => {
  test('creates the data folder on the first start, keeps committed data after a stop, and accepts connections only over its socket', async () => {
    const dataDir = path.join(folder, 'first', 'postgres');
    const first = await start({ dataDir });
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await vi.waitFor(() => expect(isAlive(first.pid)).toBe(false), { timeout: 20_000 });

    const second = await start({ dataDir });
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(
      await query(
        second,
        "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses') ORDER BY name",
      ),
    ).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
    // `lower` must not depend on the locales of the machine, and must work beyond ASCII.
    expect(await query(second, "SELECT lower('ÄÖŁ') AS lower")).toEqual([{ lower: 'äöł' }]);
  });

  test('accepts one server at a time and reports its process ID to a second server', async () => {
    const dataDir = existing('shared');
    const first = await start({ dataDir, durable: false });
    await expect(start({ dataDir, durable: false })).rejects.toMatchObject({
      code: 'in_use',
      message: expect.stringContaining(`process ${process.pid}`),
    });
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('creates the data folder once if two servers start for the first time simultaneously', async () => {
    const dataDir = path.join(folder, 'race');
    const starts = await Promise.allSettled([start({ dataDir, durable: false }), start({ dataDir, durable: false })]);
    expect(starts.map((settled) => settled.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(readdirSync(folder).filter((name) => name.startsWith('race'))).toEqual(['race']);
  });

  test('removes the partial data folder that a killed first start left behind', async () => {
    const dataDir = path.join(folder, 'halfway');
    // No process has this ID, because it is above the kernel's limit.
    const abandoned = `${dataDir}.init-4194305-0badcafe`;
    mkdirSync(abandoned);
    writeFileSync(path.join(abandoned, 'PG_VERSION'), '18\n');
    await start({ dataDir, durable: false });
    expect(readdirSync(folder).filter((name) => name.startsWith('halfway'))).toEqual(['halfway']);
  });

  test('starts even if the PID file contains the ID of another process', async () => {
    const dataDir = existing('reused');
    const first = await start({ dataDir, durable: false });
    await first.stop();
    writeFileSync(path.join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
    const second = await start({ dataDir, durable: false });
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test("rejects a data folder with other content or another version's data, and leaves it unchanged", async () => {
    const foreign = path.join(folder, 'foreign');
    mkdirSync(foreign);
    writeFileSync(path.join(foreign, 'thesis.txt'), 'three years of work');
    await expect(start({ dataDir: foreign })).rejects.toMatchObject({ code: 'not_a_database_folder' });
    expect(readdirSync(foreign)).toEqual(['thesis.txt']);

    writeFileSync(path.join(foreign, 'PG_VERSION'), '9.6\n');
    await expect(start({ dataDir: foreign })).rejects.toMatchObject({ code: 'wrong_version' });
    const below = path.join(foreign, 'thesis.txt', 'postgres');
    await expect(start({ dataDir: below })).rejects.toMatchObject({ code: 'folder_unusable' });
  });
});

test('keeps all acknowledged commits and stops PostgreSQL after kill -9 of the server, five times in a row', async () => {
  const dataDir = existing('killed');
  let acknowledged = 0;
  for (let round = 1; round <= 5; round += 1) {
    const killed = await writeThenKill(dataDir, 40 * round);
    expect(killed.last).toBeGreaterThan(acknowledged);
    acknowledged = killed.last;

    // The new server starts immediately, while the old PostgreSQL may still be shutting down.
    const postgres = await start({ dataDir });
    expect(isAlive(killed.postmaster)).toBe(false);
    const [rows] = await query(postgres, 'SELECT count(*)::int AS count, max(number) AS last FROM written');
    expect(rows?.['last']).toBeGreaterThanOrEqual(acknowledged);
    expect(rows?.['count']).toBe(rows?.['last']);
    acknowledged = Number(rows?.['last']);
    await postgres.stop();
  }

  const { postmaster } = await writeThenKill(dataDir, 10);
  await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 20_000, interval: 20 });
  // Starting and stopping PostgreSQL again removes the files that the killed server left in the temporary folder.
  await (await start({ dataDir })).stop();
}, 60_000);

describe('PostgreSQL that exits unexpectedly', () => {
  test('restarts PostgreSQL within seconds, at the same address and with all committed data, even if a backend hangs', async () => {
    const dataDir = existing('ended');
    const reports: string[] = [];
    const postgres = await start({ dataDir, report: (message) => void reports.push(message) });
    await query(postgres, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const hung = new pg.Client(postgres.connection);
    hung.on('error', () => undefined);
    await hung.connect();
    const backend = await hung.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(backend.rows[0]?.pid ?? 0, 'SIGSTOP');

    const dead = postgres.pid;
    process.kill(dead, 'SIGKILL');
    const rows = await vi.waitFor(() => query(postgres, 'SELECT answer FROM kept'), { timeout: 20_000, interval: 20 });
    expect(rows).toEqual([{ answer: 42 }]);
    expect(postgres.pid).not.toBe(dead);
    expect(processesIn(dataDir)).not.toContain(backend.rows[0]?.pid);
    expect(reports).toEqual(['PostgreSQL stopped unexpectedly (killed by a signal); restarting it']);
    await hung.end();
  });

  test('does not restart PostgreSQL after three exits within a minute, and reports the reason in one line', async () => {
    const dataDir = existing('ended-often');
    const postgres = await start({ dataDir, durable: false });
    for (let round = 0; round < 3; round += 1) {
      const { pid } = postgres;
      process.kill(pid, 'SIGKILL');
      if (round < 2) await vi.waitFor(() => expect(postgres.pid).not.toBe(pid), { timeout: 20_000, interval: 20 });
    }
    const error = await postgres.gaveUp;
    expect(error).toMatchObject({
      code: 'gave_up',
      message: 'The database stopped 3 times within a minute: PostgreSQL stopped unexpectedly (killed by a signal)',
    });
    await postgres.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });
});

describe('stopping PostgreSQL', () => {
  test('stops or kills PostgreSQL even if its processes are suspended', { timeout: 30_000 }, async () => {
    const dataDir = existing('stopped');
    const first = await start({ dataDir, durable: false });
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    for (const pid of processesIn(dataDir)) process.kill(pid, 'SIGSTOP');
    await first.stop();
    expect(processesIn(dataDir)).toEqual([]);

    const second = await start({ dataDir, durable: false });
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    for (const pid of processesIn(dataDir)) process.kill(pid, 'SIGSTOP');
    second.kill();
    await vi.waitFor(() => expect(processesIn(dataDir)).toEqual([]), { timeout: 20_000 });
  });
});

test('starts PostgreSQL in a copy of the data folder, without disturbing the server in the original folder', async () => {
  const dataDir = existing('original');
  const original = await start({ dataDir, durable: false });
  await query(original, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await original.stop();
  const copy = path.join(folder, 'copy');
  execFileSync('cp', ['-r', dataDir, copy]);
  const again = await start({ dataDir, durable: false });
  // The lock file then names the socket that the original server is using, as it does in a copy of a running server's
  // folder.
  copyFileSync(path.join(dataDir, 'server.lock'), path.join(copy, 'server.lock'));
  // A copy made by root belongs to root, and some tools leave it accessible to others.
  chmodSync(copy, 0o755);

  expect(await query(await start({ dataDir: copy, durable: false }), 'SELECT answer FROM kept')).toEqual([
    { answer: 42 },
  ]);
  expect(await query(again, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

if (process.getuid?.() === 0)
  describe('PostgreSQL started by root', () => {
    const owner = (name: string) => statSync(name).uid;

    test('runs PostgreSQL as a dedicated system user, and takes over a folder that belongs to the user nobody', async () => {
      const dataDir = path.join(folder, 'of-nobody');
      const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
      const first = await start({ dataDir, durable: false });
      const uid = Number(execFileSync('id', ['-u', DATABASE_USER], { encoding: 'utf8' }));
      expect(owner(dataDir)).toBe(uid);
      expect(owner(`/proc/${first.pid}`)).toBe(uid);
      expect(statSync(first.connection.host)).toMatchObject({ uid, mode: 0o040700 });
      await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();

      execFileSync('chown', ['-R', String(nobody), dataDir]);
      const second = await start({ dataDir, durable: false });
      expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      expect(owner(path.join(dataDir, 'base'))).toBe(uid);
      expect(owner(`/proc/${second.pid}`)).toBe(uid);
    });

    test('never changes the owner of a hard-linked file or of the target of a symbolic link', async () => {
      const dataDir = existing('planted');
      await (await start({ dataDir, durable: false })).stop();
      const [foreign, linked] = [path.join(folder, 'foreign-file'), path.join(folder, 'linked-file')];
      for (const name of [foreign, linked]) writeFileSync(name, 'of root');
      symlinkSync(linked, path.join(dataDir, 'symbolic'));
      await (await start({ dataDir, durable: false })).stop();
      expect(owner(linked)).toBe(0);
      linkSync(foreign, path.join(dataDir, 'hard'));
      await expect(start({ dataDir, durable: false })).rejects.toMatchObject({ code: 'folder_unusable' });
      expect(owner(foreign)).toBe(0);
    });
  });

/** Returns a copy of the prepared data folder with the same owners and modes. */
function existing(name: string): string {
  const dataDir = path.join(folder, name);
  execFileSync('cp', ['-a', prepared, dataDir]);
  return dataDir;
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options);
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function query(postgres: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs the writer until `commits` more commits are acknowledged, then kills it during the next one. */
async function writeThenKill(dataDir: string, commits: number): Promise<{ postmaster: number; last: number }> {
  const writer = spawn(process.execPath, [path.join(import.meta.dirname, 'crash-writer.fixture.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => writer.once('exit', resolve));
  const numbers: number[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    if (numbers.push(Number(line)) === commits + 1) writer.kill('SIGKILL');
  }
  await ended;
  return { postmaster: numbers[0] ?? 0, last: numbers.at(-1) ?? 0 };
}
