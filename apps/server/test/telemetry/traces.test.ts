/** Tests the traces of a whole server: their nesting, and the data that they must never include. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { type CollectedSpan, Collector } from '../support/collector.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const collector = await new Collector().open();
const receiver = await openReceiver();
const app = await startTestApp({
  webhookAllow: ['127.0.0.1'],
  otlp: {
    endpoint: collector.url,
    headers: {},
    protocol: 'http/protobuf',
    serviceName: 'countersign',
    attributes: {},
    sampling: { ratio: 1, isParentBased: true },
  },
});

test('traces the transactions, PDF tasks and time-stamp of a signature, gives jobs separate traces, and omits personal data', async () => {
  await app.owner.post<'createWebhook'>('/api/integrations/webhooks', {
    url: receiver.url,
    events: ['document.completed'],
  });
  const { id, signers, tokens } = await app.completed();
  const [{ headers }] = (await receiver.count(1)) as [(typeof receiver.received)[number]];
  await app.atRest(id);
  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  await until('the spans', async () => {
    await app.flushTelemetry();
    return named('webhook').length > 0 && named('job seal-document').length > 0;
  });
  const childrenOf = (name: string) => {
    const [outer] = named(name);
    return collector.spans.filter(({ parentSpanId }) => parentSpanId === outer?.spanId).map((span) => span.name);
  };
  expect(childrenOf('request signDocument')).toEqual(
    expect.arrayContaining(['signing', 'timestamp own', 'transaction app']),
  );
  expect(childrenOf('request sendForSigning')).toEqual(
    expect.arrayContaining(['pdf-task prepareSend', 'transaction app']),
  );
  expect(childrenOf('job seal-document')).toEqual(
    expect.arrayContaining(['sealing', 'timestamp own', 'transaction app']),
  );
  const [webhook] = named('webhook');
  expect(headers['traceparent']).toBe(`00-${webhook?.traceId}-${webhook?.spanId}-01`);

  // Each job links to the request or job that queued it.
  const [seal] = named('job seal-document');
  const [signed] = named('request signDocument');
  expect(seal?.links).toEqual([{ traceId: signed?.traceId, spanId: signed?.spanId }]);
  expect(seal?.traceId).not.toBe(signed?.traceId);
  const [sent] = named('request sendForSigning');
  const mails = collector.spans.filter(
    ({ name, links = [] }) => name.startsWith('job ') && links[0]?.spanId === sent?.spanId,
  );
  expect(mails.length).toBeGreaterThan(0);
  const isFromHere = ({ links = [] }: CollectedSpan) =>
    links.every(({ spanId }) => collector.spans.some((span) => span.spanId === spanId));
  expect(collector.spans.filter((span) => !isFromHere(span))).toEqual([]);
  expect((await app.sql(`select from jobs where payload ? 'traceparent' and state <> 'ready'`)).length).toBe(0);

  const told = collector.requests.map(({ body }) => body.toString('latin1')).join('\n');
  const { tenantId, organizationId, userId } = app.tenant;
  const markers = [id, signers[0]?.email ?? '', tokens[0] ?? '', 'Ada', 'northwind', tenantId, organizationId, userId];
  for (const marker of [...markers, receiver.url, '127.0.0.1']) expect(told, marker).not.toContain(marker);
});

test('nests the operations of a GraphQL request in its trace, each with its outcome and transactions', async () => {
  const query = `{ documents(pageSize: 1) { id } missing: document(id: "doc_0000000000000000000000000A") { id } }`;
  const answer = await app.key.post('/api/v1/graphql', { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await app.flushTelemetry();
  const request = collector.spans.find(({ name }) => name === 'request graphql');
  const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  const told = below.map(({ name, attributes }) => [name, attributes.at(-1)?.value.stringValue]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['graphql-operation listDocuments', 'done'],
      ['graphql-operation getDocument', 'refused'],
    ]),
  );
});

test('does not write secrets to spans, log records for the collector or log lines', async () => {
  const planted = (name: string) => `planted-${name}-${crypto.randomUUID()}`;
  const [password, bearer, token, title, query, agent, key] = [
    'password',
    'bearer',
    'token',
    'title',
    'query',
    'agent',
    'key',
  ].map(planted) as [string, string, string, string, string, string, string];
  const raw = (path: string, init: RequestInit) => fetch(app.url + path, init).then((answer) => answer.arrayBuffer());
  const json = { 'content-type': 'application/json', 'user-agent': agent, 'idempotency-key': key };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    raw(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  await post('/api/auth/login', { email: `${token}@example.com`, password });
  await post('/api/signing/session', { token });
  await post('/api/setup', { token, password, email: 'a@b.example', name: title, organization: title });
  await post('/api/auth/reset-password', { token, password });
  await post('/api/v1/graphql', { query: `{ document(id: "${token}") { id } }`, variables: { password } });
  await post(
    '/api/documents/paginated',
    { title },
    { authorization: `Bearer ${bearer}`, cookie: `countersign_session=${token}` },
  );
  await raw(`/api/files/${token}?signature=${query}`, {});
  await raw(`/api/documents/paginated?search=${query}`, { headers: { authorization: `Bearer ${bearer}` } });
  await raw(`/${token}/${query}`, { headers: { traceparent: `00-${token}-bbbbbbbbbbbbbbbb-01` } });
  const hook = await app.owner.post<'createWebhook'>('/api/integrations/webhooks', {
    url: `${receiver.url}/${token}`,
    events: ['document.completed'],
  });
  await app.flushTelemetry();
  const told = collector.requests.map(({ body }) => body.toString('latin1')).join('\n');
  const made = JSON.stringify(hook.body).match(/whsec_[\w+/=-]+/)?.[0] ?? 'no secret';
  for (const secret of [password, bearer, token, title, query, key, made]) {
    expect(told.includes(secret), secret).toBe(false);
    expect(app.lines.join('\n').includes(secret), secret).toBe(false);
  }
  expect(told).not.toContain(agent);
});
