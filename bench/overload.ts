/**
 * Applies a load of status requests and envelopes at three times the server's capacity. It measures how many are
 * completed, how long accepted requests take, when invitations arrive, and how quickly the server recovers after the
 * load. All figures are relative to the capacity, which is measured before and after the load.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { sendEnvelope } from './envelope.ts';
import { Connection } from './http-client.ts';
import type { Load, LoadResult } from './load-client.ts';
import { atLeast, atMost, quantile, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

const TIMES = 3;
/**
 * The number of connections: more than the requests in progress at full capacity, but fewer than a machine has ports.
 */
const CONNECTIONS = { status: 512, envelope: 512 };
const AT_CAPACITY = { status: 32, envelope: 8 };
const DRAIN_LIMIT_MS = 180_000;

export async function measureOverload(quick: boolean): Promise<void> {
  const seconds = quick ? 10 : 30;
  for (const what of ['status', 'envelope'] as const) {
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-overload-'));
    const subject = await startSubject(dataDir, { LOG_LEVEL: process.env['BENCH_LOG_LEVEL'] ?? 'error' });
    try {
      await measure(subject, what, seconds);
    } finally {
      await subject.server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}

async function measure(subject: Subject, what: Load['what'], seconds: number): Promise<void> {
  const connection = await Connection.open(subject.server.url);
  const { documentId } = await sendEnvelope(connection, subject.credentials, samplePdf(), { people: ['asked'] });
  connection.close();
  const { key, linkKey, tenantId } = subject.credentials;
  const own = { url: subject.server.url, what, key, linkKey: linkKey.toString('base64'), tenantId, documentId };
  // Warms up the server, because the JIT compiler affects the first few seconds.
  await run({ ...own, connections: AT_CAPACITY[what], seconds: seconds / 2, label: 'warm' });
  await drained(subject.database);
  const atCapacity = async (label: string): Promise<number> => {
    const { done } = await run({ ...own, connections: AT_CAPACITY[what], seconds: seconds / 2, label });
    await drained(subject.database);
    return done;
  };
  const before = await atCapacity('before');
  const serverBefore = await cpuOf(subject.server.child.pid ?? 0);
  const load = { ...own, connections: CONNECTIONS[what], rate: before * TIMES, seconds, label: 'load' };
  const late = await watchOldest(subject.database);
  const during = await run(load);
  const serverCpu = ((await cpuOf(subject.server.child.pid ?? 0)) - serverBefore) / seconds;
  // After the load ends, requests continue at half of the capacity.
  const rate = before / 2;
  const after = await run({ ...own, connections: CONNECTIONS[what], rate, seconds: 12, label: 'after' });
  await drained(subject.database);
  const oldest = await late.stop();
  // On a shared machine, the capacity can change during the measurement.
  const capacity = (before + (await atCapacity('afterwards'))) / 2;
  const name = `${what} at ${TIMES} x capacity`;
  report(`${name}: capacity`, capacity, '/s');
  report(`${name}: goodput : capacity`, during.done / capacity, 'x', { target: atLeast(0.8) });
  report(`${name}: p99 of accepted requests`, quantile(Object.values(during.times).flat(), 0.99), 'ms', {
    target: atMost(2000),
    beside: steps(during),
  });
  report(`${name}: client time-outs`, during.timedOut + during.failed, '', { target: atMost(0) });
  report(`${name}: refused at the first request`, during.refusedFirst / seconds, '/s');
  report(`${name}: refused later`, during.refusedLater / seconds, '/s');
  report(`${name}: not sent, all connections waiting`, during.unsent / seconds, '/s');
  report(`${name}: processor time of the client`, during.cpu, 's/s');
  report(`${name}: processor time of the server`, serverCpu, 's/s', {
    target: undefined,
    beside: 'without its database',
  });
  report(`${name}: to goodput of all that comes, afterwards`, recovery(after, rate), 's', { target: atMost(10) });
  if (what !== 'envelope') return;
  report(`${name}: invitation waited at most`, oldest.invitation ?? 0, 's', { target: atMost(10) });
  for (const lane of ['seal', 'mail', 'certificate']) report(`${name}: ${lane} waited at most`, oldest[lane] ?? 0, 's');
}

/** Returns the first second from which the server completes at least 95 % of the requests in every second. */
function recovery({ doneAt }: LoadResult, rate: number): number {
  const seconds = Array.from({ length: 12 }, (_, n) => doneAt.filter((at) => Math.floor(at / 1000) === n).length);
  return seconds.findLastIndex((count) => count < Math.floor(rate * 0.95)) + 1;
}

const steps = ({ times }: LoadResult): string =>
  Object.entries(times)
    .map(([name, own]) => `${name} ${quantile(own, 0.99).toFixed(0)}`)
    .join(', ');

/**
 * Samples the waiting jobs four times a second. `stop` ends the sampling and returns the longest wait in each queue, in
 * seconds.
 */
async function watchOldest(
  database: pg.ClientConfig,
): Promise<{ stop: () => Promise<Partial<Record<string, number>>> }> {
  const client = new pg.Client(database);
  await client.connect();
  const oldest: Partial<Record<string, number>> = {};
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      const { rows } = await client.query<{ lane: string; age: number }>(
        `select lane, extract(epoch from now() - min(run_at))::float8 as age from jobs
         where state = 'ready' and run_at <= now() group by lane`,
      );
      for (const { lane, age } of rows) oldest[lane] = Math.max(oldest[lane] ?? 0, age);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      isStopped = true;
      await watching;
      await client.end();
      return oldest;
    },
  };
}

async function drained(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const end = performance.now() + DRAIN_LIMIT_MS;
    while (performance.now() < end) {
      const { rows } = await client.query(`select 1 from jobs where state <> 'dead' and run_at <= now() limit 1`);
      if (rows.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await client.end();
  }
}

function run(load: Load): Promise<LoadResult> {
  const script = fileURLToPath(new URL('load-client.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(load)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(Buffer.concat(chunks).toString()) as LoadResult);
      else reject(new Error(`the load ended with ${code}`));
    });
  });
}

/** Returns the seconds of CPU time so far, from /proc. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
