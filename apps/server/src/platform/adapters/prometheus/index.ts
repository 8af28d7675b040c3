/**
 * Metrics as OpenMetrics 1.0 text, kept by prom-client in a separate registry. The module is loaded only if metrics are
 * turned on. Values of a `gauge` are read only when the metrics are requested, so they cost nothing in between.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CountKind, SpanKind, TelemetrySink } from '../../telemetry/telemetry.ts';
import type { Metrics, Reading } from '../../ports/metrics.ts';

const QUICK = [0.0025, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10];
const SLOW = [0.01, 0.05, 0.25, 1, 5, 10, 30, 120];

type Described = { readonly name: string; readonly help: string; readonly labels: readonly string[] };
type Measured = Described & { readonly buckets: readonly number[] };

/** Requests have a separate counter by status, so that the histogram's buckets are not repeated for each status. */
const DURATIONS: Record<SpanKind, Measured> = {
  request: { name: 'request', help: 'Requests by operation.', labels: ['operation'], buckets: QUICK },
  transaction: {
    name: 'transaction',
    help: 'Database transactions by role, including retries.',
    labels: ['role', 'outcome'],
    buckets: QUICK,
  },
  'pdf-task': {
    name: 'pdf_task',
    help: 'Tasks of the PDF threads, including the time in the queue.',
    labels: ['task', 'outcome'],
    buckets: SLOW,
  },
  timestamp: {
    name: 'timestamp',
    help: 'Time-stamps, by built-in or external authority.',
    labels: ['authority', 'outcome'],
    buckets: QUICK,
  },
  signing: {
    name: 'signing',
    help: 'Time to create a signature for a recipient, including its appearance and its verification.',
    labels: ['outcome'],
    buckets: QUICK,
  },
  sealing: {
    name: 'sealing',
    help: 'Time to seal a completed document, including its validation data and time-stamp.',
    labels: ['outcome'],
    buckets: QUICK,
  },
  job: { name: 'job', help: 'Job runs.', labels: ['kind', 'lane', 'outcome'], buckets: SLOW },
  'graphql-operation': {
    name: 'graphql_operation',
    help: 'Operations called by fields of GraphQL requests.',
    labels: ['operation', 'outcome'],
    buckets: QUICK,
  },
  mail: { name: 'mail', help: 'E-mails sent to the mail server.', labels: ['outcome'], buckets: SLOW },
  webhook: {
    name: 'webhook',
    help: 'Webhook delivery attempts, by class of the response.',
    labels: ['outcome'],
    buckets: QUICK,
  },
};

const COUNTS: Record<CountKind, Described> = {
  'job-dead': { name: 'job_dead_total', help: 'Jobs that failed permanently.', labels: ['kind'] },
  'webhook-dead': { name: 'webhook_dead_total', help: 'Webhook deliveries that became dead letters.', labels: [] },
  refused: { name: 'refused_total', help: 'Rejected calls, by error code.', labels: ['code'] },
  'overload-refused': {
    name: 'overload_refused_total',
    help: 'Requests rejected because of overload, by class of work.',
    labels: ['class'],
  },
  'firewall-finding': {
    name: 'firewall_findings_total',
    help: 'Findings of the request firewall.',
    labels: ['action'],
  },
  'upload-bytes': { name: 'upload_bytes_total', help: 'Bytes of uploaded files received.', labels: [] },
  'file-fault': { name: 'file_faults_total', help: 'Stored files found damaged while reading.', labels: ['fault'] },
  'pdf-worker-ended': {
    name: 'pdf_worker_ended_total',
    help: 'PDF threads that ended early, by reason.',
    labels: ['reason'],
  },
  'telemetry-dropped': {
    name: 'telemetry_dropped_total',
    help: 'Spans and log records that did not reach the collector.',
    labels: ['signal'],
  },
  'log-lines-lost': {
    name: 'log_lines_lost_total',
    help: 'Log lines lost while the log could not be written.',
    labels: [],
  },
};

const PREFIX = 'countersign_';
const TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export function prometheusMetrics(): Metrics & { sink: TelemetrySink } {
  const registry = new Registry<typeof TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry as unknown as Registry });
  const durations = mapOf(
    DURATIONS,
    ({ name, help, labels, buckets }) =>
      new Histogram({
        name: `${PREFIX}${name}_duration_seconds`,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers,
      }),
  );
  const counts = mapOf(
    COUNTS,
    ({ name, help, labels }) => new Counter({ name: PREFIX + name, help, labelNames: [...labels], registers }),
  );
  const requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: 'Requests, by operation and class of the status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const waits = new Histogram({
    name: `${PREFIX}pool_wait_seconds`,
    help: 'Time that operations waited for a database connection.',
    labelNames: ['pool'],
    buckets: [0.0005, 0.005, 0.05, 0.25, 1, 5],
    registers,
  });
  return {
    contentType: TYPE,
    text: async () => withUnits(await registry.metrics()),
    gauge: (name, help, labels, read) => {
      const gauge: Gauge = new Gauge({
        name: PREFIX + name,
        help,
        labelNames: [...labels],
        registers,
        collect: async () => set(gauge, await read(), labels.length === 0),
      });
    },
    close: () => registry.clear(),
    sink: {
      ended: ({ kind, labels }, outcome, seconds) => {
        if (kind === 'request') {
          requests.inc({ ...labels, status: outcome });
          durations.request.observe(labels, seconds);
        } else durations[kind].observe({ ...labels, outcome }, seconds);
      },
      counted: (kind, labels, amount) => counts[kind].inc(labels, amount),
      waited: (pool, seconds) => waits.observe({ pool }, seconds),
    },
  };
}

/**
 * Adds the `# UNIT` lines of OpenMetrics, which the library does not write. The names of our metrics and of Node's end
 * with the unit.
 */
const withUnits = (text: string): string => text.replaceAll(/^# TYPE (\S+_(seconds|bytes)) \w+$/gm, '$&\n# UNIT $1 $2');

/** Sets a gauge to the current readings. Resetting it first removes readings that no longer exist. */
function set(gauge: Gauge, readings: readonly Reading[], isPlain: boolean): void {
  gauge.reset();
  // A gauge without labels is set to 0 by a reset, which would be a false reading, so it is removed.
  if (isPlain && readings.length === 0) gauge.remove();
  for (const { labels = {}, value } of readings) gauge.set(labels, value);
}

function mapOf<K extends string, A, B>(record: Record<K, A>, make: (value: A) => B): Record<K, B> {
  const entries = Object.entries<A>(record).map(([key, value]) => [key, make(value)]);
  return Object.fromEntries(entries) as Record<K, B>;
}
