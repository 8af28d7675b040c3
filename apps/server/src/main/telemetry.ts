/** Opens the exporters for telemetry. An exporter that is not configured is not even loaded. */
import type { Otlp } from '../platform/adapters/otlp/index.ts';
import { ownVersion } from '../platform/version.ts';
import type { Metrics } from '../platform/ports/metrics.ts';
import { NO_TELEMETRY, Telemetry, type TelemetrySink } from '../platform/telemetry/telemetry.ts';
import type { Config } from './config.ts';
import { addGauges, DatabaseFigures, listenForScrapes } from '../features/metrics/index.ts';
import { sharedMetrics } from '../platform/processes/shared-metrics.ts';
import type { Wired } from './services.ts';

export type OpenedTelemetry = {
  telemetry: Telemetry;
  metrics: Metrics | undefined;
  log?: ((line: string) => void) | undefined;
  flush(): Promise<void>;
  close(): Promise<void>;
};

export async function openTelemetry({
  metrics: wanted,
  otlp: collector,
}: Pick<Config, 'metrics' | 'otlp'>): Promise<OpenedTelemetry> {
  const sinks: TelemetrySink[] = [];
  let metrics: Metrics | undefined;
  let counted: ((signal: 'traces' | 'logs', count: number) => void) | undefined;
  if (wanted) {
    const { prometheusMetrics } = await import('../platform/adapters/prometheus/index.ts');
    const opened = prometheusMetrics();
    metrics = opened;
    sinks.push(opened.sink);
    counted = (signal, count) => opened.sink.counted?.('telemetry-dropped', { signal }, count);
  }
  let otlp: Otlp | undefined;
  if (collector) {
    // Counters start at zero. A monitoring system sees no increase if a counter first appears with the value 1.
    for (const signal of ['traces', 'logs'] as const) counted?.(signal, 0);
    const { openOtlp } = await import('../platform/adapters/otlp/index.ts');
    const { headers, ...settings } = collector;
    otlp = openOtlp({
      ...settings,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()])),
      version: await ownVersion(),
      onDropped: (signal, count) => counted?.(signal, count),
    });
    sinks.push(otlp.sink);
  }
  return {
    telemetry: sinks.length === 0 ? NO_TELEMETRY : new Telemetry(sinks),
    metrics,
    log: otlp && ((line) => otlp.log(line)),
    flush: async () => otlp?.flush(),
    close: async () => {
      await otlp?.close();
      metrics?.close();
    },
  };
}

/**
 * Lets every process respond with the metrics of all processes.
 * @param own undefined if the server consists of one process
 */
export function ofAllProcesses(
  telemetry: OpenedTelemetry,
  own: Parameters<typeof sharedMetrics>[1] | undefined,
): OpenedTelemetry {
  return own && telemetry.metrics ? { ...telemetry, metrics: sharedMetrics(telemetry.metrics, own) } : telemetry;
}

type Scrapes = Awaited<ReturnType<typeof listenForScrapes>>;

/** Adds the gauges that are read on each scrape, and opens the metrics port if one is configured. */
export async function serveMetrics(
  { metrics: wanted, role }: Pick<Config, 'metrics' | 'role'>,
  services: Wired,
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void },
): Promise<Scrapes | undefined> {
  const { metrics, authority } = services;
  if (!wanted || !metrics) return undefined;
  const kinds = ['root', 'issuing', 'timestamp', 'ocsp'] as const;
  addGauges(metrics, {
    version: await ownVersion(),
    role,
    figures: new DatabaseFigures({ ...services, log }),
    pools: () => services.database.use(),
    pdf: services.pdf,
    running: () => services.runner.running,
    overload: services.overload,
    isTimeTrusted: () => services.clockGuard.isTrusted,
    space: async () => services.store.space?.(),
    certificates: () => kinds.map((kind) => ({ name: kind, until: authority.certificate('live', kind).notAfter })),
    backups: () => services.backups.health.known,
    archive: () => services.archive?.known,
  });
  return wanted.listen && listenForScrapes({ ...wanted.listen, token: wanted.token, metrics, log });
}
