/**
 * Compares GraphQL with REST on one server. It measures the CPU cost of a list of twenty documents with signers,
 * alternately with each API, and the CPU cost of queries that are designed to be expensive. CPU time does not depend on
 * the load of the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@countersign/client/operations';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { HOSTILE_DOCUMENTS } from '../apps/server/test/support/hostile-documents.ts';
import { apiPath } from './api-path.ts';
import { cpuMs } from './cpu.ts';
import { sendEnvelope } from './envelope.ts';
import { type Answer, Connection } from './http-client.ts';
import { atLeast, atMost, median, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

const PATH = '/v1/api/v1/graphql';
const DOCUMENTS = 20;
const ROUNDS = 15;
const HOSTILE_ROUNDS = 9;
const SIGNERS = 'signers { id name email role order status signed_at }';
/** A typical GraphQL query of an integrator, for nearly everything that REST returns. */
const LISTS = {
  'a list of 20 with signers': `{ documents(pageSize: ${DOCUMENTS}) { id title status created_at ${SIGNERS} } }`,
  'a list of 20 with signers, by connection': `{ documentsConnection(first: ${DOCUMENTS}) { nodes { id title status created_at ${SIGNERS} } pageInfo { hasNextPage endCursor } } }`,
};

export async function measureGraphql(quick: boolean): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-graphql-'));
  const subject = await startSubject(dataDir);
  const connection = await Connection.open(subject.server.url);
  try {
    for (let n = 0; n < DOCUMENTS; n += 1)
      await sendEnvelope(connection, subject.credentials, samplePdf(), { people: [`a${n}`, `b${n}`] });
    await measureLists(subject, connection, quick ? 100 : 300);
    await measureHostile(subject, connection);
  } finally {
    connection.close();
    await subject.server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function ask({ credentials: { key } }: Subject, connection: Connection, query: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return connection.request('POST', PATH, headers, Buffer.from(JSON.stringify({ query })));
}

async function measureLists(subject: Subject, connection: Connection, times: number): Promise<void> {
  const { server, credentials } = subject;
  const pid = server.child.pid ?? 0;
  const asked: [name: string, request: () => Promise<Answer>][] = [
    [
      'REST',
      () =>
        connection.request('GET', apiPath(api.listDocuments, { query: { pageSize: String(DOCUMENTS) } }), {
          authorization: `Bearer ${credentials.key}`,
        }),
    ],
    ...Object.entries(LISTS).map(
      ([name, query]) => [name, () => ask(subject, connection, query)] as [string, () => Promise<Answer>],
    ),
  ];
  const spent = new Map(asked.map(([name]) => [name, [] as number[]]));
  for (let round = -3; round < ROUNDS; round += 1)
    for (const [name, request] of asked) {
      const before = await cpuMs(pid);
      for (let n = 0; n < times; n += 1) {
        const { status, body } = await request();
        if (status !== 200 || body.includes('"errors"')) throw new Error(`${name}: ${status} ${body.toString()}`);
      }
      if (round >= 0) spent.get(name)?.push(((await cpuMs(pid)) - before) / times);
    }
  const rest = median(spent.get('REST') ?? []);
  report('graphql: a list of 20 with signers through REST, processor', rest, 'ms');
  for (const name of Object.keys(LISTS)) {
    const own = median(spent.get(name) ?? []);
    report(`graphql: ${name}, processor`, own, 'ms');
    report(`graphql: ${name}, rate : REST`, rest / own, 'x', { target: atLeast(1 / 3) });
  }
}

async function measureHostile(subject: Subject, connection: Connection): Promise<void> {
  const pid = subject.server.child.pid ?? 0;
  const costs: [name: string, cost: number][] = [];
  for (const [name, query] of Object.entries(HOSTILE_DOCUMENTS)) {
    const times: number[] = [];
    for (let round = -2; round < HOSTILE_ROUNDS; round += 1) {
      const before = await cpuMs(pid);
      const { status, body } = await ask(subject, connection, query);
      if (status !== 400) throw new Error(`${name}: ${status} ${body.toString()}`);
      if (round >= 0) times.push((await cpuMs(pid)) - before);
    }
    costs.push([name, median(times)]);
  }
  const [worst = ['', Number.NaN]] = costs.toSorted(([, a], [, b]) => b - a);
  report('graphql: the worst hostile document, processor', worst[1], 'ms', {
    target: atMost(50),
    beside: costs.map(([name, cost]) => `${name} ${cost.toFixed(1)}`).join(', '),
  });
}
