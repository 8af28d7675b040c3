/** Webhooks as returned by the API, and the payloads that receivers get in three shapes (docs/api/events.md). */
import { z } from 'zod';
import { WEBHOOK_URL_LENGTH } from './callback-url.ts';
import { EVENT_KINDS, EVENTS, eventKind, type EventKind } from './events.ts';
import { documentMetadata } from './document-resources.ts';
import { idSchema } from './ids.ts';
import { multiLine, timestamp } from './values.ts';
import { opaque, prose, strict } from './field-class.ts';

export const PAYLOAD_SHAPES = ['A', 'B', 'C'] as const;
export const payloadShape = z.enum(PAYLOAD_SHAPES);
export type PayloadShape = z.infer<typeof payloadShape>;

export const WEBHOOK_LIMITS = {
  endpoints: 20,
  urlLength: WEBHOOK_URL_LENGTH,
  overlapHours: 24,
  excerptBytes: 4096,
  headers: 20,
  headerNameLength: 64,
  headerValueLength: 1000,
} as const;

/** Reserved headers: those for the connection, the body and proxies, and those that the server sets for a delivery. */
const RESERVED_HEADERS =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|host|date|via|forwarded|user-agent|accept-encoding|traceparent|tracestate|(?:proxy|content|webhook|sec|x-service|x-forwarded)-.*)$/i;
function headerFault(name: string): string | undefined {
  if (name.length > WEBHOOK_LIMITS.headerNameLength)
    return `must be a header name of at most ${WEBHOOK_LIMITS.headerNameLength} characters`;
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return 'must be a header name of letters, digits and hyphens';
  if (RESERVED_HEADERS.test(name)) return 'must not be a connection, content or signature header';
  return undefined;
}
const headerValue = opaque(z.string())
  .min(1, 'must not be empty')
  .max(WEBHOOK_LIMITS.headerValueLength)
  .regex(/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/, 'must be printable ASCII without leading or trailing spaces');
