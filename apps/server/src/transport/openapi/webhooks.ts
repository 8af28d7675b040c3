/** Describes the requests that webhook receivers get: one operation for each kind of event. */
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

/** Describes the body of a delivery: one of three envelopes, as configured for the endpoint (docs/api/events.md). */
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
    description: `${SUMMARIES[kind]}. The server sends this event to every endpoint that is subscribed to \`${kind}\`, in the payload shape of the endpoint.`,
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
      '2XX': {
        description: 'Delivered. The endpoint must respond within 10 seconds. The server does not read the body.',
      },
      '410': { description: 'The endpoint is gone. The server disables it.' },
      default: {
        description:
          'The delivery failed. The server makes five attempts over six hours, then moves the delivery to the dead-letter queue.',
      },
    },
  };
}

/**
 * Allows additional properties in a schema, because payloads may get new properties within v1 (docs/api/versioning.md).
 */
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

/**
 * Generates the schemas each time a description is generated, and not at startup. There are three per kind of event,
 * which take a long time, and requests do not need them.
 */
export const payloadSchemas = (): Payloads =>
  Object.fromEntries(
    EVENT_KINDS.map((kind) => [kind, PAYLOAD_SHAPES.map((shape) => webhookPayloadSchema(shape, kind))]),
  ) as Payloads;

export const SUMMARIES: Record<EventKind, string> = {
  'document.created': 'A document was uploaded',
  'document.scheduled': 'A draft was scheduled to be sent, or its scheduled time changed',
  'document.unscheduled': 'The scheduled send of a draft was canceled',
  'document.schedule_failed': 'The scheduled send of a draft failed, and nothing was sent',
  'document.sent': 'A document was sent for signing',
  'document.corrected': 'The sender changed the recipients or fields of a document after it was sent',
  'document.viewed': 'A signer viewed the document',
  'document.signed': 'A signer completed their signature',
  'document.completed': 'All signers signed, and the file was sealed',
  'document.voided': 'The sender voided the document',
  'document.expired': 'The document expired before all signatures were collected',
  'recipient.started': 'A recipient started signing',
  'recipient.completed': 'A recipient completed all required actions',
  'recipient.declined': 'A recipient declined to sign',
  'package.sent': 'A package of documents was sent',
  'package.completed': 'All documents of a package were completed',
  'package.expired': 'A package expired',
  'package.cancelled': 'A package was canceled',
  'field.completed': 'A signer completed a form field',
  'user.created': 'A new user signed up',
  'subscription.changed': 'The plan of the organization changed',
  'security.events': 'Security events were recorded. The wildcard `*` does not include this event',
};
