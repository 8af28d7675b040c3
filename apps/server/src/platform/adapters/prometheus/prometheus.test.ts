import { expect, test } from 'vitest';
import { readOpenMetrics } from '../../../../test/support/open-metrics.ts';
import { type SpanKind, Telemetry } from '../../telemetry/telemetry.ts';
import { prometheusMetrics } from './index.ts';

const LABELS = {
  request: { operation: 'getDocument' },
  transaction: { role: 'app' },
  'pdf-task': { task: 'render' },
  timestamp: { authority: 'own' },
  signing: {},
  sealing: {},
  job: { kind: 'send-mail', lane: 'mail' },
  'graphql-operation': { operation: 'getDocument' },
  mail: {},
  webhook: {},
} as const;

test('writes valid OpenMetrics 1.0 text for any measurements', async () => {
  const metrics = prometheusMetrics();
  const telemetry = new Telemetry([metrics.sink]);
  for (const [kind, labels] of Object.entries(LABELS)) telemetry.begin(kind as SpanKind, labels).end('2xx');
  telemetry.count('refused', { code: 'a "quoted"\\\nline' });
  telemetry.count('upload-bytes', {}, 70_000);
  telemetry.waited('read', 0.2);
  metrics.gauge('jobs_waiting', 'Jobs that wait.', ['lane'], () => [
    { labels: { lane: 'mail' }, value: 3 },
    { labels: { lane: 'seal' }, value: Number.NaN },
  ]);
  metrics.gauge('unknown_bytes', 'Nobody knows.', [], () => []);
  metrics.gauge('unknown_jobs', 'Nobody knows.', ['lane'], () => []);

  expect(metrics.contentType).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  const families = readOpenMetrics(await metrics.text());
  expect(families.get('countersign_requests')).toMatchObject({
    type: 'counter',
    samples: [{ name: 'countersign_requests_total', labels: { operation: 'getDocument', status: '2xx' }, value: 1 }],
  });
  for (const kind of [
    'request',
    'transaction',
    'pdf_task',
    'timestamp',
    'signing',
    'sealing',
    'job',
    'graphql_operation',
    'mail',
    'webhook',
  ])
    expect(families.get(`countersign_${kind}_duration_seconds`)?.samples.at(-1)?.value, kind).toBe(1);
  expect(families.get('countersign_refused')?.samples[0]?.labels).toEqual({ code: String.raw`a \"quoted\"\\\nline` });
  expect(families.get('countersign_upload_bytes')?.samples[0]?.value).toBe(70_000);
  expect(families.get('countersign_jobs_waiting')?.samples.map(({ value }) => value)).toEqual([3, Number.NaN]);
  expect(families.get('countersign_unknown_bytes')?.samples).toEqual([]);
  expect(families.get('countersign_unknown_jobs')?.samples).toEqual([]);
  expect(families.get('process_resident_memory_bytes')?.samples).toHaveLength(1);
  expect(families.get('nodejs_eventloop_lag_p99_seconds')?.samples).toHaveLength(1);
  expect(families.get('nodejs_gc_duration_seconds')?.type).toBe('histogram');
  const units = ['request_duration_seconds', 'upload_bytes', 'jobs_waiting'].map(
    (name) => families.get(`countersign_${name}`)?.unit,
  );
  expect(units).toEqual(['seconds', 'bytes', '']);
  metrics.close();
});

test('keeps the metrics of two servers in one process separate', async () => {
  const [one, other] = [prometheusMetrics(), prometheusMetrics()];
  new Telemetry([one.sink]).count('upload-bytes', {}, 5);
  const of = async (metrics: typeof one) =>
    readOpenMetrics(await metrics.text()).get('countersign_upload_bytes')?.samples[0]?.value;
  expect([await of(one), await of(other)]).toEqual([5, 0]);
  one.close();
  other.close();
});

test('uses a test parser that rejects invalid OpenMetrics text', () => {
  const refused = [
    'x 1\n',
    '# TYPE x counter\nx 1\n# EOF\n',
    '# TYPE x gauge\nx{a="1",a="2"} 1\n# EOF\n',
    '# TYPE x gauge\nx 1\nx 2\n# EOF\n',
    '# TYPE x gauge\nx{a="b"c"} 1\n# EOF\n',
    '# TYPE x gauge\nx 1\n# TYPE y gauge\n# TYPE x gauge\n# EOF\n',
    '# TYPE x histogram\nx_bucket{le="1"} 1\nx_sum 1\nx_count 1\n# EOF\n',
    '# TYPE x histogram\nx_bucket{le="1"} 2\nx_bucket{le="+Inf"} 1\nx_sum 1\nx_count 1\n# EOF\n',
    '# UNIT x_seconds bytes\n# EOF\n',
    '\n# EOF\n',
  ];
  for (const text of refused) expect(() => readOpenMetrics(text), text).toThrow();
});
