/**
 * Every sentence of our mails, by locale. `{name}` is filled in by `fill` (text) or `fillHtml` (markup). A new locale is one
 * more table: the compiler asks for each sentence.
 */
import { html, type HtmlValue, type SafeHtml } from './html.ts';

const en = {
  greeting: 'Hello {name},',
  greetingUnnamed: 'Hello,',
  document: 'Document',
  from: 'From',
  signBy: 'Sign by',
  linkFallback: 'Button not working? Copy this address into your browser:',
  sentBy: 'Sent by {product} for {organization}.',

  invitationSubject: '{sender} asks you to sign “{title}”',
  invitationPreheader: '{organization} sent you a document to review and sign. No account needed.',
  invitationLabel: 'Signature requested',
  invitationHeading: '{sender} asks you to sign a document',
  invitationLead: 'Please read it and, if you agree, sign it online. It takes a few minutes and you need no account.',
  invitationMessage: 'Message from {sender}',
  invitationAction: 'Review and sign',
  invitationPersonal:
    'This link is yours alone. Please do not forward this e-mail: whoever has the link can sign in your name.',
  invitationWhy:
    'You got this e-mail because {sender} ({email}) entered your address, {recipient}, to have this document signed. If you do not know the sender or did not expect this, do not sign; you can ignore this e-mail.',

  completedSubject: 'Everyone has signed “{title}”',
  completedPreheader: 'All signatures are in. The signed document is ready to view and download.',
  completedLabel: 'Completed',
  completedHeading: 'Everyone has signed',
  completedLeadSigner: 'The document you signed for {sender} is complete. Your copy is ready: please keep it.',
  completedLeadSender:
    'The document you sent has all its signatures and is sealed. Everyone who signed receives a copy too.',
  completedSigners: 'Signed by',
  completedAction: 'View and download',
  completedVerifyTitle: 'How to check it',
  completedVerify:
    'Every signature is inside the PDF. Open it in any PDF reader that shows signatures, or drop it on the page below, today or years from now. A single changed byte would show.',
  completedHash: 'Fingerprint of the signed file (SHA-256)',
  completedWhySigner:
    'You got this e-mail because you ({recipient}) signed this document at the request of {sender} ({email}).',
  completedWhySender: 'You got this e-mail because you ({recipient}) sent this document for signing.',

  voidedSubject: 'Withdrawn: “{title}”',
  voidedPreheader: 'The sender has withdrawn this document. There is nothing left for you to do.',
  voidedLabel: 'Withdrawn',
  voidedHeading: 'This document has been withdrawn',
  voidedLead:
    '{sender} has withdrawn the document below before it was completed. It can no longer be signed, and there is nothing left for you to do.',
  voidedOn: 'Withdrawn on',
  voidedReason: 'Reason given by {sender}',
  voidedQuestions: 'Questions? Please write to {sender} at {email}.',
  voidedWhy: 'You got this e-mail because {sender} ({email}) had asked you ({recipient}) to sign this document.',
} as const;

const MESSAGES = { en } satisfies Record<string, Record<keyof typeof en, string>>;

export type MailLocale = keyof typeof MESSAGES;

export function messagesOf(locale: MailLocale): (typeof MESSAGES)[MailLocale] {
  return MESSAGES[locale];
}

/** The names in braces of a message, so that a forgotten value is a compile error. */
type ValueNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ValueNames<Rest> : never;
type Values<T extends string, V> = Readonly<Record<ValueNames<T>, V>>;

const PLACE = /\{(\w+)\}/;

/** The message with its values. Only the message is looked through, so a title that holds "{sender}" stays as it is. */
export function fill<T extends string>(message: T, values: Values<T, string>): string {
  return parts(message)
    .map((part) => ('name' in part ? String(valueOf(values, part.name)) : part.literal))
    .join('');
}

/** The same as markup: text is escaped, as in `html`. */
export function fillHtml<T extends string>(message: T, values: Values<T, HtmlValue>): SafeHtml {
  return html`${parts(message).map((part) => ('name' in part ? html`${valueOf(values, part.name)}` : html`${part.literal}`))}`;
}

function parts(message: string): ({ literal: string } | { name: string })[] {
  // A split by a pattern with one group alternates: text, name, text, name, text.
  return message.split(PLACE).map((part, index) => (index % 2 === 1 ? { name: part } : { literal: part }));
}

function valueOf<V>(values: Readonly<Record<string, V>>, name: string): V {
  const value = values[name];
  if (value === undefined) throw new Error(`The mail message lacks its value "${name}".`);
  return value;
}

/** Month in letters, because 11/12 means two days; UTC and said so, because we do not know where the reader is. */
export function formatTime(time: Date, locale: MailLocale): string {
  return `${TIME_FORMATS[locale].format(time)}\u00A0UTC`;
}

const TIME_FORMATS: Record<MailLocale, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }),
};
