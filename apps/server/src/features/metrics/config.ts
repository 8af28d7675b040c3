/** The settings for access to the metrics. */
import { type DescribedSettings, isLoopback, type SettingReader } from '../../platform/settings.ts';

export type MetricsSettings = {
  /** The separate address for metrics. If undefined, metrics are on the main port and require the token. */
  listen: { host: string; port: number } | undefined;
  /** The SHA-256 of the token. Undefined if no token is required. */
  token: Buffer | undefined;
};

/**
 * A port that other machines can reach also requires the token, because operation names and figures reveal a lot about
 * an installation.
 */
export function metricsSettings(reader: SettingReader): MetricsSettings | undefined {
  const token = reader.hashed('METRICS_TOKEN');
  const host = reader.text('METRICS_HOST') ?? '127.0.0.1';
  const port = reader.port('METRICS_PORT', 0);
  if (!reader.has('METRICS_PORT')) {
    if (reader.has('METRICS_HOST')) reader.fault('METRICS_PORT: is required with METRICS_HOST');
    return token && { listen: undefined, token };
  }
  if (!isLoopback(host) && !reader.has('METRICS_TOKEN'))
    reader.fault('METRICS_TOKEN: is required when METRICS_HOST is not loopback');
  return { listen: { host, port }, token };
}

export const METRICS_DESCRIPTIONS: DescribedSettings = {
  METRICS_PORT: [
    '',
    'Separate port on which each process serves [`/metrics`](monitoring.md). Each process needs its own port.',
  ],
  METRICS_HOST: [
    '`127.0.0.1`',
    'Address on which the server listens for requests to `/metrics`. Any address other than loopback requires `METRICS_TOKEN`.',
  ],
  METRICS_TOKEN: [
    '',
    'Bearer token that Prometheus and other scrapers must send, with 24 to 200 characters. Without `METRICS_PORT`, web processes serve `/metrics` on the main port.',
  ],
};
