/**
 * Traces and logs for an OpenTelemetry collector (OTLP over HTTP). Spans are created explicitly, with their parent as
 * an argument: no global provider, no context manager, no patching. The module is loaded only if a collector is
 * configured.
 */
import {
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import {
  JsonLogsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import {
  ParentBasedSampler,
  type ReadableSpan,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanData, SpanKind, TelemetrySink } from '../../telemetry/telemetry.ts';
import { readLogLine } from './log-record.ts';
import { Sender } from './sender.ts';
import type { Sampling } from './settings.ts';

export type OtlpOptions = {
  /** The address of the collector without a trailing slash. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  protocol: 'http/protobuf' | 'http/json';
  serviceName: string;
  attributes: Readonly<Record<string, string>>;
  version: string;
  sampling: Sampling;
  onDropped: (signal: 'traces' | 'logs', count: number) => void;
  everyMs?: number;
};

export type Otlp = {
  sink: TelemetrySink;
  log(line: string): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** The span kinds of OpenTelemetry, which backends use for display. */
const KINDS: Partial<Record<SpanKind, Kind>> = {
  request: Kind.SERVER,
  job: Kind.CONSUMER,
  timestamp: Kind.CLIENT,
  mail: Kind.CLIENT,
  webhook: Kind.CLIENT,
};
const FAILED = /^(5xx|failed|timeout|temporary|permanent|crashed|out_of_memory)$/;
const SCOPE = { name: 'countersign' };

export function openOtlp(options: OtlpOptions): Otlp {
  const { endpoint, headers, protocol, serviceName, attributes, version, sampling, onDropped, everyMs } = options;
  const isJson = protocol === 'http/json';
  const common = {
    headers,
    contentType: isJson ? 'application/json' : 'application/x-protobuf',
    ...(everyMs && { everyMs }),
  };
  const traces = new Sender<ReadableSpan>({
    ...common,
    url: `${endpoint}/v1/traces`,
    serialize: (spans) => (isJson ? JsonTraceSerializer : ProtobufTraceSerializer).serializeRequest(spans),
    onDropped: (count) => onDropped('traces', count),
  });
  const logs = new Sender<ReadableLogRecord>({
    ...common,
    url: `${endpoint}/v1/logs`,
    serialize: (records) => (isJson ? JsonLogsSerializer : ProtobufLogsSerializer).serializeRequest(records),
    onDropped: (count) => onDropped('logs', count),
  });
  const resource = resourceFromAttributes({
    ...attributes,
    'service.name': serviceName,
    'service.version': version,
  });
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(sampling),
    spanProcessors: [
      {
        onStart: () => {},
        onEnd: (span) => traces.add(span),
        forceFlush: () => traces.flush(),
        shutdown: () => traces.close(),
      },
    ],
  });
  const tracer = provider.getTracer(SCOPE.name, version);
  return {
    sink: {
      begun: (span) => {
        const [detail] = Object.values(span.labels);
        span.trace = tracer.startSpan(
          detail === undefined ? span.kind : `${span.kind} ${detail}`,
          { kind: KINDS[span.kind] ?? Kind.INTERNAL, attributes: attributesOf(span), links: linksOf(span) },
          contextOf(span.parent),
        );
      },
      ended: (span, outcome) => {
        const made = span.trace as OtelSpan;
        made.setAttribute('countersign.outcome', outcome);
        if (FAILED.test(outcome)) made.setStatus({ code: SpanStatusCode.ERROR });
        made.end();
      },
      traceparent: ({ trace: made }) => {
        const { traceId, spanId, traceFlags } = (made as OtelSpan).spanContext();
        return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
      },
    },
    log: (line) => {
      const record = readLogLine(line, resource, SCOPE);
      if (record) logs.add(record);
    },
    flush: async () => void (await Promise.all([traces.flush(), logs.flush()])),
    close: async () => void (await Promise.all([provider.shutdown(), logs.close()])),
  };
}

/**
 * Decides by trace ID whether a trace is recorded. A caller can continue its own trace and decide that it is not
 * recorded, but cannot make the server record one.
 */
function samplerOf({ ratio, isParentBased }: Sampling): ParentBasedSampler | TraceIdRatioBasedSampler {
  const root = new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root, remoteParentSampled: root }) : root;
}

const attributesOf = ({ labels }: SpanData): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([key, value]) => [`countersign.${key}`, value]));

/** W3C Trace Context, version 00: 32 and 16 digits, neither of them all zeros. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function contextOf(parent: SpanData['parent']) {
  if (parent === undefined) return ROOT_CONTEXT;
  if (!('traceparent' in parent)) return trace.setSpan(ROOT_CONTEXT, parent.trace as OtelSpan);
  const remote = remoteOf(parent.traceparent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

function linksOf({ cause }: SpanData): Link[] {
  const context = cause && remoteOf(cause.traceparent);
  return context ? [{ context }] : [];
}

function remoteOf(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
