/** The one table of what follows from what: event -> jobs. Webhooks and live status read the outbox itself. */
import type { Subscriptions } from '../platform/audit/recorder.ts';
import { makeCertificateJob } from '../features/completion/index.ts';
import { expireDocumentJob } from '../features/documents/use-cases.ts';
import { mailJobs, packageMails } from '../features/notifications/index.ts';
import { sendRemindersJob } from '../features/progress/index.ts';

export const subscriptions: Subscriptions = {
  'document.sent': ({ data: { documentId, expiration, recipients, readers, remindAt } }) => [
    ...mailJobs('invitation', documentId, recipients),
    ...mailJobs('copy', documentId, readers ?? []),
    ...(remindAt === undefined
      ? []
      : [sendRemindersJob.request({ documentId }, { runAt: new Date(remindAt), uniqueKey: documentId })]),
    expireDocumentJob.request({ documentId }, { runAt: new Date(expiration), uniqueKey: documentId }),
  ],
  'package.sent': ({ data: { recipients, readers } }) => [
    ...packageMails('invitation', recipients),
    ...packageMails('copy', readers),
  ],
  'package.completed': ({ data }) => packageMails('package-completed', data.recipients),
  'package.expired': ({ data }) => packageMails('package-expired', data.recipients),
  'package.cancelled': ({ data }) => packageMails('package-cancelled', data.recipients),
  'document.completed': ({ data: { documentId, recipients } }) => [
    ...mailJobs('completed', documentId, recipients),
    makeCertificateJob.request({ documentId }, { uniqueKey: documentId }),
  ],
  'recipient.declined': ({ data: { documentId, recipients } }) => mailJobs('declined', documentId, recipients),
  'document.expired': ({ data: { documentId, recipients } }) => mailJobs('expired', documentId, recipients),
  'document.voided': ({ data: { documentId, recipients } }) => mailJobs('voided', documentId, recipients),
};
