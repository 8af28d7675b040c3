/** Mail as jobs, one a mail: a bad address delays nobody else. */
import type { Id } from '@countersign/contract';
import { defineJob, type Lane } from '../../platform/jobs/queue.ts';
import { type Order, type Start, starts } from '../../platform/jobs/starts.ts';
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
  | 'not-sent'
  | 'certificate-revoked'
  | 'removed'
  | 'changed'
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
  /** ISO 8601. With `certificate-revoked`: from when; with `not-sent`: for when it was scheduled. */
  since?: string;
};
/** A signer, the sender (`owner`), or another member of the organization. */
export type Addressee = Id<'signer'> | Id<'user'> | 'owner';
export const isMember = (to: Addressee): to is Id<'user'> => to.startsWith('usr_');

export type SendPayload = MailDetails & {
  mail: MailKind;
  documentId: Id<'document'>;
  to: Addressee;
  /** Asked for again: of a mail that went out before. */
  isRepeat?: boolean;
  /** Waited for its place already: it goes out now. */
  isPlaced?: boolean;
};

/** No link and no address: both are looked up when the mail is made. */
export const sendMailJob = defineJob<SendPayload>('send-mail', { lane: 'mail', retryAfter: MAIL_RETRIES, lease: 60 });

/** What somebody sits and waits for; everything else tells what has happened. */
const AWAITED: ReadonlySet<MailKind> = new Set(['invitation', 'changed', 'forwarded', 'signing-code']);
export const laneOf = (mail: MailKind): Lane => (AWAITED.has(mail) ? 'invitation' : 'mail');

export const mailKey = (mail: MailKind, documentId: string, to: string, occasion = ''): string =>
  `${mail} ${documentId} ${to}${occasion}`;

export type Mailing = {
  documentId: Id<'document'>;
  to: readonly Addressee[];
  details?: MailDetails;
  /** Tells apart mails of one kind that must both go out, as to the old and to the corrected address. */
  occasion?: string;
};

/** One job for each recipient; the same mail about the same document is queued once. */
export const mails = (mail: MailKind): Start<Mailing> => mailsFor(mail, (mailing) => [mailing]);

/** The same, for what follows from an event or concerns several documents. */
export const mailsFor = <I>(mail: MailKind, mailings: (input: I) => readonly Mailing[]): Start<I> =>
  starts(sendMailJob, (input: I) => mailings(input).flatMap((mailing) => orders(mail, mailing)), mail);

function orders(mail: MailKind, { documentId, to, details, occasion = '' }: Mailing): Order<SendPayload>[] {
  return to.map((recipient) => ({
    payload: {
      mail,
      documentId,
      to: recipient,
      ...details,
      ...(occasion !== '' && (mail === 'invitation' || mail === 'copy') && { isRepeat: true }),
    },
    uniqueKey: mailKey(mail, documentId, recipient, occasion),
    lane: laneOf(mail),
  }));
}
