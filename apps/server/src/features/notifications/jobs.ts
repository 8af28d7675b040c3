/** Mail as jobs, one a mail: a bad address delays nobody else. */
import type { Id } from '@countersign/contract';
import { defineJob, type JobRequest } from '../../platform/jobs/queue.ts';
import { MAIL_RETRIES } from './delivery.ts';

export type MailKind =
  | 'invitation'
  | 'completed'
  | 'voided'
  | 'expired'
  | 'reminder'
  | 'declined'
  | 'forwarded'
  | 'forwarded-on'
  | 'copy'
  | 'access-locked'
  | 'signing-code'
  | 'bounced'
  | 'package-completed'
  | 'package-expired'
  | 'package-cancelled';

/** What only some mails say: whom they are about beside their reader, and the sender's words in a reminder. */
export type MailDetails = {
  other?: string;
  from?: string;
  message?: string;
  /** With `signing-code`: the number of the code, from which it is derived. */
  code?: number;
  /** With `bounced`: why (BounceReason), and in the words of the mail server. */
  reason?: string;
  answer?: string;
};
export type SendPayload = MailDetails & {
  mail: MailKind;
  documentId: Id<'document'>;
  to: Id<'signer'> | 'owner';
  /** Asked for again: of a mail that went out before. */
  isRepeat?: boolean;
  /** Waited for its place already: it goes out now. */
  isPlaced?: boolean;
};

/** `to` is a signer's id, or `owner` for the sender. No link and no address: both are looked up when the mail is made. */
export const sendMailJob = defineJob<SendPayload>('send-mail', { lane: 'mail', retryAfter: MAIL_RETRIES, lease: 60 });

export const mailKey = (mail: MailKind, documentId: string, to: string, occasion = ''): string =>
  `${mail} ${documentId} ${to}${occasion}`;

/** One job for each recipient; the same mail about the same document is queued once. */
export function mailJobs(
  mail: MailKind,
  documentId: Id<'document'>,
  to: readonly (Id<'signer'> | 'owner')[],
  details: MailDetails = {},
  /** Tells apart mails of one kind that must both go out, as to the old and to the corrected address. */
  occasion = '',
): JobRequest[] {
  return to.map((recipient) =>
    sendMailJob.request(
      {
        mail,
        documentId,
        to: recipient,
        ...details,
        ...(occasion !== '' && (mail === 'invitation' || mail === 'copy') && { isRepeat: true }),
      },
      { uniqueKey: mailKey(mail, documentId, recipient, occasion) },
    ),
  );
}

/** One job for each person of a package, about the document of theirs that is named: from there all of theirs are found. */
export function packageMails(
  mail: MailKind,
  told: readonly { documentId: Id<'document'>; to: Id<'signer'> | 'owner' }[],
): JobRequest[] {
  return told.flatMap(({ documentId, to }) => mailJobs(mail, documentId, [to]));
}
