/** Sends one e-mail to one person. */
import { asciiAddress } from '@countersign/contract';

export type Mailbox = { readonly name: string; readonly address: string };

/** An image that is attached to e-mails whose markup references it, as `cid:` and its ID (RFC 2392). */
export type InlinePicture = { readonly cid: string; readonly contentType: 'image/png'; readonly content: Buffer };

export type OutgoingMail = {
  /**
   * The RFC 5322 message ID in angle brackets. It is the same for every attempt, so that mail clients detect
   * duplicates.
   */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: { readonly name?: string; readonly address: string };
  readonly replyTo?: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers, such as List-Unsubscribe. They must not repeat a header that another property defines. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** `via` is part of the evidence. The audit trail states "by e-mail" only for e-mails that were sent over SMTP. */
export type MailReceipt = { readonly messageId: string; readonly via: 'smtp' | 'mailbox' };

export interface Mailer {
  /**
   * Resolves when the next mail server, or the built-in mailbox, has accepted the e-mail.
   *
   * @throws MailError only. After `timeout`, and after a connection lost at the last moment (`temporary`), the e-mail
   * may still have been accepted. Resending can deliver it twice, and not resending can lose it.
   */
  send(mail: OutgoingMail): Promise<MailReceipt>;

  /**
   * Returns whether the mail server accepts addresses with non-ASCII characters before the @ (RFC 6531). Returns true
   * while that is unknown.
   */
  takesUnicodeAddresses(): Promise<boolean>;
}

/**
 * `temporary` means that a later attempt may succeed (4xx, no connection, wrong settings). `permanent` means that this
 * e-mail will never be accepted (5xx, an invalid address). `timeout` means that there was no response in time.
 */
export type MailErrorCode = 'temporary' | 'permanent' | 'timeout';

/**
 * The reason why a mail server does not accept e-mails from this server: no connection or response, required TLS is
 * missing or untrusted, the user or password is wrong, or the server refuses access.
 */
export type MailServerFault = 'unreachable' | 'encryption' | 'login' | 'refused';

export class MailServerError extends Error {
  override readonly name = 'MailServerError';
  readonly fault: MailServerFault;

  constructor(fault: MailServerFault, options?: ErrorOptions) {
    super(`the mail server does not accept our e-mails: ${fault}`, options);
    this.fault = fault;
  }
}

/** Runs every step that precedes sending an e-mail, but sends none. */
export interface MailServer {
  /** True if TLS is required, or the server is on this machine. */
  readonly isEncrypted: boolean;
  /** @throws MailServerError only */
  check(): Promise<void>;
}

/** The mail server's response: its code and its text, which often repeats the address. */
export type ServerAnswer = { readonly code: number; readonly text: string };

export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: MailErrorCode;
  declare readonly answer: ServerAnswer | undefined;

  /**
   * @param message must not name a person, because it is logged. The server's text may be shown only to those who may
   * see the address
   */
  constructor(code: MailErrorCode, message: string, options?: ErrorOptions & { answer?: ServerAnswer | undefined }) {
    super(message, options);
    this.code = code;
    // The property is not enumerable. Loggers that print the members of an error therefore omit it.
    Object.defineProperty(this, 'answer', { value: options?.answer });
  }
}

/**
 * Returns the e-mail with every header on one line. Each adapter calls this first, so that no name or subject can add a
 * header or a recipient, independently of its library.
 *
 * @throws MailError `permanent` for faults that a retry cannot fix: an invalid address or message ID, or a reserved
 * header
 */
export function checkedMail(mail: OutgoingMail): OutgoingMail {
  if (!MESSAGE_ID.test(mail.messageId))
    throw new MailError('permanent', 'The message ID does not have the form <id@domain>.');
  return {
    ...mail,
    from: checkedMailbox(mail.from),
    to: checkedMailbox(mail.to),
    ...(mail.replyTo && { replyTo: checkedMailbox(mail.replyTo) }),
    subject: headerLine(mail.subject),
    ...(mail.headers && { headers: checkedHeaders(mail.headers) }),
  };
}

const MESSAGE_ID = /^<[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+>$/;

/**
 * Matches addresses. Stricter than RFC 5321: no quoted local parts, no comments, no address literals. None of the
 * remaining characters has a meaning in a header or an SMTP command.
 */
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]{0,253}[\p{L}\p{N}\p{M}])?$/u;

function checkedMailbox<T extends { readonly name?: string; readonly address: string }>(mailbox: T): T {
  if (!ADDRESS.test(asciiAddress(mailbox.address)) || mailbox.address.length > 254) {
    throw new MailError('permanent', 'One of the addresses of this e-mail is not valid.');
  }
  return mailbox.name === undefined ? mailbox : { ...mailbox, name: headerLine(mailbox.name) };
}

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const OWN_HEADERS =
  /^(?:from|to|cc|bcc|sender|reply-to|return-path|subject|message-id|date|mime-version|content-.*|resent-.*)$/i;

function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => {
    if (!HEADER_NAME.test(name) || OWN_HEADERS.test(name)) {
      throw new MailError('permanent', 'A header of this e-mail has a reserved name.');
    }
    return [name, headerLine(value)];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns one line in which "=?" no longer begins an encoded word (RFC 2047 §2). In a name, `=?utf-8?Q?=0D=0A...?=`
 * would be ASCII to the program that writes the e-mail and line breaks to the program that reads it.
 */
function headerLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
}
