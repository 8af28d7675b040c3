import { expect, test } from 'vitest';
import { Collector } from '../../../../test/support/collector.ts';
import { Telemetry } from '../../telemetry/telemetry.ts';
import { openOtlp, type OtlpOptions } from './index.ts';
import { readPairs, readSampling } from './settings.ts';

const collector = await new Collector().open();
const FROM = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

function opened(options: Partial<OtlpOptions> = {}) {
  const dropped: Record<string, number> = { traces: 0, logs: 0 };
  const otlp = openOtlp({
    endpoint: collector.url,
    headers: { 'x-key': 'secret' },
    protocol: 'http/json',
    serviceName: 'signing',
    attributes: { 'deployment.environment': 'test' },
    version: '1.2.3',
    sampling: { ratio: 1, isParentBased: true },
    onDropped: (signal, count) => void (dropped[signal] = (dropped[signal] ?? 0) + count),
    everyMs: 3_600_000,
    ...options,
  });
  return { otlp, telemetry: new Telemetry([otlp.sink]), dropped };
}

test("continues the caller's trace in a request and its operations", async () => {
  const { otlp, telemetry } = opened();
  const request = telemetry.begin(
    'request',
    { operation: 'signDocument' },
    { traceparent: `00-${FROM}-bbbbbbbbbbbbbbbb-01` },
  );
  telemetry.within(request).begin('transaction', { role: 'app' }).end('failed');
  request.end('5xx');
  await otlp.close();
  const [transaction, outer] = collector.spans.slice(-2);
  expect(outer).toMatchObject({
    traceId: FROM,
    parentSpanId: 'bbbbbbbbbbbbbbbb',
    name: 'request signDocument',
    kind: 2,
    status: { code: 2 },
    attributes: [
      { key: 'countersign.operation', value: { stringValue: 'signDocument' } },
      { key: 'countersign.outcome', value: { stringValue: '5xx' } },
    ],
  });
  expect(transaction).toMatchObject({ traceId: FROM, parentSpanId: outer?.spanId, name: 'transaction app' });
  expect(BigInt(outer?.endTimeUnixNano ?? 0) >= BigInt(outer?.startTimeUnixNano ?? 1)).toBe(true);
  expect(collector.requests.at(-1)).toMatchObject({ path: '/v1/traces', headers: { 'x-key': 'secret' } });
  expect(collector.resources).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'signing' } },
      { key: 'service.version', value: { stringValue: '1.2.3' } },
      { key: 'deployment.environment', value: { stringValue: 'test' } },
    ]),
  );
});

test('starts a new trace for an invalid traceparent', async () => {
  const { otlp, telemetry } = opened();
  const sent = ['', 'x'.repeat(10_000), `00-${'0'.repeat(32)}-bbbbbbbbbbbbbbbb-01`, `01-${FROM}-bbbbbbbbbbbbbbbb-01`];
  for (const traceparent of sent) telemetry.begin('request', { operation: 'page' }, { traceparent }).end('2xx');
  await otlp.close();
  for (const span of collector.spans.slice(-sent.length)) {
    expect(span.traceId).not.toBe(FROM);
    expect(span.parentSpanId ?? '').toBe('');
  }
});

test('decides locally which traces are recorded, regardless of external flags', async () => {
  const { otlp, telemetry } = opened({ sampling: { ratio: 0, isParentBased: true } });
  const before = collector.spans.length;
  telemetry.begin('request', { operation: 'page' }, { traceparent: `00-${FROM}-bbbbbbbbbbbbbbbb-01` }).end('2xx');
  await otlp.close();
  expect(collector.spans).toHaveLength(before);
});

