import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EarlyStart } from './early-start.ts';
import { startEmbeddedPostgres } from './index.ts';
import { processesIn } from './processes.ts';

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-early-'));
  dataDir = path.join(folder, 'postgres');
  const first = await startEmbeddedPostgres({ dataDir });
  await first.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** PostgreSQL writes a status to postmaster.pid once it accepts connections. */
const untilReady = () =>
  vi.waitFor(() => expect(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8')).toMatch(/\nready\s*$/), {
    timeout: 20_000,
  });

test('passes earlier PostgreSQL messages to the caller that takes over after an early start, and lets that caller stop PostgreSQL', async () => {
  const early = new EarlyStart(dataDir);
  await untilReady();
  const lines: string[] = [];
  const taken = await early.take({ log: (line) => lines.push(line) });
  expect(lines[0]).toContain('starting PostgreSQL');
  expect(lines.at(-1)).toContain('ready to accept connections');
  await early.abandon();
  expect(processesIn(dataDir)).toContain(taken.pid);
  await taken.stop();
  expect(lines.join('\n')).toContain('database system is shut down');
  expect(processesIn(dataDir)).toEqual([]);
});

test('stops PostgreSQL if no caller takes over after the early start', async () => {
  const early = new EarlyStart(dataDir);
  await untilReady();
  await early.abandon();
  expect(processesIn(dataDir)).toEqual([]);
});

test('reports a failed early start of PostgreSQL to the caller that takes over, without affecting a running server', async () => {
  const running = await startEmbeddedPostgres({ dataDir });
  const early = new EarlyStart(dataDir);
  await early.abandon();
  await expect(early.take({})).rejects.toMatchObject({ code: 'in_use' });
  expect(processesIn(dataDir)).toContain(running.pid);
  await running.stop();
});
