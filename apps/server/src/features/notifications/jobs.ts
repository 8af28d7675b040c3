/** Mail as jobs, one a mail: a bad address delays nobody else. */
import type { Id } from '@countersign/contract';
import { defineJob, type JobRequest } from '../../platform/jobs/queue.ts';

export type MailKind = 'invitation' | 'completed' | 'voided';

/** `to` is a signer's id, or `owner` for the sender. No link and no address: both are looked up when the mail is made. */
export const sendMailJob = defineJob<{ mail: MailKind; documentId: Id<'document'>; to: Id<'signer'> | 'owner' }>(
  'send-mail',
  {
    lane: 'mail',
    retryAfter: [10, 60, 300, 900, 3600, 10_800, 21_600, 43_200],
    lease: 60,
  },
);

/** One job for each recipient; the same mail about the same document is queued once. */
export function mailJobs(
  mail: MailKind,
  documentId: Id<'document'>,
  to: readonly (Id<'signer'> | 'owner')[],
): JobRequest[] {
  return to.map((recipient) =>
    sendMailJob.request({ mail, documentId, to: recipient }, { uniqueKey: `${mail} ${documentId} ${recipient}` }),
  );
}
