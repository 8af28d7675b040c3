/** The one table of what follows from what: event -> jobs. Webhooks and live status read the outbox itself. */
import type { Subscriptions } from '../platform/audit/recorder.ts';
import { expireDocumentJob } from '../features/documents/use-cases.ts';
import { mailJobs } from '../features/notifications/index.ts';

export const subscriptions: Subscriptions = {
  'document.sent': ({ data: { documentId, expiration, recipients } }) => [
    ...mailJobs('invitation', documentId, recipients),
    expireDocumentJob.request({ documentId }, { runAt: new Date(expiration), uniqueKey: documentId }),
  ],
  'document.completed': ({ data: { documentId, recipients } }) =>
    mailJobs('completed', documentId, ['owner', ...recipients]),
  'document.voided': ({ data: { documentId, recipients } }) => mailJobs('voided', documentId, recipients),
};
