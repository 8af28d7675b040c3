export { type DeadLetterAction, listDeadLetters, processDeadLetters } from './dead-letters.ts';
export { listDeliveries, redeliver, testWebhook } from './deliveries.ts';
export {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookDependencies,
} from './endpoints.ts';
export { announceTo } from './fan-out.ts';
export { WebhookWorker } from './worker.ts';