test('includes the trace context in a webhook request', () => {
  const { telemetry } = opened();
  expect(telemetry.begin('webhook', {}).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test('exports a log line with IDs and codes, but without personal data', async () => {
  const { otlp } = opened();
  const error = { type: 'TypeError', message: 'MARKER', stack: 'TypeError: MARKER\n    at sign (file.ts:1:2)' };
  const fields = {
    reqId: 'req_1',
    status: 500,
    ip: 'MARKER',
    agent: 'MARKER',
    tenant: 'MARKER',
    deep: { a: 'MARKER' },
  };
  otlp.log(
    JSON.stringify({ level: 50, time: '2026-05-01T12:00:00.000Z', msg: 'request failed', ...fields, err: error }),
  );
  otlp.log('no JSON');
  await otlp.close();
  expect(collector.logs.at(-1)).toMatchObject({
    severityText: 'ERROR',
    body: { stringValue: 'request failed' },
    attributes: [
      { key: 'reqId', value: { stringValue: 'req_1' } },
      { key: 'status', value: { intValue: 500 } },
      { key: 'exception.type', value: { stringValue: 'TypeError' } },
      { key: 'exception.stacktrace', value: { stringValue: '    at sign (file.ts:1:2)' } },
    ],
  });
  expect(collector.requests.map(({ body }) => body.toString()).join('')).not.toContain('MARKER');
});

test('sends telemetry as protobuf by default', async () => {
  const { otlp, telemetry } = opened({ protocol: 'http/protobuf' });
  const cause = { traceparent: `00-${FROM}-bbbbbbbbbbbbbbbb-01` };
  const job = telemetry.begin('job', { kind: 'send-mail', lane: 'mail' }, undefined, cause);
  telemetry.within(job).begin('mail', {}).end('timeout');
  job.end('failed');
  otlp.log(JSON.stringify({ level: 40, msg: 'late', attempt: -2, share: 0.5, isLate: true, kind: 'send-mail' }));
  await otlp.close();
  const types = collector.requests.slice(-2).map(({ headers }) => headers['content-type']);
  expect(types).toEqual(['application/x-protobuf', 'application/x-protobuf']);
  const [mail, outer] = collector.spans.slice(-2);
  expect(outer).toMatchObject({
    name: 'job send-mail',
    kind: 5,
    status: { code: 2 },
    // A separate trace, linked to the trace that queued the job.
    links: [{ traceId: FROM, spanId: 'bbbbbbbbbbbbbbbb' }],
    attributes: [
      { key: 'countersign.kind', value: { stringValue: 'send-mail' } },
      { key: 'countersign.lane', value: { stringValue: 'mail' } },
      { key: 'countersign.outcome', value: { stringValue: 'failed' } },
    ],
  });
  expect(outer?.traceId).not.toBe(FROM);
  expect(mail).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId, name: 'mail', kind: 3 });
  const now = BigInt(Date.now()) * 1_000_000n;
  expect(now - BigInt(outer?.endTimeUnixNano ?? 0)).toBeLessThan(60_000_000_000n);
  expect(collector.logs.at(-1)).toMatchObject({
    severityText: 'WARN',
    body: { stringValue: 'late' },
    attributes: [
      { key: 'attempt', value: { intValue: -2 } },
      { key: 'share', value: { doubleValue: 0.5 } },
      { key: 'isLate', value: { boolValue: true } },
      { key: 'kind', value: { stringValue: 'send-mail' } },
    ],
  });
});

test('drops and counts only the records that a collector rejects', async () => {
  for (const endpoint of ['http://127.0.0.1:1', collector.url]) {
    const { otlp, telemetry, dropped } = opened({ endpoint });
    collector.status = 503;
    for (let n = 0; n < 5_000; n += 1) telemetry.begin('mail', {}).end();
    otlp.log(JSON.stringify({ level: 30, msg: 'still here' }));
    await otlp.flush();
    await otlp.close();
    collector.status = 200;
    expect(dropped).toEqual({ traces: 5_000, logs: 1 });
  }
});

test('reads the standard OpenTelemetry settings', () => {
  expect(readPairs('authorization=Bearer%20abc, x-team = blue,')).toEqual({
    authorization: 'Bearer abc',
    'x-team': 'blue',
  });
  for (const wrong of ['a', '=b', 'a=%zz']) expect(() => readPairs(wrong), wrong).toThrow('must be key=value pairs');
  expect(readSampling('parentbased_traceidratio', '0.25')).toEqual({ ratio: 0.25, isParentBased: true });
  expect(readSampling('always_off', undefined)).toEqual({ ratio: 0, isParentBased: false });
  for (const wrong of ['2', '-1', 'half']) expect(() => readSampling('traceidratio', wrong)).toThrow('from 0 to 1');
});
