/** What a receiver of webhooks gets: an operation of its own for each kind of event. */
import {
  EVENT_EXAMPLES,
  EVENT_KINDS,
  type EventKind,
  PAYLOAD_SHAPES,
  WEBHOOK_HEADERS,
  webhookPayload,
  webhookPayloadSchema,
} from '@countersign/contract';
import type { z } from 'zod';
import { capital, type Components } from './components.ts';
import type { Json } from './schemas.ts';

const AT = new Date('2026-01-02T03:04:05.678Z');
const EVENT_ID = `evt_${'0'.repeat(26)}` as const;

/** What a receiver gets: one of three envelopes, as its endpoint was configured (docs/api/events.md). */
export function describeEvent(kind: EventKind, payloads: Payloads, components: Components): Json {
  const { schemas } = components;
  const anyOf = payloads[kind].map((schema, index) => ({
    title: `payloadShape ${PAYLOAD_SHAPES[index]}`,
    ...open(schemas.output(schema)),
  }));
  const examples = Object.fromEntries(
    PAYLOAD_SHAPES.map((shape) => [
      `payloadShape${shape}`,
      { value: webhookPayload(shape, { id: EVENT_ID, kind, at: AT, data: EVENT_EXAMPLES[kind] }) },
    ]),
  );
  return {
    operationId: `on${kind.split('.').map(capital).join('')}`,
    summary: SUMMARIES[kind],
    description: `${SUMMARIES[kind]}. Sent to every endpoint that is subscribed to \`${kind}\`, in the shape that the endpoint was configured with.`,
    tags: ['Webhooks'],
    security: [],
    parameters: WEBHOOK_HEADERS.filter(({ name }) => name !== 'content-type').map(({ name, description, isAlways }) =>
      components.parameter(name.split('-').map(capital).join(''), {
        name,
        in: 'header',
        required: isAlways === true,
        schema: { type: 'string' },
        description,
      }),
    ),
    requestBody: { required: true, content: { 'application/json': { schema: { anyOf }, examples } } },
    responses: {
      '2XX': { description: 'Received, within 10 seconds. The body is not read.' },
      '410': { description: 'Nothing more is wanted here: the endpoint is disabled' },
      default: { description: 'Tried again: five attempts over six hours, then the dead-letter queue' },
    },
  };
}

/** Payloads may get further members within v1 (docs/api/versioning.md). */
function open(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === 'additionalProperties') return [];
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [[key, isObject ? open(value as Json) : value]];
    }),
  );
}

type Payloads = Record<EventKind, z.ZodObject[]>;

/** Made for each document: three schemas for each kind of event are much of a start, and no request needs them. */
export const payloadSchemas = (): Payloads =>
  Object.fromEntries(
    EVENT_KINDS.map((kind) => [kind, PAYLOAD_SHAPES.map((shape) => webhookPayloadSchema(shape, kind))]),
  ) as Payloads;

export const SUMMARIES: Record<EventKind, string> = {
  'document.created': 'A document was uploaded',
  'document.scheduled': 'A draft was scheduled to be sent, or its time was moved',
  'document.unscheduled': 'The scheduled sending of a draft was canceled',
  'document.schedule_failed': 'The scheduled sending of a draft failed; nothing was sent',
  'document.sent': 'A document was sent for signing',
  'document.corrected': 'The sender changed the recipients or fields of a document after it was sent',
  'document.viewed': 'A signer viewed the document',
  'document.signed': 'A signer completed their signature',
  'document.completed': 'All signers have signed, and the file is sealed',
  'document.voided': 'The sender voided the document',
  'document.expired': 'The document expired before all signatures were collected',
  'recipient.started': 'A recipient started the signing process',
  'recipient.completed': 'A recipient completed all required actions',
  'recipient.declined': 'A recipient declined to sign',
  'package.sent': 'A package of documents was sent',
  'package.completed': 'All documents in a package are signed',
  'package.expired': 'A package expired',
  'package.cancelled': 'A package was cancelled',
  'field.completed': 'A signer completed a form field',
  'user.created': 'A new user signed up',
  'subscription.changed': 'The plan was upgraded or downgraded',
  'security.events': 'Security events happened; `*` does not stand for it',
};
