/** Each e-mail is one job, so that a bad address delays no other e-mail. */
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

/** Details that only some e-mails need, such as the other person concerned and the sender's message in a reminder. */
export type MailDetails = {
  other?: string;
  from?: string;
  message?: string;
  /** The number from which the code is derived. Set for `signing-code`. */
  code?: number;
  /** The reason (BounceReason) and the mail server's response. Set for `bounced`. */
  reason?: string;
  answer?: string;
  /**
   * A time (ISO 8601). For `certificate-revoked`, the time from which the revocation applies; for `not-sent`, the
   * scheduled time.
   */
  since?: string;
};
/** The reader: a signer, the sender (`owner`), or another member of the organization. */
export type Addressee = Id<'signer'> | Id<'user'> | 'owner';
export const isMember = (to: Addressee): to is Id<'user'> => to.startsWith('usr_');

export type SendPayload = MailDetails & {
  mail: MailKind;
  documentId: Id<'document'>;
  to: Addressee;
  /** True if the e-mail was sent before and is being sent again. */
  isRepeat?: boolean;
  /** True if the job has already been delayed to its slot. The e-mail is then sent immediately. */
  isPlaced?: boolean;
};

/** The job contains neither the link nor the address. Both are looked up when the e-mail is composed. */
export const sendMailJob = defineJob<SendPayload>('send-mail', { lane: 'mail', retryAfter: MAIL_RETRIES, lease: 60 });

/** E-mails that a person is waiting for. All other e-mails are notices. */
const AWAITED: ReadonlySet<MailKind> = new Set(['invitation', 'changed', 'forwarded', 'signing-code']);
export const laneOf = (mail: MailKind): Lane => (AWAITED.has(mail) ? 'invitation' : 'mail');

export const mailKey = (mail: MailKind, documentId: string, to: string, occasion = ''): string =>
  `${mail} ${documentId} ${to}${occasion}`;

export type Mailing = {
  documentId: Id<'document'>;
  to: readonly Addressee[];
  details?: MailDetails;
  /**
   * Distinguishes e-mails of one kind that must both be sent, such as those to the old and to the corrected address.
   */
  occasion?: string;
};

/** Queues one job for each recipient. For each kind of e-mail, document and recipient, only one job is queued. */
export const mails = (mail: MailKind): Start<Mailing> => mailsFor(mail, (mailing) => [mailing]);

/** Like `mails`, but for e-mails that are derived from an event or concern several documents. */
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
