/** Operations of webhooks -> use cases. */
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeadLetters,
  listDeliveries,
  listWebhooks,
  processDeadLetters,
  redeliver,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../features/webhooks/index.ts';
import type { Bindings } from '../transport/bindings.ts';
import type { Services } from './wiring.ts';

type WebhookOperation =
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'testWebhook'
  | 'rotateWebhookSecret'
  | 'listWebhookDeliveries'
  | 'redeliverWebhook'
  | 'listDeadLetters'
  | 'processDeadLetters';

const success = { success: true } as const;

export function bindWebhooks(services: Services): Pick<Bindings, WebhookOperation> {
  return {
    listWebhooks: async (_input, { principal }) => ({ webhooks: await listWebhooks(services, principal) }),
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
    listWebhookDeliveries: ({ params, query }, { principal }) =>
      listDeliveries(services, principal, params.integrationId, query),
    redeliverWebhook: async ({ params }, context) => ({
      ...success,
      delivery: await redeliver(services, context, params.integrationId, params.deliveryId),
    }),
    listDeadLetters: ({ query }, { principal }) => listDeadLetters(services, principal, query),
    processDeadLetters: async ({ body }, context) => ({
      ...success,
      ...(await processDeadLetters(services, context, body)),
    }),
  };
}
