/** The Countersign SDK. `new Countersign({ apiKey })` provides every operation that an API key can call. */
export type { Answer, Body, Query } from './types.ts';
export type { CallOptions, UploadOptions } from './api.ts';
export { Countersign, type CountersignOptions } from './countersign.ts';
export { ApiError, DocumentEndedError } from './errors.ts';
export type { LiveEvent, ListenOptions } from './events.ts';
export type { FileInput } from './files.ts';
export type { List } from './list.ts';
export type { WaitOptions } from './documents.ts';
export { unwrapWebhook, WebhookError, type WebhookEvent, type WebhookInput } from './webhooks.ts';
