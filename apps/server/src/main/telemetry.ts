/** Who listens to what the server tells of its own work. What nobody asked for is not even loaded. */
import type { Metrics } from '../platform/ports/metrics.ts';
import { NO_TELEMETRY, Telemetry, type TelemetrySink } from '../platform/telemetry/telemetry.ts';
import type { Config } from './config.ts';

export type OpenedTelemetry = {
  telemetry: Telemetry;
  metrics: Metrics | undefined;
  close(): Promise<void>;
};

export async function openTelemetry({ metrics: wanted }: Pick<Config, 'metrics'>): Promise<OpenedTelemetry> {
  const sinks: TelemetrySink[] = [];
  let metrics: Metrics | undefined;
  if (wanted) {
    const { prometheusMetrics } = await import('../platform/adapters/prometheus/index.ts');
    const opened = prometheusMetrics();
    metrics = opened;
    sinks.push(opened.sink);
  }
  return {
    telemetry: sinks.length === 0 ? NO_TELEMETRY : new Telemetry(sinks),
    metrics,
    close: async () => metrics?.close(),
  };
}
