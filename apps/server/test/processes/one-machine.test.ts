/**
 * Tests `npm start` with three web processes and a worker over the embedded database: each step of a document in a
 * different process, a process that is killed under load, and a graceful stop.
 */
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { linkToken } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { isAlive } from '../../src/platform/adapters/embedded-postgres/processes.ts';
import { OneMachine } from '../support/one-machine.ts';
import { PATIENCE_MS } from '../support/processes.ts';
import { until } from '../support/until.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

const LIMIT_MS = 300_000;
const PDF = samplePdf();
const OWNER = {
  name: 'Grace Hopper',
  email: 'grace@northwind.example',
  password: 'correct horse battery staple',
  organization: 'Northwind Trading',
};
const TOKEN = 'a-token-of-the-monitoring';
const SIGNER = { name: 'Ada Lovelace', email: 'ada@contoso.example' };

function pdfForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(PDF)], { type: 'application/pdf' }), 'agreement.pdf');
  return form;
}

async function setUp(server: OneMachine, at: string): Promise<{ cookie: string; bearer: string }> {
  const token = /\/setup#(\S+)/.exec(server.main.said())?.[1];
  const made = await server.sendTo(at, { method: 'POST', path: '/api/setup', body: { ...OWNER, token } });
  expect(made.status).toBe(201);
  const cookie = [made.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ');
  const body = { name: 'program', rateLimit: 'unlimited' };
  const key = await server.sendTo<Output<'createApiKey'>>(at, {
    method: 'POST',
    path: '/api/settings/api-keys',
    body,
    cookie,
  });
  return { cookie, bearer: key.json.apiKey.key };
}

test('processes a document with three web processes and a worker', { timeout: LIMIT_MS }, async () => {
  const server = await OneMachine.start({ PROCESSES: '3', METRICS_TOKEN: TOKEN });
  expect(server.webs).toHaveLength(3);
  const { cookie, bearer } = await setUp(server, 'web-1');
  const post = <T>(at: string, to: string, body: object, as: { bearer?: string } = {}) =>
    server.sendTo<T>(at, { method: 'POST', path: `/v1/api/${to}`, body, ...as });

  // Every process has cached the key and the number of documents before another process changes them.
  const others = ['web-2', 'web-3'];
  const list = (at: string, key = bearer) =>
    server.sendTo<Output<'listDocuments'>>(at, { path: '/v1/api/documents/paginated', bearer: key });
  const created = await server.sendTo<Output<'createApiKey'>>('web-1', {
    method: 'POST',
    path: '/api/settings/api-keys',
    cookie,
    body: { name: 'short-lived' },
  });
  const { key, id: keyId } = created.json.apiKey;
  for (const at of others)
    expect(await list(at, key)).toMatchObject({ status: 200, json: { pagination: { total: 0 } } });
  const deleted = { method: 'DELETE', path: `/api/settings/api-keys?id=${keyId}`, cookie };
  expect((await server.sendTo('web-1', deleted)).status).toBe(200);
  for (const at of others) expect((await list(at, key)).status).toBe(401);

  for (const at of others) await list(at);
  const uploaded = await post<Output<'uploadDocument'>>('web-1', 'documents/upload', pdfForm(), { bearer });
  expect(uploaded.status).toBe(201);
  for (const at of others) expect((await list(at)).json.pagination.total).toBe(1);
  const id = uploaded.json.document.id;
  expect(await post('web-2', `documents/${id}/send-for-signing`, { signers: [SIGNER] }, { bearer })).toMatchObject({
    status: 200,
  });
  const mail = await until(
    'the invitation, which the worker sends',
    async () => {
      const { json } = await server.sendTo<Output<'listMail'>>('web-3', { path: '/api/mailbox', cookie });
      return json.mails.find(({ to }) => to === SIGNER.email);
    },
    PATIENCE_MS,
  );
  const { json: read } = await server.sendTo<Output<'getMail'>>('web-1', { path: `/api/mailbox/${mail.id}`, cookie });
  const opened = await post<Output<'openSigningSession'>>('web-2', 'signing/session', {
    token: linkToken(read.mail.text),
  });
  expect(opened.status).toBe(200);
  const { bearer: signer, view } = opened.json;
  for (const step of ['view', 'start'])
    await post('web-1', `signing/${view.signer.id}/${step}`, {}, { bearer: signer });
  const signature = { type: 'typed', data: SIGNER.name };
  const signed = await post(
    'web-3',
    `documents/${id}/sign`,
    { consent: true, signature, revision: view.revision },
    { bearer: signer },
  );
  expect(signed, JSON.stringify(signed.json)).toMatchObject({ status: 200 });
  await until(
    'the seal by the worker',
    async () =>
      (await server.sendTo<Output<'getDocumentStatus'>>('web-1', { path: `/v1/api/documents/${id}/status`, bearer }))
        .json.status === 'completed',
    PATIENCE_MS,
  );
  expect((await post('web-2', `documents/${id}/verify`, {}, { bearer })).json).toMatchObject({ isValid: true });
  // A scrape counts the work of all processes, regardless of which process responds.
  for (let scrape = 1; scrape <= 4; scrape += 1) {
    const { json: text } = await server.send<string>({ path: '/metrics', bearer: TOKEN });
    const processes = (sample: string) =>
      text.split('\n').flatMap((line) => (line.startsWith(sample) ? (/process="([^"]+)"/.exec(line)?.[1] ?? []) : []));
    expect(processes('countersign_build_info{').toSorted()).toEqual(['web-1', 'web-2', 'web-3', 'worker-1']);
    expect(processes('countersign_requests_total{').length).toBeGreaterThan(0);
    expect(new Set(processes('countersign_requests_total{process="web-1",operation="uploadDocument"'))).toEqual(
      new Set(['web-1']),
    );
    expect(new Set(processes('countersign_requests_total{process="web-3",operation="signDocument"'))).toEqual(
      new Set(['web-3']),
    );
  }
  // Each line contains the name of its process, and lines of different processes are never interleaved.
  const named = new Set(server.lines.map((line) => line.process));
  for (const name of ['supervisor', 'web-1', 'web-2', 'web-3']) expect(named).toContain(name);
});

test(
  'replaces a killed process without losing its acknowledged work, and stops all processes in the correct order',
  { timeout: LIMIT_MS },
  async () => {
    const server = await OneMachine.start({ PROCESSES: '2' });
    const { bearer } = await setUp(server, 'web-1');
    const acknowledged: string[] = [];
    let isOver = false;
    const upload = { method: 'POST', path: '/v1/api/documents/upload', bearer };
    const clients = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        // The connection to the killed process breaks, so the client cannot tell whether the document was created.
        const answer = await server
          .send<Output<'uploadDocument'>>({ ...upload, body: pdfForm() })
          .catch(() => undefined);
        if (answer) expect(answer.status).toBe(201);
        if (answer) acknowledged.push(answer.json.document.id);
      }
    });
    await until('the first uploads', () => acknowledged.length >= 8, PATIENCE_MS);
    const killed = server.pid('web-1');
    process.kill(killed, 'SIGKILL');
    const before = acknowledged.length;
    await until('uploads by the other process', () => acknowledged.length >= before + 4, PATIENCE_MS);
    let replacement = await server.untilReplaced('web-1', killed);
    await until('uploads after the replacement', () => acknowledged.length >= before + 8, PATIENCE_MS);
    isOver = true;
    await Promise.all(clients);
    for (const id of acknowledged)
      expect((await server.send({ path: `/v1/api/documents/${id}/status`, bearer })).status).toBe(200);
    expect(server.lines).toContainEqual(
      expect.objectContaining({ process: 'supervisor', name: 'web-1', signal: 'SIGKILL', level: 50 }),
    );

    // After several crashes, each process reports the series of crashes.
    for (let ends = 2; ends <= 3; ends += 1) {
      process.kill(replacement, 'SIGKILL');
      replacement = await server.untilReplaced('web-1', replacement);
    }
    for (let request = 1; request <= 4; request += 1)
      expect(await server.send({ path: '/api/health' })).toMatchObject({
        status: 200,
        json: {
          status: 'degraded',
          problems: expect.arrayContaining([
            expect.objectContaining({ code: 'processes-failing', message: expect.stringContaining('web-1') }),
          ]),
        },
      });

    // A request that has sent half of its body when the server begins to stop still gets its response.
    const form = new Response(pdfForm());
    const body = Buffer.from(await form.arrayBuffer());
    const { port, hostname } = new URL(/listens on (\S+)/.exec(server.main.said())?.[1] ?? '');
    const sent = request({
      hostname,
      port,
      method: 'POST',
      path: upload.path,
      agent: false,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    const status = new Promise((resolve, reject) => {
      sent.on('response', (response) => resolve(response.statusCode));
      sent.on('error', reject);
    });
    await new Promise((resolve) => {
      sent.once('continue', resolve);
      sent.flushHeaders();
    });
    sent.write(body.subarray(0, 100));
    server.main.child.kill('SIGTERM');
    await until('the stop to begin', () => server.lines.some(({ msg }) => msg === 'stopping'), PATIENCE_MS);
    await delay(100);
    sent.end(body.subarray(100));
    expect(await status).toBe(201);
    expect(await server.main.exited, server.main.said() + server.main.logged()).toBe(0);
    expect(existsSync(path.join(server.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    expect([replacement, server.pid('web-2'), server.pid('worker-1')].filter(isAlive)).toEqual([]);
  },
);

test('reports a wrong setting once, and exits with the exit code of the process that could not start', async () => {
  const server = OneMachine.start({ PROCESSES: '3', LOG_LEVEL: 'loud' });
  await expect(server).rejects.toThrow(/exited with 78: countersign: LOG_LEVEL: must be one of [^\n]*\n\{"level":50/);
});
