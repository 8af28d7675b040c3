import { html, userText } from './html.ts';
import { renderSheet, renderText } from './layout.ts';
import { fill, fillHtml, formatTime, messagesOf } from './messages.ts';
import { block, factsPanel, paragraph, quote, smallPrint, titleValue } from './parts.ts';
import { makeSubject, prepare } from './prepare.ts';
import { manyLines, wrap, wrapFact } from './text.ts';
import type { MailContent, MailInput } from './types.ts';

/** No link: the page it led to is gone, and what someone withdrew should not ask for another press of a button. */
export type VoidedInput = MailInput & {
  /** The sender's words, many lines allowed. */
  readonly reason: string;
  readonly voidedAt: Date;
};

/** Tells someone who was asked to sign that the sender has withdrawn the document. */
export function voided(raw: VoidedInput): MailContent {
  const input: VoidedInput = { ...prepare(raw), reason: manyLines(raw.reason) };
  const messages = messagesOf(input.locale);
  const subject = makeSubject((title) => fill(messages.voidedSubject, { title }), input.documentTitle);
  return { subject, text: toText(input), html: toHtml(input, subject) };
}

function toHtml(input: VoidedInput, subject: string): string {
  const { brand, locale, sender, recipient, reason } = input;
  const messages = messagesOf(locale);
  const senderName = userText(sender.name);
  return renderSheet({
    locale,
    brand,
    subject,
    preheader: messages.voidedPreheader,
    tone: 'over',
    label: messages.voidedLabel,
    heading: html`${messages.voidedHeading}`,
    blocks: [
      block(paragraph(fillHtml(messages.voidedLead, { sender: senderName })), 14),
      block(
        factsPanel([
          { label: messages.document, value: titleValue(input.documentTitle) },
          { label: messages.voidedOn, value: userText(formatTime(input.voidedAt, locale)) },
        ]),
        22,
      ),
      ...(reason === '' ? [] : [block(quote(fillHtml(messages.voidedReason, { sender: senderName }), reason), 22)]),
      block(smallPrint(fillHtml(messages.voidedQuestions, { sender: senderName, email: sender.email })), 24),
    ],
    why: fillHtml(messages.voidedWhy, { sender: senderName, email: sender.email, recipient: recipient.email }),
  });
}

function toText(input: VoidedInput): string {
  const { brand, locale, sender, recipient, reason } = input;
  const messages = messagesOf(locale);
  const quoted = `${wrap(`${fill(messages.voidedReason, { sender: sender.name })}:`)}\n${wrap(reason, '> ')}`;
  return renderText(
    brand,
    locale,
    [
      wrap(`${messages.voidedHeading}.`),
      wrap(fill(messages.voidedLead, { sender: sender.name })),
      `${wrapFact(messages.document, input.documentTitle)}\n${wrapFact(messages.voidedOn, formatTime(input.voidedAt, locale))}`,
      ...(reason === '' ? [] : [quoted]),
      wrap(fill(messages.voidedQuestions, { sender: sender.name, email: sender.email })),
    ],
    fill(messages.voidedWhy, { sender: sender.name, email: sender.email, recipient: recipient.email }),
  );
}
