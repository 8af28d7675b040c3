/**
 * Converts a line of the server's log to a record for a collector. The collector may belong to a third party, so only
 * values known to be harmless are sent. Addresses, error messages and other values stay in the log of this machine,
 * where you can find them by request ID.
 */
import type { Resource } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';

/** Properties whose values come from closed lists or are IDs created here. */
const KNOWN: ReadonlySet<string> = new Set([
  'reqId',
  'traceId',
  'method',
  'route',
  'kind',
  'lane',
  'job',
  'code',
  'outage',
  'work',
  'because',
  'authority',
  'signal',
  'what',
  'ruleId',
  'severity',
  'operation',
  'fault',
]);
const SEVERITIES: Readonly<Record<number, [number: number, text: string]>> = {
  10: [1, 'TRACE'],
  20: [5, 'DEBUG'],
  30: [9, 'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
};
const LONGEST = 200;

export function readLogLine(line: string, resource: Resource, scope: { name: string }): ReadableLogRecord | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { level, time, msg, err, ...fields } = entry;
  const [severityNumber, severityText] = SEVERITIES[Number(level)] ?? [9, 'INFO'];
  const at = Date.parse(String(time)) || Date.now();
  const hrTime: [number, number] = [Math.floor(at / 1000), (at % 1000) * 1_000_000];
  return {
    hrTime,
    hrTimeObserved: hrTime,
    severityNumber,
    severityText,
    body: typeof msg === 'string' ? msg : '',
    resource,
    instrumentationScope: scope,
    attributes: { ...harmless(fields), ...errorFields(err) },
    droppedAttributesCount: 0,
  };
}

function harmless(fields: Readonly<Record<string, unknown>>): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
    else if (typeof value === 'string' && KNOWN.has(name)) kept[name] = value.slice(0, LONGEST);
  return kept;
}

/** Returns the kind of error and its location, but not its message, which may quote user input. */
function errorFields(err: unknown): Record<string, string> {
  if (typeof err !== 'object' || err === null) return {};
  const { type, stack } = err as { type?: unknown; stack?: unknown };
  const frames = (typeof stack === 'string' ? stack : '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    ...(typeof type === 'string' && { 'exception.type': type.slice(0, LONGEST) }),
    ...(frames.length > 0 && { 'exception.stacktrace': frames.slice(0, 30).join('\n') }),
  };
}
