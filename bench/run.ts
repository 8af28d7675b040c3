/**
 * `npm run bench` measures the engine and the main job as medians in one run, and compares the main job with the best
 * open competitor (Documenso 2.17, measured on an idle machine like this one). Absolute figures vary between runs, so
 * compare ratios and repeat runs. `-- NAME` runs only a part, such as `-- engine`, `-- reads` or `-- million` (the
 * names are in SECTIONS, below), `--quick` gives a first impression, `--record` stores the figures in history.jsonl,
 * and `-- compare A B` compares two commits (compare.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as api from '@countersign/client/operations';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { startServerProcess } from '../apps/server/src/demo/server-process.ts';
import { provideBundle } from '../scripts/run-vitest.ts';
import { apiPath } from './api-path.ts';
import { runEnvelope, type EnvelopeTimes, sendEnvelope, signEnvelope } from './envelope.ts';
import { Connection, multipart, Refused } from './http-client.ts';
import { peakDuring, residentMemory, settledMemory, treeMemory } from './memory.ts';
import { measureBackup } from './backup.ts';
import { measureBulkSend } from './bulk-send.ts';
import { measureBytes } from './bytes.ts';
import { showCapacity } from './capacity.ts';
import { compare } from './compare.ts';
import { measureConcurrency } from './concurrency.ts';
import { measureCost } from './cost.ts';
import { cpuMs } from './cpu.ts';
import { measureEngine } from './engine.ts';
import { measureEncryption, measureS3 } from './files.ts';
import { measureFirewall } from './firewall.ts';
import { measureGraphql } from './graphql.ts';
import { record } from './history.ts';
import { measureLimits } from './limits.ts';
import { measureMillion } from './million/measure.ts';
import { millionSizes, prepare } from './million/prepare.ts';
import { measureOverload } from './overload.ts';
import { largePdf } from './pdf.ts';
import { measurePages } from './pages.ts';
import { atLeast, atMost, median, quantile, report, summary } from './report.ts';
import { measureProcesses } from './processes.ts';
import { measureStages } from './stages.ts';
import { mailDelivered, startSubject, type Subject } from './subject.ts';
import { measureWebhooks } from './webhooks.ts';
import { measureMachine } from './yardstick.ts';

const QUICK = process.argv.includes('--quick');
const SECONDS = QUICK ? 3 : 10;
const LARGE = 49 * 1024 * 1024;
const REFUSED_PAUSE_MS = 250;

/**
 * Runs `count` concurrent callers for a while, each on a separate connection. Returns the rate per second and the time
 * of each request.
 */
async function load(
  url: string,
  count: number,
  seconds: number,
  once: (connection: Connection, n: number) => Promise<void>,
): Promise<{ rate: number; times: number[] }> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(url)));
  const times: number[] = [];
  const begun = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - begun < seconds * 1000) {
        const before = performance.now();
        await once(connection, times.length);
        times.push(performance.now() - before);
      }
    }),
  );
  const rate = times.length / ((performance.now() - begun) / 1000);
  for (const connection of connections) connection.close();
  return { rate, times };
}

async function measureStarts(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-start-'));
  const first = await startServerProcess({ dataDir });
  report('first start, to listening', first.startMs, 'ms', { target: atMost(6000) });
  await first.stop();
  const again: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const next = await startServerProcess({ dataDir });
    again.push(next.startMs);
    if (i === 2) {
      report('idle memory, server and database', await settledMemory(next.child.pid ?? 0), 'MiB', {
        target: atMost(250),
      });
    }
    await next.stop();
  }
  report('later start, to listening', median(again), 'ms', { target: atMost(1500) });
  report('start after kill -9, to listening (worst of 5)', Math.max(...(await startsAfterKills(dataDir))), 'ms', {
    target: atMost(5000),
  });
  await rm(dataDir, { recursive: true, force: true });
}

/** Measures how long a start takes while the database of a killed server is still running. */
async function startsAfterKills(dataDir: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const server = await startServerProcess({ dataDir });
    if (i > 0) times.push(server.startMs);
    if (i === 5) await server.stop();
    else {
      const ended = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      await ended;
    }
  }
  return times;
}

