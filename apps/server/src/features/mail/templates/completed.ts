import { html, userText } from './html.ts';
import { renderSheet, renderText } from './layout.ts';
import { fill, fillHtml, formatTime, messagesOf } from './messages.ts';
import {
  block,
  button,
  factsPanel,
  fingerprint,
  paragraph,
  plainLink,
  signedList,
  smallPrint,
  subheading,
  textLink,
  titleValue,
} from './parts.ts';
import { assertLink, makeSubject, prepare, preparePerson } from './prepare.ts';
import { wrap, wrapFact } from './text.ts';
import type { Linked, MailContent, MailInput, Person } from './types.ts';

export type CompletedInput = MailInput &
  Linked & {
    /** Whom it is written to: a signer gets a copy, the sender hears that the work is done. */
    readonly audience: 'signer' | 'sender';
    /** Everyone who signed, in the order of signing. */
    readonly signers: readonly (Person & { readonly signedAt: Date })[];
    /** SHA-256 of the sealed file, hex. */
    readonly sha256: string;
    /** The public page that checks any PDF, or null where there is none. */
    readonly verifyLink: string | null;
  };

/** Tells a signer or the sender that everyone has signed. `link` leads to viewing and downloading. */
export function completed(raw: CompletedInput): MailContent {
  const input: CompletedInput = {
    ...prepare(raw),
    link: assertLink(raw.link),
    signers: raw.signers.map((signer) => ({ ...preparePerson(signer), signedAt: signer.signedAt })),
    verifyLink: raw.verifyLink === null ? null : assertLink(raw.verifyLink),
  };
  const messages = messagesOf(input.locale);
  const subject = makeSubject((title) => fill(messages.completedSubject, { title }), input.documentTitle);
  return { subject, text: toText(input), html: toHtml(input, subject) };
}

function toHtml(input: CompletedInput, subject: string): string {
  const { brand, locale, sender, recipient, link, verifyLink } = input;
  const messages = messagesOf(locale);
  const senderName = userText(sender.name);
  const lines = input.signers.map(({ name, email, signedAt }) => ({ name, email, time: formatTime(signedAt, locale) }));
  const forSigner = input.audience === 'signer';
  return renderSheet({
    locale,
    brand,
    subject,
    preheader: messages.completedPreheader,
    tone: 'done',
    label: messages.completedLabel,
    heading: html`${messages.completedHeading}`,
    blocks: [
      block(
        paragraph(
          forSigner ? fillHtml(messages.completedLeadSigner, { sender: senderName }) : messages.completedLeadSender,
        ),
        14,
      ),
      block(factsPanel([{ label: messages.document, value: titleValue(input.documentTitle) }]), 22),
      block(button(messages.completedAction, link), 24),
      block(signedList(messages.completedSigners, lines), 30),
      block(subheading(messages.completedVerifyTitle), 22),
      block(
        smallPrint(
          verifyLink === null
            ? html`${messages.completedVerify}`
            : html`${messages.completedVerify}<br />${textLink(verifyLink)}`,
        ),
        4,
      ),
      block(fingerprint(messages.completedHash, input.sha256), 16),
      block(plainLink(messages.linkFallback, link), 22),
    ],
    why: forSigner
      ? fillHtml(messages.completedWhySigner, { recipient: recipient.email, sender: senderName, email: sender.email })
      : fillHtml(messages.completedWhySender, { recipient: recipient.email }),
  });
}

function toText(input: CompletedInput): string {
  const { brand, locale, sender, recipient } = input;
  const messages = messagesOf(locale);
  const forSigner = input.audience === 'signer';
  const lead = forSigner ? fill(messages.completedLeadSigner, { sender: sender.name }) : messages.completedLeadSender;
  const signed = input.signers.map(({ name, email, signedAt }) => {
    const who = name === email ? email : `${name} (${email})`;
    return `${wrap(who, '  ')}\n  ${formatTime(signedAt, locale)}`;
  });
  return renderText(
    brand,
    locale,
    [
      wrap(`${messages.completedHeading}. ${lead}`),
      wrapFact(messages.document, input.documentTitle),
      `${messages.completedAction}:\n${input.link}`,
      `${messages.completedSigners}:\n${signed.join('\n\n')}`,
      `${wrap(`${messages.completedVerifyTitle}: ${messages.completedVerify}`)}${input.verifyLink === null ? '' : `\n${input.verifyLink}`}`,
      `${messages.completedHash}:\n${input.sha256}`,
    ],
    forSigner
      ? fill(messages.completedWhySigner, { recipient: recipient.email, sender: sender.name, email: sender.email })
      : fill(messages.completedWhySender, { recipient: recipient.email }),
  );
}
