/**
 * The primary is killed under load, and its synchronous replica is promoted. No acknowledged work may be lost, callers
 * get a 503 with Retry-After during the failover, and the service continues automatically.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { Envelope, expectFinished, expectKept, setUp } from '../crash/envelopes.ts';
import { runMain } from '../start/run-main.ts';
import { postgresPrograms } from '../support/external-postgres.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { until } from '../support/until.ts';
import { tell } from '../../../../scripts/soak-summary.ts';

const ENVELOPES = 4;
const CALLERS = 4;
const RESUME_LIMIT_MS = 5_000;
const LIMIT_MS = 300_000;

type Answer = { method: string; status: number; retryAfter: string | null; at: number };

test.for(postgresPrograms())(
  'loses no acknowledged work with $name, and continues within five seconds of the promotion',
  { timeout: LIMIT_MS },
  async ({ name, bin }) => {
    const postgres = await startReplicatedPostgres(bin);
    onTestFinished(() => postgres.stop());
    const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-failover-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    await postgres.query('create role countersign login createrole');
    await postgres.query('create database countersign owner countersign');
    const server = runMain({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      LOAD_SHEDDING: 'off',
      RATE_LIMIT_ADDRESS: '1000000000',
      DATABASE_URL: `postgres://countersign@${postgres.host}/countersign`,
    });
    const url = await server.listening();
    const token = await vi.waitUntil(() => /\/setup#(\S+)/.exec(server.said())?.[1], { timeout: 60_000 });
    const sender = await setUp(url, token ?? '');
    const pdf = pdfUpload(samplePdf());

    let isOver = false;
    const answers: Answer[] = [];
    const uploaded: string[] = [];
    const ask = async (
      method: 'GET' | 'POST',
      address: string,
      init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
    ): Promise<Response> => {
      const headers = { authorization: `Bearer ${sender.bearer}`, ...init.headers };
      const response = await fetch(`${url}${address}`, { ...init, method, headers });
      answers.push({
        method,
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        at: performance.now(),
      });
      return response;
    };
    const upload = async (): Promise<void> => {
      const response = await ask('POST', '/v1/api/documents/upload', { headers: MULTIPART, body: new Uint8Array(pdf) });
      const body = (await response.json()) as { document?: { id: string } };
      if (response.status === 201) uploaded.push(body.document?.id ?? '');
    };
    const list = async (): Promise<void> =>
      void (await (await ask('GET', '/v1/api/documents/paginated?pageSize=5')).arrayBuffer());
    const callers = Array.from({ length: CALLERS }, async (_, index) => {
      while (!isOver) await (index % 2 === 0 ? upload() : list());
    });
    const envelopes = Array.from({ length: ENVELOPES }, (_, index) => new Envelope(`failover-${index}`, 2));
    const running = envelopes.map(async (envelope) => {
      // The step is repeated, as a client would do after a 503.
      while (!envelope.done) await envelope.advance(sender).catch(() => delay(50));
    });

    await until('the first uploads', () => uploaded.length >= 10, 60_000);
    const killedAt = performance.now();
    await postgres.killPrimary();
    await until(
      'refusals',
      () => answers.filter(({ at, status }) => at > killedAt && status === 503).length >= 20,
      60_000,
    );
    await postgres.promote();
    const promotedAt = performance.now();
    const isBack =
      (method: string) =>
      ({ at, status, method: used }: Answer) =>
        at > promotedAt && used === method && (status === 200 || status === 201);
    await until(
      'the first successful read and write',
      () => answers.some(isBack('GET')) && answers.some(isBack('POST')),
      60_000,
    );
    await Promise.all(running);
    isOver = true;
    await Promise.all(callers);

    const back = ['GET', 'POST'].map((method) =>
      Math.round((answers.find(isBack(method))?.at ?? Infinity) - promotedAt),
    );
    const refused = answers.filter(({ status }) => status === 503);
    const others = answers.filter(({ status }) => ![200, 201, 503].includes(status));
    tell(
      `failover on ${name}: ${uploaded.length} uploads and ${ENVELOPES} envelopes acknowledged, ${refused.length} requests refused with 503, reads again ${back[0]} ms and writes ${back[1]} ms after the promotion`,
    );
    expect(others).toEqual([]);
    expect(refused.filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? ''))).toEqual([]);
    expect(Math.max(...back)).toBeLessThan(RESUME_LIMIT_MS);
    for (const envelope of envelopes) {
      await expectKept(envelope, sender);
      await expectFinished(envelope, sender);
    }
    const kept = await Promise.all(uploaded.map(async (id) => (await ask('GET', `/v1/api/documents/${id}`)).status));
    expect(kept.filter((status) => status !== 200)).toEqual([]);
    server.child.kill('SIGTERM');
    expect([await server.exited, server.child.signalCode], server.said() + server.logged()).toEqual([0, null]);
  },
);
