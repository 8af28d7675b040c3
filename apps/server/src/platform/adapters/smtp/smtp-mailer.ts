import { asciiAddress } from '@countersign/contract';
import { createTransport, type NodemailerError } from 'nodemailer';
import {
  checkedMail,
  type InlinePicture,
  MailError,
  type Mailer,
  type MailErrorCode,
  type OutgoingMail,
} from '../../ports/mailer.ts';
import { DKIM_HEADERS, type DkimKey } from './dkim.ts';
import { smtpSettings } from './smtp-settings.ts';
import { unicodeProbe } from './unicode-addresses.ts';

export type SmtpMailer = Mailer & {
  /** Accepts no more e-mails, waits for those that are being sent, and closes all connections. */
  close(): void;
};

/**
 * The time limit of a whole e-mail, in multiples of the limit of one step. Otherwise, a server that responds to each
 * step just in time could occupy a worker for minutes.
 */
const STEPS_IN_TIME = 4;

/**
 * Sends through the mail server at `SMTP_URL`.
 *
 * @param options.stepTimeout milliseconds for each step of the dialogue; default: 10 seconds
 * @param options.pictures images that are attached to every e-mail that references them
 * @param options.dkim the key that signs every e-mail (RFC 6376)
 * @throws Error for an address that smtpSettings refuses
 */
export function smtpMailer(
  url: string,
  options: {
    readonly stepTimeout?: number;
    readonly dkim?: DkimKey | undefined;
    readonly pictures?: readonly InlinePicture[];
  } = {},
): SmtpMailer {
  const settings = smtpSettings(url, options.stepTimeout);
  const transport = createTransport({
    ...settings,
    pool: true,
    ...(options.dkim && { dkim: { ...options.dkim, headerFieldNames: DKIM_HEADERS } }),
  });
  const deadline = STEPS_IN_TIME * Number(settings.socketTimeout);
  return {
    async send(raw) {
      const mail = checkedMail(raw);
      try {
        await transport.sendMail({ ...toMessage(mail, options.pictures ?? []), signal: AbortSignal.timeout(deadline) });
      } catch (error) {
        throw toMailError(error);
      }
      return { messageId: mail.messageId, via: 'smtp' };
    },
    takesUnicodeAddresses: unicodeProbe(settings),
    close: () => transport.close(),
  };
}

/**
 * Converts domains to A-labels, which every mail server accepts. Only a local part beyond ASCII needs SMTPUTF8 (RFC
 * 6531 §3.2).
 */
function toAsciiDomains({ from, to, replyTo }: OutgoingMail): Pick<OutgoingMail, 'from' | 'to' | 'replyTo'> {
  const ascii = <Address extends { address: string }>(one: Address): Address => ({
    ...one,
    address: asciiAddress(one.address),
  });
  return { from: ascii(from), to: ascii(to), ...(replyTo && { replyTo: ascii(replyTo) }) };
}

function toMessage(mail: OutgoingMail, pictures: readonly InlinePicture[]) {
  const { from, to, replyTo } = toAsciiDomains(mail);
  return {
    // The envelope is given explicitly, because the recipients of an e-mail must never be read from its headers.
    envelope: { from: from.address, to: [to.address] },
    messageId: mail.messageId,
    from: { name: from.name, address: from.address },
    to: { name: to.name ?? '', address: to.address },
    ...(replyTo && { replyTo: { name: replyTo.name, address: replyTo.address } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: pictures
      .filter(({ cid }) => mail.html.includes(`cid:${cid}`))
      .map((picture) => ({ ...picture, contentDisposition: 'inline' as const, filename: false as const })),
    // RFC 3834 §5: prevents out-of-office replies to the sender's address.
    headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable' as const,
  };
}

/**
 * Converts an error. Only a refusal of the e-mail itself is permanent. A wrong password, a rejected connection or a
 * rejected sender address can be fixed without changing the e-mail.
 */
function toMailError(error: unknown): MailError {
  const cause: NodemailerError = error instanceof Error ? error : new Error(String(error));
  const { responseCode, response } = cause;
  const answered = responseCode === undefined ? '' : ` with ${responseCode}`;
  return new MailError(
    codeOf(cause),
    `The mail server did not accept the e-mail${answered} (${cause.code ?? 'no code'}).`,
    {
      cause,
      answer: responseCode === undefined ? undefined : { code: responseCode, text: (response ?? '').slice(0, 1000) },
    },
  );
}

function codeOf(error: NodemailerError): MailErrorCode {
  if (error.code === 'ETIMEDOUT' || error.code === 'EABORT') return 'timeout';
  const aboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (aboutThisMail && error.command === 'MAIL FROM' && error.responseCode !== undefined) return 'temporary';
  // `permanent` is unset if the library detected the error before it contacted the server. In that case, retrying does
  // not help.
  return aboutThisMail && error.permanent !== false ? 'permanent' : 'temporary';
}
