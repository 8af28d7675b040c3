/** The settings of a collector of OpenTelemetry. */
import { Secret } from '../../secret.ts';
import { isLoopback, type SettingReader } from '../../settings.ts';
import { readPairs, readSampling, SAMPLERS, type Sampling } from './settings.ts';

export type OtlpSettings = {
  endpoint: string;
  headers: Readonly<Record<string, Secret>>;
  protocol: 'http/protobuf' | 'http/json';
  serviceName: string;
  attributes: Readonly<Record<string, string>>;
  sampling: Sampling;
};

/** The other OTEL_ settings say nothing without an address: a shell may hold them for another program. */
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