const headers = z
  .record(strict(z.string()), headerValue)
  .superRefine((given, context) => {
    const names = Object.keys(given);
    if (names.length > WEBHOOK_LIMITS.headers)
      context.addIssue({ code: 'custom', message: `must have at most ${WEBHOOK_LIMITS.headers} headers` });
    for (const name of names) {
      const message =
        headerFault(name) ??
        (names.some((other) => other !== name && other.toLowerCase() === name.toLowerCase())
          ? 'must appear only once (case is ignored)'
          : undefined);
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .meta({
    description:
      'Custom headers for each delivery, such as `Authorization`. Names can contain letters, digits and hyphens. Values can contain printable ASCII characters. The server sets the connection, content and signature headers itself, so they are rejected here.',
  });

/**
 * Kinds that `*` does not include, because they reveal who signed in and from where. A receiver of document events does
 * not need that information.
 */
export const NAMED_ONLY: readonly EventKind[] = ['security.events'];

/** Either all current and future kinds except NAMED_ONLY, or a selection of kinds. */
export const eventSelection = z
  .union(
    [z.tuple([z.literal('*')]), z.array(eventKind).min(1).max(100)],
    `must be ["*"] or a list of ${EVENT_KINDS.join(', ')}`,
  )
  .transform((kinds): ['*'] | EventKind[] => (kinds[0] === '*' ? ['*'] : [...new Set(kinds as EventKind[])]));

const templateIds = z.array(idSchema('template')).max(50).meta({
  description:
    'Send only events for documents created from one of these templates. If empty, events are not filtered by template.',
});
const metadataFilter = documentMetadata.meta({
  description:
    'Send only events for documents whose metadata has all of these pairs. If empty, events are not filtered by metadata.',
});

export const webhookInput = z.strictObject({
  url: prose(z.string()).trim().min(1, 'must not be empty').max(WEBHOOK_LIMITS.urlLength),
  events: eventSelection,
  payloadShape: payloadShape.default('A'),
  active: z.boolean().default(true),
  description: multiLine(500).nullable().default(null),
  templateIds: templateIds.default([]),
  metadata: metadataFilter.default({}),
  headers: headers.default({}),
});
export type WebhookInput = z.output<typeof webhookInput>;
export const webhookChange = z
  .strictObject({
    url: webhookInput.shape.url,
    events: eventSelection,
    payloadShape,
    active: z.boolean(),
    description: multiLine(500).nullable(),
    templateIds,
    metadata: metadataFilter,
    headers,
  })
  .partial();
export type WebhookChange = z.output<typeof webhookChange>;

export const webhook = z.object({
  id: idSchema('webhook'),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.union([z.literal('*'), eventKind])),
  payload_shape: payloadShape,
  template_ids: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  headers: z
    .record(z.string(), z.string())
    .meta({ description: 'Your custom headers. Only the last characters of long values are shown.' }),
  active: z.boolean(),
  disabled_reason: z.enum(['paused', 'gone', 'failing']).nullable().meta({
    description:
      '`paused`: paused by you. `gone`: the endpoint responded with 410. `failing`: every delivery failed for five days.',
  }),
  failing_since: timestamp.nullable().meta({
    description: 'Time of the first failure since the last successful delivery. Null if the last delivery succeeded.',
  }),
  previous_secret_until: timestamp
    .nullable()
    .meta({ description: 'When the previous secret expires. Null if the webhook has only one secret.' }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Webhook = z.infer<typeof webhook>;
export const webhookWithSecret = webhook.extend({
  secret: z.string().meta({ description: '`whsec_` followed by 32 bytes encoded as base64.' }),
});
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const DELIVERY_STATES = ['pending', 'delivered', 'dead', 'failed', 'discarded'] as const;
export const deliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof deliveryState>;

/** Why an attempt failed. */
export const DELIVERY_ERRORS = [
  'http_status',
  'redirect',
  'timeout',
  'unknown_host',
  'connection_refused',
  'connection_closed',
  'connection_failed',
  'tls_failed',
  'invalid_response',
  'private_address',
  'invalid_url',
  'insecure_url',
  'url_credentials',
  'port_not_allowed',
  'request_failed',
] as const;
const deliveryError = z.enum(DELIVERY_ERRORS).nullable();
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

export const deliveryAttempt = z.object({
  number: z.int(),
  at: timestamp,
  duration_ms: z.int(),
  url: z.string(),
  status: z.int().nullable().meta({ description: 'HTTP status of the response. Null if there was no response.' }),
  error: z.string().nullable().meta({ description: 'Why the attempt failed, as a sentence. Null if it succeeded.' }),
  error_code: deliveryError.meta({
    description:
      'Why the attempt failed. `http_status`: the response was not 2xx. `redirect`: redirects are not followed. Other codes mean that there was no response. Null if the attempt succeeded or was made before this property was added.',
  }),
  response: z.string().nullable().meta({ description: 'The first 4 KB of the response.' }),
});
const deliveryEntry = z.object({
  id: idSchema('delivery'),
  webhook_id: idSchema('webhook'),
  event_id: idSchema('event'),
  event: eventKind,
  sequence: z
    .int()
    .nullable()
    .meta({ description: 'Sequence number of the event within its document, starting at 1.' }),
  document_id: idSchema('document').nullable(),
  test: z.boolean(),
  state: deliveryState.meta({
    description:
      '`dead`: the delivery failed five times and is in the dead-letter queue. `failed`: a test event failed. Test events are not retried.',
  }),
  attempts: z.int(),
  next_attempt_at: timestamp.nullable(),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
  last_error_code: deliveryError.meta({ description: 'The `error_code` of the last attempt.' }),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});
export const delivery = deliveryEntry.extend({
  request: z.object({ body: z.string().meta({ description: 'The exact bytes that were signed and sent.' }) }),
  attempt_log: z.array(deliveryAttempt),
});
export type Delivery = z.infer<typeof delivery>;
export const deadLetter = deliveryEntry.extend({ url: z.string() });
export type DeadLetter = z.infer<typeof deadLetter>;

// ------------------------------------------------------------------ payloads

/** The object of an event is the first member of its data, under one of these names, and includes its ID. */
const SUBJECTS = ['document', 'package', 'user', 'subscription', 'security'] as const;
/** The members of an event's data that are never sent to receivers. */
const INTERNAL: readonly string[] = ['recipients', 'readers', 'remindAt'];

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const omit = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
const rename = <T>(record: Readonly<Record<string, T>>, to: (name: string) => string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [to(name), value]));

/**
 * Arranges the members of `data` in one shape. Shape A nests the object. Shape B is flat and uses snake case. Shape C
 * is flat and uses camel case, with the object's ID as `id`. The shapes of document.completed never change, because
 * receivers depend on all three. Works for values and for schemas.
 */
function arrange<T>(
  shape: PayloadShape,
  kind: EventKind,
  data: Readonly<Record<string, T>>,
  membersOf: (subject: T) => Readonly<Record<string, T>>,
): Record<string, T> {
  const subject = SUBJECTS.find((name) => name in data) ?? 'document';
  const idName = Object.keys(data).find((name) => name.endsWith('Id')) ?? '';
  const { [subject]: about, [idName]: id, ...more } = data as Record<string, T>;
  const members = omit(membersOf(about as T), ['id']);
  const extras = omit(more, INTERNAL);
  const isCompleted = kind === 'document.completed';
  if (shape === 'A') return { [idName]: id as T, [subject]: about as T, ...(isCompleted ? {} : extras) };
  if (shape === 'B') return { [snake(idName)]: id as T, ...members, ...extras };
  return { id: id as T, ...rename(members, camel), ...rename(omit(extras, isCompleted ? ['signers'] : []), camel) };
}

export type WebhookEvent = { id: string; kind: EventKind; at: Date; data: Readonly<Record<string, unknown>> };

/** Builds the body of a delivery before JSON serialization. The same event always results in the same body. */
export function webhookPayload(shape: PayloadShape, { id, kind, at, data }: WebhookEvent): Record<string, unknown> {
  const members = arrange<unknown>(shape, kind, data, (subject) => subject as Record<string, unknown>);
  const created = Math.floor(at.getTime() / 1000);
  switch (shape) {
    case 'A':
      return { id, type: kind, created, data: { object: members } };
    case 'B':
      return { id, event: kind, created_at: at.toISOString(), data: members };
    case 'C':
      return { id, type: kind, created, data: members };
  }
}

/** Returns the schema of the value that `webhookPayload` returns. */
export function webhookPayloadSchema(shape: PayloadShape, kind: EventKind): z.ZodObject {
  const members = z.strictObject(
    arrange<z.ZodType>(
      shape,
      kind,
      EVENTS[kind].shape,
      (subject) => (subject as z.ZodObject).shape as Record<string, z.ZodType>,
    ),
  );
  const id = idSchema('event');
  if (shape === 'B') return z.strictObject({ id, event: z.literal(kind), created_at: timestamp, data: members });
  const data = shape === 'A' ? z.strictObject({ object: members }) : members;
  return z.strictObject({ id, type: z.literal(kind), created: z.int(), data });
}

// ------------------------------------------------------------------ live updates

export const STREAM_LIMITS = { streams: 20, missed: 1000, hours: 24, heartbeatSeconds: 15 } as const;

/** A message in an event stream: the event in payload shape A, and its position among the document's events. */
export function streamedEvent({
  sequence,
  ...event
}: WebhookEvent & { sequence: number | null }): Record<string, unknown> {
  const { id, type, created, data } = webhookPayload('A', event);
  return { id, type, created, sequence, data };
}

// The name of this schema is the name of a component in docs/api/openapi.json, and therefore part of the API.
export const liveMessage = z.object({
  id: idSchema('event'),
  type: eventKind,
  created: z.int().meta({ description: 'Unix time in seconds.' }),
  sequence: z
    .int()
    .nullable()
    .meta({ description: 'Sequence number of the event within its document, starting at 1.' }),
  data: z
    .object({ object: z.record(z.string(), z.unknown()) })
    .meta({ description: 'The same data as in webhooks with payload shape A.' }),
});
export type LiveMessage = z.infer<typeof liveMessage>;