async function series(subject: Subject, pdf: Buffer, count: number, name: string): Promise<EnvelopeTimes[]> {
  const connection = await Connection.open(subject.server.url);
  const rows: EnvelopeTimes[] = [];
  for (let i = 0; i < count; i += 1) rows.push(await runEnvelope(connection, subject.credentials, pdf, `${name}${i}`));
  connection.close();
  return rows;
}

/**
 * Measures only the sign request. Documents are sent to two signers each, and their e-mails are delivered before the
 * first person signs, as in real use. The work after the last signature is measured with the envelopes.
 */
async function signSeries(subject: Subject, pdf: Buffer, count: number, name: string): Promise<number[]> {
  const connection = await Connection.open(subject.server.url);
  const waiting = [];
  for (let i = 0; i < count; i += 1)
    waiting.push(
      await sendEnvelope(connection, subject.credentials, pdf, { people: [`${name}${i}-a`, `${name}${i}-b`] }),
    );
  await mailDelivered(subject.database);
  const times: number[] = [];
  for (const { documentId, tokens } of waiting) {
    const before = performance.now();
    await signEnvelope(connection, documentId, tokens[0] ?? '');
    times.push(performance.now() - before);
  }
  connection.close();
  return times;
}

async function measureEnvelopes(subject: Subject): Promise<void> {
  const small = samplePdf();
  const large = largePdf(LARGE);
  await series(subject, small, QUICK ? 30 : 100, 'warm');
  const one = await series(subject, small, QUICK ? 50 : 200, 'one');
  const big = await series(subject, large, QUICK ? 5 : 15, 'big');
  const signSmall = median(await signSeries(subject, small, QUICK ? 40 : 150, 'small'));
  const signLarge = median(await signSeries(subject, large, QUICK ? 5 : 12, 'large'));
  report('sign request, 1 page, p50 (as the client sees it)', signSmall, 'ms', { target: atMost(6) });
  report('sign request, 49 MB, p50', signLarge, 'ms');
  report('sign request, 49 MB : 1 page', signLarge / signSmall, 'x', { target: atMost(1.3) });
  report('last signature to sealed file, p50', median(one.map(({ sealed }) => sealed)), 'ms', {
    target: atMost(30),
    beside: 'peer: 223 ms',
  });
  report('one envelope alone, p50', median(one.map(({ total }) => total)), 'ms', {
    target: atMost(60),
    beside: 'peer: 464 ms',
  });
  report('one 49 MB envelope alone, p50', median(big.map(({ total }) => total)), 'ms', {
    target: atMost(800),
    beside: 'peer: 6.6 s',
  });
  const { rate, times } = await load(subject.server.url, 8, SECONDS, async (connection, n) => {
    await runEnvelope(connection, subject.credentials, small, `load${n}-${Math.random().toString(36).slice(2)}`);
  });
  report('envelopes a second at concurrency 8', rate, '/s', {
    target: atLeast(50),
    beside: 'peer: 3.9 /s, without any time-stamp',
  });
  report('envelope at concurrency 8, p99', quantile(times, 0.99), 'ms');
}

