/**
 * Kills the embedded database while the server is running. The database is restarted, no acknowledged work is lost, and
 * jobs and live updates continue. If the database keeps crashing, the server exits and states the reason.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ApiError, isCode } from '@countersign/client';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { processesIn } from '../../src/platform/adapters/embedded-postgres/processes.ts';
import { runMain } from '../start/run-main.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { Listener } from '../support/event-listener.ts';
import { until } from '../support/until.ts';
import { Envelope, expectFinished, expectKept, expectNothingLeft, type Sender, setUp } from './envelopes.ts';

/** The test starts complete servers, each of which takes several seconds when every core is busy. */
const LIMIT_MS = 180_000;
const PATIENCE_MS = 60_000;

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-database-'));
  dataDir = path.join(folder, 'data');
  await copyDataFolder(dataDir);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start() {
  const server = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMIT_ADDRESS: '1000000000' });
  const url = await server.listening();
  const token = await until('the setup link', () => /\/setup#(\S+)/.exec(server.said())?.[1], PATIENCE_MS);
  return { server, url, sender: await setUp(url, token) };
}
/**
 * Returns the process ID of the database. Returns NaN if no process is running, because each start first deletes the
 * PID file of the previous process.
 */
const postmaster = () => {
  try {
    return Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
};
const health = async (url: string) => (await fetch(`${url}/api/health/database`)).status;

async function listen(url: string, bearer: string): Promise<Listener> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const headers = { authorization: `Bearer ${bearer}`, accept: 'text/event-stream' };
  return new Listener(await fetch(`${url}/v1/api/events`, { headers, signal: abort.signal }), abort);
}

/** Whether only scheduled jobs are waiting. */
async function isIdle(database: string): Promise<boolean> {
  const host = readFileSync(path.join(database, 'postmaster.pid'), 'utf8').split('\n')[4];
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query(`select from jobs where lane <> 'timer'`)).rowCount === 0;
  } finally {
    await client.end();
  }
}

/** Finishes the envelope despite error responses, which are added to `errors`. */
async function finish(envelope: Envelope, sender: Sender, url: string, errors: ApiError[]): Promise<void> {
  while (!envelope.done) {
    await envelope.advance(sender).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || isCode(error, 'NETWORK')) throw error;
      errors.push(error);
      await until('the database to respond', async () => (await health(url)) === 200, PATIENCE_MS);
    });
  }
}

test(
  'restarts the database after a kill under load, loses no acknowledged work, and resumes jobs and live updates',
  { timeout: LIMIT_MS },
  async () => {
    const { server, url, sender } = await start();
    const listener = await listen(url, sender.bearer);
    const envelopes = Array.from({ length: 8 }, (_, number) => new Envelope(`load-${number}`, 2));
    const errors: ApiError[] = [];
    const finished = Promise.all(envelopes.map((envelope) => finish(envelope, sender, url, errors)));
    const signatures = () => envelopes.reduce((sum, { acknowledged }) => sum + acknowledged.signed.size, 0);
    for (const progress of [3, 10]) {
      await until('signatures', () => signatures() >= progress, PATIENCE_MS);
      // Stopped backends survive their postmaster and keep their connections.
      const [dead, ...backends] = [postmaster(), ...processesIn(path.join(dataDir, 'postgres'))];
      for (const pid of backends) if (pid !== dead) process.kill(pid, 'SIGSTOP');
      process.kill(dead, 'SIGKILL');
      const began = performance.now();
      await until('the health check to report the outage', async () => (await health(url)) === 503, PATIENCE_MS);
      await until('the database to respond', async () => (await health(url)) === 200, PATIENCE_MS);
      console.log(`back after ${(performance.now() - began).toFixed(0)} ms`);
      for (const envelope of envelopes) await expectKept(envelope, sender);
    }
    await finished;
    for (const envelope of envelopes) await expectFinished(envelope, sender);
    const ids = envelopes.map(({ acknowledged }) => acknowledged.id ?? '').toSorted();
    const completed = () => listener.events.filter(({ type }) => type === 'document.completed');
    await until('the last live update', () => completed().length >= ids.length, PATIENCE_MS);
    expect(listener.isOver).toBe(false);
    expect(
      completed()
        .map(({ data }) => /doc_\w+/.exec(JSON.stringify(data))?.[0] ?? '')
        .toSorted(),
    ).toEqual(ids);
    // Every failed request got a 503, which tells the client to repeat the request.
    expect(errors.filter(({ status }) => status !== 503)).toEqual([]);
    await until('the last job to end', () => isIdle(path.join(dataDir, 'postgres')), PATIENCE_MS);
    server.child.kill('SIGTERM');
    expect(await server.exited, server.logged()).toBe(0);
    await expectNothingLeft(dataDir);
  },
);

test(
  'exits with code 69 and one log line if the database is killed three times within a minute',
  { timeout: LIMIT_MS },
  async () => {
    const { server, url } = await start();
    for (let round = 0; round < 3; round += 1) {
      const dead = postmaster();
      process.kill(dead, 'SIGKILL');
      if (round < 2)
        await until(
          'the next database process',
          async () => (await health(url)) === 200 && postmaster() > 0 && postmaster() !== dead,
          PATIENCE_MS,
        );
    }
    expect(await server.exited).toBe(69);
    // The third database process may be killed while it is still starting.
    expect(server.said().trimEnd().split('\n').at(-1)).toMatch(
      /^countersign: The database stopped 3 times within a minute: PostgreSQL (?:stopped unexpectedly|did not start)/,
    );
  },
);
