/** The settings for an OpenTelemetry collector. */
import { Secret } from '../../secret.ts';
import { type DescribedSettings, isLoopback, type SettingReader } from '../../settings.ts';
import { readPairs, readSampling, SAMPLERS, type Sampling } from './settings.ts';

export type OtlpSettings = {
  endpoint: string;
  headers: Readonly<Record<string, Secret>>;
  protocol: 'http/protobuf' | 'http/json';
  serviceName: string;
  attributes: Readonly<Record<string, string>>;
  sampling: Sampling;
};

/**
 * Without OTEL_EXPORTER_OTLP_ENDPOINT, the other OTEL_ settings have no effect, because the shell may define them for
 * another program.
 */
export function otlpSettings(reader: SettingReader): OtlpSettings | undefined {
  const endpoint = reader.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.replace(/\/+$/, '');
  if (endpoint === undefined) return undefined;
  const pairs = (name: 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_RESOURCE_ATTRIBUTES') =>
    readPairs(reader.checked(name, (value) => void readPairs(value)) ?? '');
  const headers = Object.entries(pairs('OTEL_EXPORTER_OTLP_HEADERS'));
  if (headers.length > 0 && endpoint.startsWith('http:') && !isLoopback(new URL(endpoint).hostname))
    reader.fault(
      'OTEL_EXPORTER_OTLP_ENDPOINT: must be an https address, or on loopback, with OTEL_EXPORTER_OTLP_HEADERS',
    );
  const attributes = pairs('OTEL_RESOURCE_ATTRIBUTES');
  const sampler = reader.choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on');
  const share = reader.checked('OTEL_TRACES_SAMPLER_ARG', (value) => void readSampling(sampler, value));
  return {
    endpoint,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, new Secret(value)])),
    protocol: reader.choice('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json'], 'http/protobuf'),
    serviceName: reader.text('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? 'countersign',
    attributes,
    sampling: readSampling(sampler, share),
  };
}

export const OTLP_DESCRIPTIONS: DescribedSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    '',
    'OpenTelemetry collector that receives [traces and logs](monitoring.md#traces-and-logs-for-opentelemetry) over HTTP, such as `http://localhost:4318`. The other `OTEL_…` settings apply only if this setting is set.',
  ],
  OTEL_EXPORTER_OTLP_PROTOCOL: [
    '`http/protobuf`',
    'Protocol for the OpenTelemetry collector: `http/protobuf` or `http/json`.',
  ],
  OTEL_EXPORTER_OTLP_HEADERS: [
    '',
    'HTTP headers for requests to the collector, such as a token, as `key=value` pairs separated by commas.',
  ],
  OTEL_SERVICE_NAME: ['`countersign`', 'Name of the service in traces and logs.'],
  OTEL_RESOURCE_ATTRIBUTES: [
    '',
    'Additional attributes of each span and log record, as `key=value` pairs separated by commas.',
  ],
  OTEL_TRACES_SAMPLER: [
    '`parentbased_always_on`',
    'Sampler that chooses which traces are recorded: `always_on`, `always_off`, `traceidratio`, `parentbased_always_on`, `parentbased_always_off` or `parentbased_traceidratio`.',
  ],
  OTEL_TRACES_SAMPLER_ARG: ['`1`', 'Share of traces that the `traceidratio` samplers record, from 0 to 1.'],
};
