import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './index.ts';
import { isAlive } from './processes.ts';

// Under a folder only its owner may look into, as `mktemp -d` makes it or a clone below /root lies: the hardest place for a PostgreSQL that runs as somebody else.
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-pg-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a data folder', () => {
  test('is made on the first start, keeps what was committed over a stop, and takes orders over its socket alone', async () => {
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
    // Independent of the machine's locales, and still beyond ASCII.
    expect(await query(second, "SELECT lower('ÄÖŁ') AS lower")).toEqual([{ lower: 'äöł' }]);
  });

  test('serves one server at a time; the second is told who has it', async () => {
    const dataDir = path.join(folder, 'shared');
    const first = await start({ dataDir, durable: false });
    await expect(start({ dataDir, durable: false })).rejects.toMatchObject({
      code: 'in_use',
      message: expect.stringContaining(`process ${process.pid}`),
    });
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is made once when two first starts meet', async () => {
    const dataDir = path.join(folder, 'race');
    const starts = await Promise.allSettled([start({ dataDir, durable: false }), start({ dataDir, durable: false })]);
    expect(starts.map((settled) => settled.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(readdirSync(folder).filter((name) => name.startsWith('race'))).toEqual(['race']);
  });

  test('left half-made by a killed first start is no obstacle and is cleared away', async () => {
    const dataDir = path.join(folder, 'halfway');
    // No process has this number: it is above the kernel's limit.
    const abandoned = `${dataDir}.init-4194305-0badcafe`;
    mkdirSync(abandoned);
    writeFileSync(path.join(abandoned, 'PG_VERSION'), '18\n');
    await start({ dataDir, durable: false });
    expect(readdirSync(folder).filter((name) => name.startsWith('halfway'))).toEqual(['halfway']);
  });

  test('with a pid file whose number now belongs to another process starts all the same', async () => {
    const dataDir = path.join(folder, 'reused');
    const first = await start({ dataDir, durable: false });
    await first.stop();
    writeFileSync(path.join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
    const second = await start({ dataDir, durable: false });
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test("that holds something else, or another version's data, is refused and left as it is", async () => {
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

test('kill -9 of the server loses no acknowledged commit and leaves no PostgreSQL behind, five times over', async () => {
  const dataDir = path.join(folder, 'killed');
  let acknowledged = 0;
  for (let round = 1; round <= 5; round += 1) {
    const killed = await writeThenKill(dataDir, 40 * round);
    expect(killed.last).toBeGreaterThan(acknowledged);
    acknowledged = killed.last;

    // At once, without waiting: the restart has to deal with the old PostgreSQL still on its way out.
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
  // What the last kill left in the temporary folder goes with the next start and stop.
  await (await start({ dataDir })).stop();
}, 60_000);

test('a PostgreSQL that ends unasked is noticed', async () => {
  const postgres = await start({ dataDir: path.join(folder, 'ended'), durable: false });
  process.kill(postgres.pid, 'SIGINT');
  expect(await postgres.exited).toBe(0);
  await postgres.stop();
});

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

/** Runs the writer until it has had `commits` more commits acknowledged, then kills it in the middle of the next. */
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
