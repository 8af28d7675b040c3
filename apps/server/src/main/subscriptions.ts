/** The one table of what follows from what: event -> jobs. Webhooks and live status read the outbox itself. */
import type { Subscriptions } from '../platform/audit/recorder.ts';
import { makeCertificateJob } from '../features/completion/index.ts';
import { expireDocumentJob } from '../features/documents/use-cases.ts';
import { mailJobs } from '../features/notifications/index.ts';
import { sendRemindersJob } from '../features/on-the-way/index.ts';

export const subscriptions: Subscriptions = {
  'document.sent': ({ data: { documentId, expiration, recipients, readers, remindAt } }) => [
    ...mailJobs('invitation', documentId, recipients),
    ...mailJobs('copy', documentId, readers ?? []),
    ...(remindAt === undefined
      ? []
      : [sendRemindersJob.request({ documentId }, { runAt: new Date(remindAt), uniqueKey: documentId })]),
    expireDocumentJob.request({ documentId }, { runAt: new Date(expiration), uniqueKey: documentId }),
  ],
  // Everybody is a recipient of every document: the link of the first leads to all.
  'package.sent': ({ data: { documents, recipients, readers } }) =>
    documents
      .slice(0, 1)
      .flatMap((first) => [...mailJobs('invitation', first, recipients), ...mailJobs('copy', first, readers)]),
  'document.completed': ({ data: { documentId, recipients } }) => [
    ...mailJobs('completed', documentId, ['owner', ...recipients]),
    makeCertificateJob.request({ documentId }, { uniqueKey: documentId }),
  ],
  'recipient.declined': ({ data: { documentId, recipients } }) =>
    mailJobs('declined', documentId, ['owner', ...recipients]),
  'document.expired': ({ data: { documentId, recipients } }) =>
    mailJobs('expired', documentId, ['owner', ...recipients]),
  'document.voided': ({ data: { documentId, recipients } }) => mailJobs('voided', documentId, recipients),
};
