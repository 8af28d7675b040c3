/** Mail as jobs: one fans out to the recipients of a document, one sends a single mail. */
import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

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

export const notifyRecipientsJob = defineJob<{ mail: MailKind; documentId: Id<'document'> }>('notify-recipients', {
  lane: 'mail',
  retryAfter: [1, 5, 30, 300, 3600],
  lease: 30,
});
