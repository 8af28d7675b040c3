/**
 * `npm run bench -- stages` shows where the server's main thread spends its CPU time, for an envelope, a signature, a
 * status request, a list request and a first webhook attempt. The profiler samples the running server, and each sample
 * is assigned to the part of the code that is running. Functions of Node are assigned to the code that called them.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as api from '@countersign/client/operations';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { apiPath } from './api-path.ts';
import { cpuMs } from './cpu.ts';
import { runEnvelope, sendEnvelope, signEnvelope } from './envelope.ts';
import { Connection } from './http-client.ts';
import { mailDelivered, startSubject, type Subject } from './subject.ts';
import { attempts, Receiver } from './webhooks.ts';

type Node = {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
};
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

const SAMPLE_MICROSECONDS = 400;

/** The first pattern that matches the path of a source file determines its stage. */
const STAGES: readonly (readonly [stage: string, source: RegExp])[] = [
  ['database: protocol and results', /node_modules\/(pg|pg-[a-z]+|postgres-[a-z]+)\/|platform\/(db|unit-of-work)/],
  [
    'HTTP: routes, headers, access log',
    /transport\/|node_modules\/(@?fastify|find-my-way|pino|light-my-request|avvio)/,
  ],
  ['input: schemas of the contract', /packages\/contract\/|node_modules\/zod\//],
  [
    'invoke: credential, rate limit, firewall',
    /platform\/(invoke|limits|overload|firewall)|features\/(api-keys|firewall)/,
  ],
  ['PDF: reading and writing', /packages\/pdf-sign\/|platform\/pdf\//],
  [
    'signatures, keys, certificates, time-stamps',
    /packages\/(pki|pades)\/|platform\/crypto\/|features\/(authority|signing)\//,
  ],
  ['fonts and drawn text', /fontkit|harfbuzz|fonts?\/|features\/appearance/],
  ['deflating stored bytes', /platform\/optimizations\//],
  ['e-mails', /features\/(mail|mailbox|notifications)|packages\/words|node_modules\/(nodemailer|mimetext)/],
  [
    'audit entries and events',
    /platform\/audit\/|packages\/audit-log\/|features\/(document-trail|transparency-log|live-updates)/,
  ],
  ['jobs', /platform\/jobs\//],
  ['files', /platform\/(blobs|adapters\/local-blobs)/],
  ['webhooks', /features\/webhooks|platform\/outgoing|platform\/fetcher/],
  ['use cases and views', /apps\/server\/src\//],
  ['other libraries', /node_modules\//],
];
/** The names that V8 uses for time outside of functions. */
const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['(garbage collector)', 'garbage collection on the main thread'],
  ['(program)', 'Node, V8 and the kernel outside of functions'],
]);

export async function measureStages(quick: boolean): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countersign-stages-'));
  const port = await freePort();
  const receiver = new Receiver();
  const subject = await startSubject(dataDir, {
    WEBHOOK_ALLOW: '127.0.0.0/8',
    NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}`,
  });
  try {
    const pid = subject.server.child.pid ?? 0;
    process.kill(pid, 'SIGUSR1');
    const profiler = await Profiler.open(port);
    const connection = await Connection.open(subject.server.url);
    for (const [name, count, run] of await kindsOf(subject, connection, receiver, quick)) {
      const before = await spentBy(pid);
      const profile = await profiler.during(run);
      const after = await spentBy(pid);
      tell(name, count, profile, { main: after.main - before.main, all: after.all - before.all });
    }
    connection.close();
    profiler.close();
  } finally {
    await subject.server.stop();
    receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns the CPU time of the main thread and of all threads in milliseconds. */
async function spentBy(pid: number): Promise<{ main: number; all: number }> {
  const main = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8');
  return { main: Number(main.split(' ')[0]) / 1e6, all: await cpuMs(pid) };
}

type Kind = readonly [name: string, count: number, run: () => Promise<void>];

async function kindsOf(
  subject: Subject,
  connection: Connection,
  receiver: Receiver,
  quick: boolean,
): Promise<readonly Kind[]> {
  const { credentials, server } = subject;
  const pdf = samplePdf();
  const [warm, envelopes, signatures, reads, events] = quick
    ? [30, 60, 40, 4_000, 2_000]
    : [80, 200, 150, 20_000, 5_000];
  for (let done = 0; done < warm; done += 1) await runEnvelope(connection, credentials, pdf, `warm${done}`);
  const waiting: Awaited<ReturnType<typeof sendEnvelope>>[] = [];
  for (let done = 0; done < signatures; done += 1)
    waiting.push(await sendEnvelope(connection, credentials, pdf, { people: [`a${done}`, `b${done}`] }));
  await mailDelivered(subject.database);
  const headers = { authorization: `Bearer ${credentials.key}` };
  const get = async (address: string) => {
    const connections = await Promise.all(Array.from({ length: 16 }, () => Connection.open(server.url)));
    let left = reads;
    await Promise.all(
      connections.map(async (one) => {
        for (; left > 0; left -= 1) await one.request('GET', address, headers);
        one.close();
      }),
    );
  };
  const status = apiPath(api.getDocumentStatus, { params: { id: waiting[0]?.documentId ?? '' } });
  const list = apiPath(api.listDocuments, { query: { pageSize: '20' } });
  await get(status);
  await get(list);
  return [
    [
      'envelope',
      envelopes,
      async () => {
        for (let done = 0; done < envelopes; done += 1) await runEnvelope(connection, credentials, pdf, `e${done}`);
      },
    ],
    [
      'sign request',
      signatures,
      async () => {
        for (const { documentId, tokens } of waiting) await signEnvelope(connection, documentId, tokens[0] ?? '');
      },
    ],
    ['status', reads, () => get(status)],
    ['list of 20', reads, () => get(list)],
    ['webhook attempt', events, () => attempts(subject, receiver, events)],
  ];
}

/** A client that connects to the inspector of another process. */
class Profiler {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: { profile?: Profile }) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: { profile?: Profile } };
      if (id !== undefined) this.#waiting.get(id)?.(result ?? {});
    });
  }

  static async open(port: number): Promise<Profiler> {
    const [target] = await untilListening(port);
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('the inspector of the server did not answer')));
    });
    const profiler = new Profiler(socket);
    await profiler.#send('Profiler.enable');
    await profiler.#send('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
    return profiler;
  }

  async during(run: () => Promise<void>): Promise<Profile> {
    await this.#send('Profiler.start');
    await run();
    const { profile } = await this.#send('Profiler.stop');
    if (!profile) throw new Error('the inspector returned no profile');
    return profile;
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: object = {}): Promise<{ profile?: Profile }> {
    const id = (this.#last += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

async function untilListening(port: number): Promise<{ webSocketDebuggerUrl: string }[]> {
  for (let tries = 0; ; tries += 1)
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`);
      return (await response.json()) as { webSocketDebuggerUrl: string }[];
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/**
 * Samples are taken at fixed intervals, so a stage's share of the samples is also its share of the main thread's CPU
 * time.
 */
function tell(name: string, count: number, profile: Profile, spent: { main: number; all: number }): void {
  const times = [...timesOf(profile)].toSorted(([, a], [, b]) => b - a);
  const sampled = times.reduce((sum, [, ms]) => sum + ms, 0);
  const [main, all] = [spent.main / count, spent.all / count];
  console.log(`\n${name}: main thread ${main.toFixed(3)} ms, all threads ${all.toFixed(3)} ms`);
  console.log('\n| stage | ms | share |\n|---|---|---|');
  for (const [stage, ms] of times) {
    const share = ms / sampled;
    console.log(`| ${stage} | ${(share * main).toFixed(3)} | ${(100 * share).toFixed(1)} % |`);
  }
}

/** Returns the time spent in each stage, in milliseconds. */
function timesOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const sources = new Sources();
  const stages = new Map<number, string | undefined>();
  const stageOf = (id: number | undefined): string | undefined => {
    const node = id === undefined ? undefined : byId.get(id);
    if (id === undefined || !node) return undefined;
    if (!stages.has(id)) stages.set(id, ownStage(node, sources) ?? stageOf(parents.get(id)));
    return stages.get(id);
  };
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue;
    const stage = stageOf(id) ?? 'Node: sockets, timers and promises without a caller';
    times.set(stage, (times.get(stage) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  }
  return times;
}

function ownStage({ callFrame }: Node, sources: Sources): string | undefined {
  const outside = OUTSIDE.get(callFrame.functionName);
  if (outside !== undefined) return outside;
  const source = sources.of(callFrame);
  return source === undefined ? undefined : STAGES.find(([, pattern]) => pattern.test(source))?.[0];
}

/** Finds the source files of functions in the bundle. */
class Sources {
  readonly #maps = new Map<string, SourceMap | undefined>();

  of({ url, lineNumber, columnNumber }: Node['callFrame']): string | undefined {
    if (!url.startsWith('file:')) return undefined;
    if (!this.#maps.has(url)) this.#maps.set(url, readMap(url));
    const map = this.#maps.get(url);
    if (!map) return fileURLToPath(url);
    const entry = map.findEntry(lineNumber, columnNumber);
    return 'originalSource' in entry ? entry.originalSource : undefined;
  }
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(
      JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
    );
  } catch {
    return undefined;
  }
}
