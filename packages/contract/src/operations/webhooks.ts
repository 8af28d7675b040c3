/** Webhooks: endpoints, the delivery log, and the dead-letter queue (ADR 26). */
import { z } from 'zod';
import { eventKind } from '../events.ts';
import { idSchema } from '../ids.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { LIMITS } from '../resources.ts';
import {
  deadLetter,
  delivery,
  deliveryState,
  payloadShape,
  webhook,
  webhookChange,
  webhookInput,
  webhookWithSecret,
  WEBHOOK_LIMITS,
} from '../webhooks.ts';
import { idParam } from '../path-params.ts';
import { strict } from '../field-class.ts';
import { timestamp } from '../values.ts';

const success = z.object({ success: z.literal(true) });
const path = '/api/integrations/webhooks';
const one = `${path}/:integrationId`;
const queue = '/api/webhooks/dead-letter-queue';
const common = {
  tag: 'Webhooks',
  role: 'admin',
  rate: 'credential',
  credentials: ['session', 'api-key'],
  scope: 'webhooks',
} as const;
const params = z.object({ integrationId: idParam('webhook', 'WEBHOOK_NOT_FOUND') });

const pageSize = strict(z.string())
  .regex(/^\d{1,3}$/, 'must be a whole number from 1 to 100')
  .transform(Number)
  .pipe(z.int().min(1).max(LIMITS.pageSizeMax))
  .default(LIMITS.pageSizeDefault);
/** Deliveries are listed newest first. The next page starts after the last ID of the current page. */
const pages = { pageSize, cursor: idSchema('delivery').optional() };
const nextDeliveries = z.object({ hasMore: z.boolean(), nextCursor: idSchema('delivery').nullable() });

export const listWebhooks = defineOperation({
  ...common,
  id: 'listWebhooks',
  secretAnswer: true,
  method: 'GET',
  path,
  summary: 'List webhooks',
  description: 'Returns the webhooks of the organization without their secrets.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ webhooks: z.array(webhook), pagination })) },
  errors: [],
});

export const createWebhook = defineOperation({
  ...common,
  id: 'createWebhook',
  secretAnswer: true,
  stepUp: 'session',
  method: 'POST',
  path,
  summary: 'Create a webhook',
  description: 'Registers an endpoint for events. Its secret is returned only in this response.',
  body: json(webhookInput),
  success: { status: 201, body: json(success.extend({ webhook: webhookWithSecret })) },
  errors: ['TOO_MANY_WEBHOOKS'],
});

