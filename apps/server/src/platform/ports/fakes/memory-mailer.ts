import { checkedMail, MailError, type Mailer, type MailErrorCode, type OutgoingMail } from '../mailer.ts';

export type MemoryMailer = Mailer & {
  /** All e-mails sent so far, oldest first. */
  readonly sent: readonly OutgoingMail[];
  /** Makes the next e-mail fail with this code. */
  failNext(code: MailErrorCode): void;
};

/** A mailer that stores its e-mails and delivers nothing. */
export function memoryMailer(): MemoryMailer {
  const sent: OutgoingMail[] = [];
  let failure: MailErrorCode | undefined;
  return {
    sent,
    failNext(code) {
      failure = code;
    },
    async send(raw) {
      const mail = checkedMail(raw);
      const code = failure;
      failure = undefined;
      if (code !== undefined) throw new MailError(code, 'The e-mail was rejected, as requested by the test.');
      sent.push(mail);
      return { messageId: mail.messageId, via: 'mailbox' };
    },
    takesUnicodeAddresses: () => Promise.resolve(true),
  };
}
