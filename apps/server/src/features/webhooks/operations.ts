import type { WebhookDependencies } from './endpoints.ts';
import { rotateCallbackSecret } from './callbacks.ts';
import { listDeadLetters, processDeadLetters } from './dead-letters.ts';
import { sampleOf } from './sample.ts';
import { listDeliveries, redeliver, testWebhook } from './deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './endpoints.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = WebhookDependencies;

export function operations(services: Services) {
  return {
    listWebhooks: async ({ query }, { principal }) =>
      inPages('webhooks', await listWebhooks(services, principal), query, ({ id }) => id),
    createWebhook: async ({ body }, context) => ({ ...success, webhook: await createWebhook(services, context, body) }),
    getWebhook: async ({ params }, { principal }) => ({
      webhook: await getWebhook(services, principal, params.integrationId),
    }),
    updateWebhook: async ({ params, body }, context) => ({
      ...success,
      webhook: await updateWebhook(services, context, params.integrationId, body),
    }),
    deleteWebhook: async ({ params }, context) => {
      await deleteWebhook(services, context, params.integrationId);
      return success;
    },
    testWebhook: async ({ params, body }, context) => ({
      ...success,
      delivery: await testWebhook(services, context, params.integrationId, body.event),
    }),
    rotateWebhookSecret: async ({ params, body }, context) => ({
      ...success,
      webhook: await rotateWebhookSecret(services, context, params.integrationId, body),
    }),
    rotateCallbackSecret: async ({ body }, context) => ({
      ...success,
      ...(await rotateCallbackSecret(services, context, body.overlapHours)),
    }),
    listWebhookDeliveries: ({ params, query }, { principal }) =>
      listDeliveries(services, principal, params.integrationId, query),
    redeliverWebhook: async ({ params }, context) => ({
      ...success,
      delivery: await redeliver(services, context, params.integrationId, params.deliveryId),
    }),
    getEventSample: ({ query }) => Promise.resolve({ sample: sampleOf(query) }),
    listDeadLetters: ({ query }, { principal }) => listDeadLetters(services, principal, query),
    processDeadLetters: async ({ body }, context) => ({
      ...success,
      ...(await processDeadLetters(services, context, body)),
    }),
  } satisfies Partial<Handlers>;
}
