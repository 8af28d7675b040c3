/** Traces of a whole server: what lies below what, and what must never be in them. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { Collector } from '../support/collector.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const collector = await new Collector().open();
const receiver = await openReceiver();
const app = await startTestApp({
  webhookAllow: ['127.0.0.1'],
  otlp: {
    endpoint: collector.url,
    headers: {},
    protocol: 'http/json',
    serviceName: 'countersign',
    attributes: {},
    sampling: { ratio: 1, isParentBased: true },
  },
});

test('a signature’s trace has its transactions, PDF tasks and time-stamp below it, jobs theirs, and nothing of whose it was', async () => {
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

  const sent = collector.requests.map(({ body }) => body.toString()).join('\n');
  const { tenantId, organizationId, userId } = app.tenant;
  const markers = [id, signers[0]?.email ?? '', tokens[0] ?? '', 'Ada', 'northwind', tenantId, organizationId, userId];
  for (const marker of [...markers, receiver.url, '127.0.0.1']) expect(sent, marker).not.toContain(marker);
});