async function measureReads(subject: Subject): Promise<void> {
  const { key, tenantId } = subject.credentials;
  const headers = { authorization: `Bearer ${key}` };
  const [document] = await subject.client.list();
  if (!document) throw new Error('there is no document to read');
  const bare = await startBareServer(subject, tenantId);
  const get = (path: string, send: Record<string, string>) => async (connection: Connection) => {
    const { status } = await connection.request('GET', path, send);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  const statusOf = (url: string, path: string, send: Record<string, string>) =>
    load(url, 32, SECONDS / 2, get(path, send));
  // The two servers are measured alternately, so that noise affects both equally.
  const ours: number[] = [];
  const yardstick: number[] = [];
  const [oursCpu, yardstickCpu]: [number[], number[]] = [[], []];
  for (let round = 0; round < 4; round += 1) {
    const own = await worked(subject.server.child.pid, () =>
      statusOf(subject.server.url, apiPath(api.getDocumentStatus, { params: { id: document.id } }), headers),
    );
    const other = await worked(bare.pid, () => statusOf(bare.url, `/status/${document.id}`, {}));
    ours.push(own.rate);
    yardstick.push(other.rate);
    oursCpu.push(own.cpu);
    yardstickCpu.push(other.cpu);
  }
  // The main figure is the rate, which includes the work of the database and the client. The processor time reported
  // here includes only the server's own work.
  const [cpu, bareCpu] = [median(oursCpu), median(yardstickCpu)];
  report('status, processor of the server for each', cpu, 'ms', {
    beside: `without access checks and rate limits: ${bareCpu.toFixed(3)} ms`,
  });
  report('status at concurrency 32', median(ours), '/s', { target: undefined, beside: 'peer: 110 /s' });
  report('the same statements without access checks and rate limits', median(yardstick), '/s');
  report('status : without access checks and rate limits', median(ours) / median(yardstick), 'x', {
    target: atLeast(0.6),
  });
  const list = await load(
    subject.server.url,
    32,
    SECONDS,
    get(apiPath(api.listDocuments, { query: { pageSize: '20' } }), headers),
  );
  report('list of 20 at concurrency 32', list.rate, '/s', { target: atLeast(2500), beside: 'peer: 115 /s' });
  bare.stop();
}

/** Runs a load and measures the CPU time of the process per request in milliseconds. */
async function worked<T extends { times: number[] }>(
  pid: number | undefined,
  run: () => Promise<T>,
): Promise<T & { cpu: number }> {
  const before = await cpuMs(pid ?? 0);
  const result = await run();
  return { ...result, cpu: ((await cpuMs(pid ?? 0)) - before) / result.times.length };
}

async function startBareServer(
  subject: Subject,
  tenantId: string,
): Promise<{ url: string; pid: number | undefined; stop: () => void }> {
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(subject.database), tenantId], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      const found = /listens on (\S+)/.exec(chunk.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error('the bare server did not start')));
  });
  return { url, pid: child.pid, stop: () => child.kill('SIGTERM') };
}

/**
 * Measures on separate servers, because memory allocated by earlier work would hide the memory that this work needs.
 */
async function measureMemory(): Promise<void> {
  await onFreshSubject(async (subject) => {
    const small = samplePdf();
    await series(subject, small, 10, 'warm');
    const { peak } = await peakDuring(
      () => treeMemory(subject.server.child.pid ?? 0),
      () =>
        load(subject.server.url, 8, SECONDS / 2, async (connection, n) => {
          await runEnvelope(connection, subject.credentials, small, `m${n}-${Math.random().toString(36).slice(2)}`);
        }),
    );
    report('peak memory at eight envelopes at once', peak, 'MiB', {
      target: atMost(350),
      beside: 'peer: 0.86 GB, without its database',
    });
  });
  await onFreshSubject(async (subject) => {
    const files = [0, 20, 0, LARGE / 2 ** 20, 0, 35].map((size) =>
      size === 0 ? samplePdf() : largePdf(size * 2 ** 20),
    );
    const { peak } = await peakDuring(
      () => treeMemory(subject.server.child.pid ?? 0),
      () =>
        load(subject.server.url, 8, SECONDS, async (connection, n) => {
          const pdf = files[n % files.length] ?? samplePdf();
          await runEnvelope(connection, subject.credentials, pdf, `x${n}-${Math.random().toString(36).slice(2)}`).catch(
            refusedForLoad,
          );
        }),
    );
    // docs/operate/installation.md states this requirement for a machine or container.
    report('peak memory at eight envelopes at once, half of 20 to 49 MB', peak, 'MiB', { target: atMost(512) });
  });
  await onFreshSubject(async (subject) => {
    const pid = subject.server.child.pid ?? 0;
    await series(subject, samplePdf(), 3, 'warm');
    const before = await residentMemory(pid);
    const { contentType, body } = multipart(largePdf(LARGE), 'large.pdf');
    const headers = { authorization: `Bearer ${subject.credentials.key}`, 'content-type': contentType };
    const upload = async () => {
      const connection = await Connection.open(subject.server.url);
      const { status } = await connection.request('POST', apiPath(api.uploadDocument, {}), headers, body);
      connection.close();
      if (status !== 201) throw new Error(`upload: ${status}`);
    };
    const { peak } = await peakDuring(
      () => residentMemory(pid),
      () => Promise.all(Array.from({ length: 4 }, upload)),
    );
    report('memory growth per upload with four concurrent 49 MB uploads', (peak - before) / 4, 'MiB', {
      target: atMost(60),
    });
  });
}

