/** Tests /metrics of a whole server: the numbers that a document changes, and the data that must never be included. */
import { expect, test } from 'vitest';
import { operations } from '@countersign/contract';
import { hashToken } from '../../src/platform/crypto/tokens.ts';
import { startTestApp } from '../support/app.ts';
import { type Family, readOpenMetrics } from '../support/open-metrics.ts';
import { PostOffice } from '../support/post-office.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const TOKEN = 'a-token-for-the-metrics-0123456789';
const office = await new PostOffice().open();
const receiver = await openReceiver();
const app = await startTestApp({
  smtpUrl: office.url,
  webhookAllow: ['127.0.0.1'],
  metrics: { listen: { host: '127.0.0.1', port: 0 }, token: hashToken(TOKEN) },
});

async function scrape(): Promise<{ text: string; families: Map<string, Family> }> {
  const answer = await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  return { text, families: readOpenMetrics(text) };
}

const sum = (family: Family | undefined, ending: string, labels: Record<string, string> = {}): number =>
  (family?.samples ?? [])
    .filter(({ name }) => name.endsWith(ending))
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((total, { value }) => total + value, 0);

test("counts a document's operations, jobs, e-mails, webhooks, signatures and time-stamps, without personal data", async () => {
  await app.owner.post<'createWebhook'>('/api/integrations/webhooks', {
    url: receiver.url,
    events: ['document.completed'],
  });
  const { id, signers } = await app.sent();
  const person = signers[0]?.email ?? '';
  const link = await waitForLink(person);
  await app.sign(id, { token: link });
  await app.sealed(id);
  await receiver.count(1);
  await app.key.get('/api/documents/doc_0000000000000000000000000A');
  await app.anyone.get(`/api/documents/${id}`);
  await app.anyone.get('/no/such/address/anywhere');
  await app.atRest(id);

  const { text, families } = await scrape();
  const of = (name: string) => families.get(`countersign_${name}`);
  expect(sum(of('requests'), '_total', { operation: 'sendForSigning', status: '2xx' })).toBe(1);
  expect(sum(of('requests'), '_total', { operation: 'getDocument', status: '4xx' })).toBe(2);
  expect(sum(of('requests'), '_total', { operation: 'none', status: '4xx' })).toBe(1);
  expect(sum(of('request_duration_seconds'), '_count', { operation: 'signDocument' })).toBe(1);
  expect(sum(of('signing_duration_seconds'), '_count', { outcome: 'done' })).toBe(1);
  expect(sum(of('sealing_duration_seconds'), '_count', { outcome: 'done' })).toBe(1);
  expect(sum(of('timestamp_duration_seconds'), '_count', { authority: 'own', outcome: 'done' })).toBeGreaterThan(1);
  expect(sum(of('job_duration_seconds'), '_count', { kind: 'seal-document', outcome: 'done' })).toBe(1);
  expect(sum(of('mail_duration_seconds'), '_count', { outcome: 'done' })).toBeGreaterThan(1);
  expect(sum(of('webhook_duration_seconds'), '_count', { outcome: '2xx' })).toBe(1);
  expect(sum(of('pdf_task_duration_seconds'), '_count', { task: 'prepareSend', outcome: 'done' })).toBe(1);
  expect(sum(of('transaction_duration_seconds'), '_count', { role: 'app' })).toBeGreaterThan(2);
  expect(sum(of('refused'), '_total', { code: 'DOCUMENT_NOT_FOUND' })).toBe(1);
  expect(sum(of('upload_bytes'), '_total')).toBeGreaterThan(500);
  expect(sum(of('database_up'), '')).toBe(1);
  expect(sum(of('database_size_bytes'), '')).toBeGreaterThan(1_000_000);
  expect(sum(of('jobs_waiting'), '')).toBe(0);
  expect(sum(of('pool_connections'), '')).toBeGreaterThan(0);
  expect(sum(of('certificate_expiry_timestamp_seconds'), '', { certificate: 'issuing' })).toBeGreaterThan(1.7e9);

  // The values of labels come from fixed lists, which contain no path, tenant, person or document.
  const known = new Set([...Object.keys(operations), 'none', 'page', 'graphql']);
  const labels = [...families.values()].flatMap(({ samples }) => samples.map((sample) => sample.labels));
  expect(labels.flatMap(({ operation }) => operation ?? []).filter((operation) => !known.has(operation))).toEqual([]);
  const { tenantId, organizationId, userId } = app.tenant;
  for (const marker of [id, person, 'Ada', 'northwind', tenantId, organizationId, userId, link, 'no/such', '127.0.0.1'])
    expect(text).not.toContain(marker);
});

/** Waits for the link in the e-mail, which was sent by SMTP and is not in the mailbox. */
const waitForLink = (person: string): Promise<string> =>
  until('the invitation', () => /\/sign#([\w-]+)/.exec(office.to(person)[0]?.email.text ?? '')?.[1]);

test('adds no metric series for repeated requests, so that the metrics do not grow with traffic', async () => {
  const ask = async (n: number) => {
    await app.anyone.get(`/api/documents/doc_${String(n).padStart(26, '0')}`);
    await app.anyone.get(`/nowhere/${n}`);
  };
  const series = () =>
    ['requests', 'request_duration_seconds', 'refused'].map(
      (name) => scraped.families.get(`countersign_${name}`)?.samples.length,
    );
  await ask(0);
  let scraped = await scrape();
  const before = series();
  for (let n = 1; n < 20; n += 1) await ask(n);
  scraped = await scrape();
  expect(series()).toEqual(before);
});

test('uses one database query for several scrapes of the metrics', async () => {
  const count = async () =>
    sum((await scrape()).families.get('countersign_transaction_duration_seconds'), '_count', { role: 'metrics' });
  const before = await count();
  for (let n = 0; n < 5; n += 1) await scrape();
  expect((await count()) - before).toBeLessThanOrEqual(1);
});

test('requires the metrics token on the main port, and returns 404 if no token is configured', async () => {
  const ask = async (authorization?: string) => {
    const answer = await fetch(`${app.url}/metrics`, authorization ? { headers: { authorization } } : {});
    return { status: answer.status, text: await answer.text() };
  };
  const nothing = (await (await fetch(`${app.url}/metricsx`)).json()) as object;
  for (const wrong of [undefined, 'Bearer nobody', `Basic ${TOKEN}`]) {
    const { status, text } = await ask(wrong);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({ ...nothing, requestId: expect.any(String) });
  }
  const { status, text } = await ask(`Bearer ${TOKEN}`);
  expect(status).toBe(200);
  expect(readOpenMetrics(text).size).toBeGreaterThan(40);
});
