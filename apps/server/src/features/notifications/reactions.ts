/** Queues the e-mails about documents in response to events, and handles the outcomes of their delivery. */
import type { EventData, Id } from '@countersign/contract';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import type { Reactions } from '../../platform/audit/recorder.ts';
import { laneOf, mailKey, type MailKind, mails, mailsFor, sendMailJob, type SendPayload } from './send-mail-job.ts';

type ToRecipients = { documentId: Id<'document'>; recipients: EventData<'document.completed'>['recipients'] };
const toRecipients = (mail: MailKind) =>
  mailsFor(mail, ({ documentId, recipients }: ToRecipients) => [{ documentId, to: recipients }]);

type OfPackage = EventData<'package.sent'>['recipients'];
/**
 * Queues one e-mail for each person in a package. The job names only one of the person's documents, from which all the
 * others are found.
 */
const ofPackage = (notified: OfPackage) => notified.map(({ documentId, to }) => ({ documentId, to: [to] }));
const toPackage = (mail: MailKind) =>
  mailsFor(mail, ({ recipients }: { recipients: OfPackage }) => ofPackage(recipients));

export const reactions = {
  'document.schedule_failed': [
    mailsFor('not-sent', ({ documentId, scheduled_for: at, error }) => [
      { documentId, to: ['owner'], details: { since: at, answer: error.message }, occasion: ` ${at}` },
    ]),
  ],
  'document.sent': [
    toRecipients('invitation'),
    mailsFor('copy', ({ documentId, readers }) => [{ documentId, to: readers ?? [] }]),
  ],
  'package.sent': [toPackage('invitation'), mailsFor('copy', ({ readers }) => ofPackage(readers))],
  'package.completed': [toPackage('package-completed')],
  'package.expired': [toPackage('package-expired')],
  'package.cancelled': [toPackage('package-cancelled')],
  'document.completed': [toRecipients('completed')],
  'recipient.declined': [toRecipients('declined')],
  'document.expired': [toRecipients('expired')],
  'document.voided': [toRecipients('voided')],
} satisfies Reactions;

export const continuations = {
  postponed: continuation(
    'The hourly limit on e-mails to one address was exceeded, so the e-mail is postponed',
    starts(sendMailJob, ({ payload, runAt }: { payload: SendPayload; runAt: Date }) => [
      {
        payload: { ...payload, isPlaced: true },
        runAt,
        lane: laneOf(payload.mail),
        uniqueKey: mailKey(payload.mail, payload.documentId, payload.to),
      },
    ]),
  ),
  bounced: continuation(
    'The mail server permanently rejected an e-mail to a recipient (e-mail to the sender)',
    mails('bounced'),
  ),
};
