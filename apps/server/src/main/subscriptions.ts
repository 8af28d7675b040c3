/** The one table of what follows from what: event -> jobs. Webhooks and live status read the outbox itself. */
import type { Subscriptions } from '../platform/audit/recorder.ts';
import { expireDocumentJob } from '../features/documents/use-cases.ts';
import { notifyRecipientsJob } from '../features/notifications/index.ts';

export const subscriptions: Subscriptions = {
  'document.sent': ({ data: { documentId, expiration } }) => [
    notifyRecipientsJob.request({ mail: 'invitation', documentId }, { uniqueKey: `invitation ${documentId}` }),
    expireDocumentJob.request({ documentId }, { runAt: new Date(expiration), uniqueKey: documentId }),
  ],
  'document.completed': ({ data: { documentId } }) => [
    notifyRecipientsJob.request({ mail: 'completed', documentId }, { uniqueKey: `completed ${documentId}` }),
  ],
  'document.voided': ({ data: { documentId } }) => [
    notifyRecipientsJob.request({ mail: 'voided', documentId }, { uniqueKey: `voided ${documentId}` }),
  ],
};