export const getWebhook = defineOperation({
  ...common,
  id: 'getWebhook',
  secretAnswer: true,
  method: 'GET',
  path: one,
  summary: 'Retrieve a webhook',
  description: 'Returns the webhook without its secret.',
  params,
  success: { status: 200, body: json(z.object({ webhook })) },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const updateWebhook = defineOperation({
  ...common,
  id: 'updateWebhook',
  secretAnswer: true,
  stepUp: 'session',
  method: 'PATCH',
  path: one,
  summary: 'Update a webhook',
  description:
    'Changes the properties that you send. `active: false` pauses the webhook. `active: true` resumes it and sends the waiting deliveries.',
  params,
  body: json(webhookChange),
  success: { status: 200, body: json(success.extend({ webhook })) },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const deleteWebhook = defineOperation({
  ...common,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: one,
  summary: 'Delete a webhook',
  description: 'Deletes the webhook and its waiting deliveries.',
  params,
  success: { status: 200, body: json(success) },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const testWebhook = defineOperation({
  ...common,
  id: 'testWebhook',
  secretAnswer: true,
  method: 'POST',
  path: `${one}/test`,
  summary: 'Send a test event',
  description: 'Sends one test event to the webhook, even if it is paused. The list of deliveries shows the result.',
  params,
  body: json(z.strictObject({ event: eventKind.default('document.completed') }).prefault({})),
  success: { status: 202, body: json(success.extend({ delivery })) },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const rotateWebhookSecret = defineOperation({
  ...common,
  id: 'rotateWebhookSecret',
  secretAnswer: true,
  stepUp: 'session',
  method: 'POST',
  path: `${one}/rotate-secret`,
  summary: 'Rotate a webhook secret',
  description:
    'Creates a new secret, which is returned only in this response. While both secrets are valid, `webhook-signature` contains signatures with both, and `x-service-signature` uses the old secret.',
  params,
  body: json(
    z
      .strictObject({
        overlapHours: z
          .number()
          .min(0)
          .max(WEBHOOK_LIMITS.overlapHours)
          .default(WEBHOOK_LIMITS.overlapHours)
          .meta({ description: 'Number of hours for which the old secret stays valid. 0 revokes it immediately.' }),
        confirm: z
          .literal(true)
          .optional()
          .meta({ description: 'If true, the old secret is revoked immediately and no new secret is created.' }),
      })
      .prefault({}),
  ),
  success: {
    status: 200,
    body: json(success.extend({ webhook: webhook.extend({ secret: z.string().optional() }) })),
  },
  errors: ['WEBHOOK_NOT_FOUND', 'ROTATION_IN_PROGRESS', 'NO_ROTATION'],
});

export const rotateCallbackSecret = defineOperation({
  ...common,
  id: 'rotateCallbackSecret',
  secretAnswer: true,
  stepUp: 'session',
  method: 'POST',
  path: '/api/webhooks/callback-secret',
  summary: 'Rotate the callback secret',
  description:
    'Creates or rotates the secret that signs deliveries to `callbackUrl` addresses. The secret is returned only in this response. After a rotation, `x-service-signature` uses the old secret and `webhook-signature` contains signatures with both, until the old secret expires.',
  body: json(
    z
      .strictObject({
        overlapHours: z
          .number()
          .min(0)
          .max(WEBHOOK_LIMITS.overlapHours)
          .default(WEBHOOK_LIMITS.overlapHours)
          .meta({ description: 'Number of hours for which the old secret stays valid. 0 revokes it immediately.' }),
      })
      .prefault({}),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        secret: z.string().meta({ description: '`whsec_` followed by 32 bytes encoded as base64.' }),
        previous_secret_until: timestamp.nullable(),
      }),
    ),
  },
  errors: ['ROTATION_IN_PROGRESS'],
});

export const listWebhookDeliveries = defineOperation({
  ...common,
  id: 'listWebhookDeliveries',
  secretAnswer: true,
  work: 'list',
  method: 'GET',
  path: `${one}/deliveries`,
  summary: 'List webhook deliveries',
  description: 'Returns the delivery log, newest first: the payload, the time and the response of each delivery.',
  params,
  query: z.strictObject({ ...pages, state: deliveryState.optional(), event: eventKind.optional() }),
  success: { status: 200, body: json(z.object({ deliveries: z.array(delivery), pagination: nextDeliveries })) },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const redeliverWebhook = defineOperation({
  ...common,
  id: 'redeliverWebhook',
  secretAnswer: true,
  method: 'POST',
  path: `${one}/deliveries/:deliveryId/redeliver`,
  summary: 'Redeliver an event',
  description: 'Sends the event again immediately, with the same event ID and up to five attempts.',
  params: z.object({
    integrationId: idParam('webhook', 'WEBHOOK_NOT_FOUND'),
    deliveryId: idParam('delivery', 'DELIVERY_NOT_FOUND'),
  }),
  success: { status: 202, body: json(success.extend({ delivery })) },
  errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
});

export const getEventSample = defineOperation({
  ...common,
  id: 'getEventSample',
  method: 'GET',
  path: '/api/webhooks/sample',
  summary: 'Retrieve a sample event',
  description:
    'Returns the payload of an event with sample data. No-code platforms use it to map fields before the first event arrives.',
  query: z.strictObject({
    event: eventKind,
    payloadShape: payloadShape.default('A').meta({ description: 'Payload shape of the webhook.' }),
  }),
  success: {
    status: 200,
    body: json(z.object({ sample: z.record(z.string(), z.unknown()).meta({ description: 'Body of a delivery.' }) })),
  },
  errors: [],
});

const filter = {
  integrationId: idSchema('webhook').optional(),
  event: eventKind.optional(),
  from: strict(z.iso.datetime())
    .optional()
    .meta({ description: 'Only include deliveries whose last attempt failed at this time or later.' }),
  to: strict(z.iso.datetime())
    .optional()
    .meta({ description: 'Only include deliveries whose last attempt failed before this time.' }),
};

export const listDeadLetters = defineOperation({
  ...common,
  id: 'listDeadLetters',
  secretAnswer: true,
  work: 'list',
  method: 'GET',
  path: queue,
  summary: 'List dead letters',
  description: 'Returns deliveries that failed five times, newest first.',
  query: z.strictObject({ ...pages, ...filter }),
  success: {
    status: 200,
    body: json(z.object({ deliveries: z.array(deadLetter), total: z.int(), pagination: nextDeliveries })),
  },
  errors: [],
});

export const processDeadLetters = defineOperation({
  ...common,
  id: 'processDeadLetters',
  work: 'bulk',
  method: 'POST',
  path: queue,
  summary: 'Retry or discard dead letters',
  description: 'Retries or discards dead letters, selected by their IDs or by a filter.',
  body: json(
    z.union(
      [
        z.strictObject({
          ids: z
            .array(idSchema('delivery'))
            .min(1)
            .max(1000)
            .transform((ids) => [...new Set(ids)]),
          action: z.enum(['replay', 'discard']),
        }),
        z.strictObject({ all: z.literal(true), action: z.enum(['replay', 'discard']), ...filter }),
      ],
      'must be {ids, action} or {all: true, action}, where action is "replay" or "discard"',
    ),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        action: z.enum(['replay', 'discard']),
        processed: z.int(),
        skipped: z.array(idSchema('delivery')).meta({ description: 'IDs from the request that are not in the queue.' }),
      }),
    ),
  },
  errors: [],
});
