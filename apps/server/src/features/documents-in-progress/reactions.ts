/** E-mails and jobs for documents in progress. */
import type { Id } from '@countersign/contract';
import type { Reactions } from '../../platform/audit/recorder.ts';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { mails } from '../notifications/index.ts';
import { sealDocumentJob } from '../signing/index.ts';
import { expireDocumentJob } from './expire-job.ts';
import { sendRemindersJob } from './reminders-job.ts';

type At = { documentId: Id<'document'>; runAt: Date };
const atTime = ({ documentId, runAt }: At) => [{ payload: { documentId }, runAt, uniqueKey: documentId }];

export const reactions = {
  'document.sent': [
    starts(expireDocumentJob, ({ documentId, expiration }) => atTime({ documentId, runAt: new Date(expiration) })),
    starts(sendRemindersJob, ({ documentId, remindAt }) =>
      remindAt === undefined ? [] : atTime({ documentId, runAt: new Date(remindAt) }),
    ),
  ],
} satisfies Reactions;

export const continuations = {
  remindedBySender: continuation('The sender sends a reminder to signers', mails('reminder')),
  remindedOnSchedule: continuation('A scheduled reminder of a document is due', mails('reminder')),
  nextReminders: continuation(
    'Reminders were sent and further reminders are scheduled, or an expired document was extended',
    starts(sendRemindersJob, atTime),
  ),
  forwarded: continuation('A signer forwards a document (e-mail to the new signer)', mails('forwarded')),
  forwardedOn: continuation('A signer forwards a document (e-mail to the sender)', mails('forwarded-on')),
  invitedAgain: continuation('The sender corrects a signer or sends the invitation again', mails('invitation')),
  copiedAgain: continuation('The sender corrects a recipient who gets a copy, or resends the copy', mails('copy')),
  removed: continuation('The sender removes a recipient (e-mail to this recipient)', mails('removed')),
  changed: continuation(
    'The sender changes recipients or fields (e-mail to recipients who had already been invited)',
    mails('changed'),
  ),
  invitedByChange: continuation(
    'The sender changes recipients (e-mail to recipients who can now sign)',
    mails('invitation'),
  ),
  copiedByChange: continuation(
    'The sender changes recipients (e-mail to recipients who receive a copy)',
    mails('copy'),
  ),
  turnByRemoval: continuation(
    'The sender removes a recipient (e-mail to recipients who can now sign)',
    mails('invitation'),
  ),
  completedByRemoval: continuation(
    'The sender removes the only recipient who had not signed',
    starts(sealDocumentJob, ({ documentId }: { documentId: Id<'document'> }) => [
      { payload: { documentId }, uniqueKey: documentId },
    ]),
  ),
  expiryMoved: continuation(
    'The job runs at the previous expiration time of a document that was extended',
    starts(expireDocumentJob, atTime),
  ),
  extended: continuation('The sender extends the expiration time of a document', starts(expireDocumentJob, atTime)),
  reopened: continuation('The sender extends the expiration time of an expired document', mails('invitation')),
  unsealed: continuation(
    'The `completion watch` timer finds a document that was not sealed in time',
    starts(sealDocumentJob, ({ documentId }: { documentId: Id<'document'> }) => [
      { payload: { documentId }, uniqueKey: documentId },
    ]),
  ),
};
