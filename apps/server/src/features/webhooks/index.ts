export { type DeadLetterAction } from './dead-letters.ts';
export { type WebhookDependencies } from './endpoints.ts';
export { announceTo } from './fan-out.ts';
export { WebhookWorker } from './worker.ts';