/**
 * A server may refuse concurrent large files with a request to retry, because they take longer than the time limit. The
 * callers of the bench retry.
 */
async function refusedForLoad(error: unknown): Promise<void> {
  if (!(error instanceof Refused)) throw error;
  await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS));
}

async function onFreshSubject(work: (subject: Subject, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-memory-'));
  const subject = await startSubject(dataDir);
  try {
    await work(subject, dataDir);
  } finally {
    await subject.server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The parts of the bench by name. A run without a name consists of the parts in `WHOLE`. */
const SECTIONS = {
  engine: async () => {
    await measureEngine(QUICK);
    measureFirewall();
  },
  starts: measureStarts,
  envelopes: () =>
    onFreshSubject(async (subject) => {
      await measureEnvelopes(subject);
      await measureReads(subject);
    }),
  cost: () => measureCost(QUICK),
  concurrency: () => measureConcurrency(QUICK),
  /** Not included in a full run, because it needs `taskset` and two idle cores. */
  processes: () => measureProcesses(QUICK),
  memory: measureMemory,
  webhooks: () => measureWebhooks(QUICK),
  'bulk-send': () => measureBulkSend(QUICK),
  overload: () => measureOverload(QUICK),
  /** Not included in a full run, because generating the data takes minutes. */
  backup: () => measureBackup(QUICK),
  bytes: () => onFreshSubject((subject, dataDir) => measureBytes(subject, dataDir, QUICK)),
  limits: () => measureLimits(QUICK),
  encryption: () => measureEncryption(QUICK),
  s3: () => measureS3(QUICK),
  graphql: () => measureGraphql(QUICK),
  pages: () => measurePages(QUICK),
  firewall: async () => measureFirewall(),
  reads: () =>
    onFreshSubject(async (subject) => {
      await series(subject, samplePdf(), 20, 'read');
      await measureReads(subject);
    }),
  /** Not included in a full run, because it is a profile and not a comparison. */
  stages: () => measureStages(QUICK),
  /** Fills the installations that `list` and `million` measure, or continues an interrupted fill. */
  fill: async () => {
    for (const sizes of millionSizes(QUICK)) await prepare(sizes);
  },
  list: () => measureMillion(QUICK, false),
  million: () => measureMillion(QUICK, true),
} satisfies Record<string, () => Promise<void>>;
type Section = keyof typeof SECTIONS;
const isSection = (name: string): name is Section => Object.hasOwn(SECTIONS, name);

const WHOLE: readonly Section[] = [
  'engine',
  'starts',
  'envelopes',
  'cost',
  'concurrency',
  'memory',
  'webhooks',
  'bulk-send',
  'overload',
  'bytes',
  'limits',
  'encryption',
  's3',
  'graphql',
  'pages',
];

const OPTIONS: ReadonlySet<string> = new Set(['--quick', '--record']);

/** Returns the requested parts. An unknown name or option ends the run before it starts. */
function sectionsAsked(): readonly Section[] {
  const named = process.argv.slice(2).filter((argument) => !OPTIONS.has(argument));
  const unknown = named.filter((name) => !isSection(name));
  if (unknown.length > 0) {
    console.error(
      `There is no part of the bench called ${unknown.join(', ')}. Parts: ${Object.keys(SECTIONS).join(', ')}. Options: ${[...OPTIONS].join(', ')}. To compare two commits: compare.`,
    );
    process.exit(2);
  }
  return named.length > 0 ? named.filter(isSection) : WHOLE;
}

if (process.argv[2] === 'capacity') {
  showCapacity();
  process.exit(0);
}
if (process.argv[2] === 'compare') process.exit(await compare(process.argv.slice(3)));
const sections = sectionsAsked();
console.log(`Countersign bench, Node ${process.version}, ${new Date().toISOString()}\n`);
// Servers are measured as `npm start` starts them after an installation.
await provideBundle();
await measureMachine('before');
for (const name of sections) await SECTIONS[name]();
await measureMachine('after');
console.log(summary());
if (process.argv.includes('--record')) record({ quick: QUICK, at: new Date() });
process.exit(0);
