/**
 * Measures webhooks: how many first attempts per second a fast receiver gets, how long after the commit the first
 * attempt arrives, and how much a webhook adds to the cost of a transaction that creates an event.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@countersign/client/operations';
import type { EventKind } from '@countersign/contract';
import pg from 'pg';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { announceTo } from '../apps/server/src/features/webhooks/index.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/adapters/embedded-postgres/index.ts';
import { Recorder } from '../apps/server/src/platform/audit/recorder.ts';
import { newId } from '../apps/server/src/platform/crypto/ids.ts';
import { Vault } from '../apps/server/src/platform/crypto/seal.ts';
import { Database } from '../apps/server/src/platform/db/database.ts';
import { UnitOfWork } from '../apps/server/src/platform/unit-of-work.ts';
import { apiPath } from './api-path.ts';
import { Connection, multipart } from './http-client.ts';
import { atLeast, atMost, median, quantile, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

/** A webhook receiver that responds immediately and counts new deliveries. */
export class Receiver {
  readonly seen = new Set<string>();
  /** The time of the first delivery since `restart`, from `performance.now()`. */
  firstAt = 0;
  lastAt = 0;
  #server = http.createServer((request, response) => {
    request.resume();
    this.seen.add(`${request.url} ${String(request.headers['webhook-id'])}`);
    this.lastAt = performance.now();
    this.firstAt ||= this.lastAt;
    response.end();
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  restart(): void {
    this.firstAt = 0;
  }
  async reach(count: number): Promise<void> {
    while (this.seen.size < count) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export async function measureWebhooks(quick: boolean): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-webhooks-'));
  const receiver = new Receiver();
  const url = await receiver.listen();
  try {
    const subject = await startSubject(dataDir, { WEBHOOK_ALLOW: '127.0.0.0/8' });
    try {
      await measureRate(subject, receiver, url, quick ? 2_000 : 5_000);
      await measureLatency(subject, receiver, url, quick ? 50 : 300);
    } finally {
      await subject.server.stop();
    }
    await measureCost(dataDir, subject.credentials.tenantId, quick ? 4 : 10);
  } finally {
    receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const addWebhook = ({ owner }: Subject, url: string, events: EventKind[]) =>
  owner.call(api.createWebhook, { body: { url, events } });

async function measureRate(subject: Subject, receiver: Receiver, url: string, count: number): Promise<void> {
  const database = new pg.Client(subject.database);
  await database.connect();
  try {
    for (const endpoints of [1, 10]) {
      const added: string[] = [];
      for (let i = 0; i < endpoints; i += 1)
        added.push((await addWebhook(subject, `${url}/${endpoints}/${i}`, ['user.created'])).webhook.id);
      const events = Math.ceil(count / endpoints);
      const before = receiver.seen.size;
      receiver.restart();
      await insertEvents(database, subject.credentials.tenantId, events);
      await receiver.reach(before + events * endpoints);
      // The time is measured from the first arrival. The events are inserted directly into the database, and the worker
      // finds them by polling up to 2 s later.
      const seconds = (receiver.lastAt - receiver.firstAt) / 1000;
      report(
        `first attempts a second, ${endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`}`,
        (events * endpoints - 1) / seconds,
        '/s',
        { target: atLeast(500) },
      );
      for (const id of added) await subject.owner.call(api.deleteWebhook, { params: { integrationId: id } });
    }
  } finally {
    await database.end();
  }
}

/** Triggers the first attempts of `count` deliveries to one endpoint. Returns when the last one has arrived. */
export async function attempts(subject: Subject, receiver: Receiver, count: number): Promise<void> {
  const database = new pg.Client(subject.database);
  await database.connect();
  try {
    await addWebhook(subject, await receiver.listen(), ['user.created']);
    await insertEvents(database, subject.credentials.tenantId, count);
    await receiver.reach(count);
  } finally {
    await database.end();
  }
}

/** Inserts the rows that a use case writes: the event, and the reference to it for webhooks. */
async function insertEvents(database: pg.Client, tenantId: string, count: number): Promise<void> {
  const userId = newId('user');
  await database.query(
    `with written as (insert into outbox (tenant_id, id, kind, data, created_at)
       select $1, id, 'user.created', $3, now() from unnest($2::text[]) id returning tenant_id, id)
     insert into webhook_pending (tenant_id, event_id) select tenant_id, id from written`,
    [
      tenantId,
      Array.from({ length: count }, () => newId('event')),
      JSON.stringify({ userId, user: { id: userId, email: 'ada@example.com', name: 'Ada' } }),
    ],
  );
}

/**
 * Timing starts with the response to the request that caused the event. The server sends this response right after the
 * commit.
 */
async function measureLatency(subject: Subject, receiver: Receiver, url: string, count: number): Promise<void> {
  const { webhook } = await addWebhook(subject, `${url}/latency`, ['document.created']);
  const connection = await Connection.open(subject.server.url);
  const { contentType, body } = multipart(samplePdf(), 'event.pdf');
  const headers = { authorization: `Bearer ${subject.credentials.key}`, 'content-type': contentType };
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const before = receiver.seen.size;
    const { status } = await connection.request('POST', apiPath(api.uploadDocument, {}), headers, body);
    if (status !== 201) throw new Error(`upload: ${status}`);
    const committed = performance.now();
    await receiver.reach(before + 1);
    times.push(Math.max(0, receiver.lastAt - committed));
  }
  connection.close();
  report('commit to first attempt, p50', median(times), 'ms');
  report('commit to first attempt, p99', quantile(times, 0.99), 'ms', { target: atMost(1000) });
  await subject.owner.call(api.deleteWebhook, { params: { integrationId: webhook.id } });
}

/** Runs transactions with one audit entry and one event each, eight at once, with and without a subscribed endpoint. */
async function measureCost(dataDir: string, tenantId: string, rounds: number): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  const database = new Database({ ...postgres.connection, maxConnections: 8, onError: () => {} });
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  try {
    await admin.query(
      `insert into webhook_endpoints (tenant_id, id, url, events, payload_shape, active, secret_sealed, created_at, updated_at)
       values ($1, 'whk_bench', 'http://127.0.0.1:1/', '{*}', 'A', false, '', now(), now())`,
      [tenantId],
    );
    const clock = { now: () => new Date() };
    const recorder = new Recorder({
      vault: new Vault(new Uint8Array(32)),
      reactions: [],
      wake: () => {},
      announce: announceTo(() => {}),
    });
    const uow = new UnitOfWork({ database, clock, recorder });
    const rates: Record<'bare' | 'heard', number[]> = { bare: [], heard: [] };
    // The two cases alternate, so that noise affects both equally. The first run of each is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const kind of ['bare', 'heard'] as const) {
        await admin.query(`update webhook_endpoints set active = $1 where id = 'whk_bench'`, [kind === 'heard']);
        const rate = await transactionRate(uow, tenantId);
        if (round > 0) rates[kind].push(rate);
      }
    }
    report('transactions with an event that nobody hears', median(rates.bare), '/s');
    report('transactions with an event for a webhook : bare', median(rates.heard) / median(rates.bare), 'x', {
      target: atLeast(0.8),
    });
  } finally {
    await admin.end();
    await database.close();
    await postgres.stop();
  }
}

async function transactionRate(uow: UnitOfWork, tenantId: string): Promise<number> {
  const until = performance.now() + 700;
  let count = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        const documentId = newId('document');
        await uow.run(tenantId, (tx) =>
          uow.recorder.record(tx, tenantId, documentId, {
            action: 'document.created',
            actor: { kind: 'system', id: 'bench' },
            target: { kind: 'document', id: documentId },
            data: {},
            event: {
              kind: 'document.created',
              data: { documentId, document: { id: documentId, title: 'Bench', status: 'draft' } },
            },
          }),
        );
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - begun) / 1000);
}
