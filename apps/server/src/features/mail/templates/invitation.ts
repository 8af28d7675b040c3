import { userText } from './html.ts';
import { renderSheet, renderText } from './layout.ts';
import { fill, fillHtml, formatTime, messagesOf } from './messages.ts';
import { block, button, factsPanel, paragraph, plainLink, quote, senderLine, smallPrint, titleValue } from './parts.ts';
import { assertLink, makeSubject, ownSubject, prepare } from './prepare.ts';
import { manyLines, wrap, wrapFact } from './text.ts';
import type { Linked, MailContent, MailInput } from './types.ts';

export type InvitationInput = MailInput &
  Linked & {
    /** The sender's own subject line, or null for ours. */
    readonly subject: string | null;
    /** The sender's words, or null. */
    readonly message: string | null;
    readonly expiresAt: Date;
  };

/** Asks one signer to review and sign. `link` is the signer's personal link. */
export function invitation(raw: InvitationInput): MailContent {
  const input = { ...prepare(raw), link: assertLink(raw.link), message: manyLines(raw.message ?? '') };
  const messages = messagesOf(input.locale);
  const sender = input.sender.name;
  const subject =
    ownSubject(input.subject) ??
    makeSubject((title) => fill(messages.invitationSubject, { sender, title }), input.documentTitle);
  return { subject, text: toText(input), html: toHtml(input, subject) };
}

type Prepared = InvitationInput & { readonly message: string };

function toHtml(input: Prepared, subject: string): string {
  const { brand, locale, recipient, sender, link, message } = input;
  const messages = messagesOf(locale);
  const senderName = userText(sender.name);
  return renderSheet({
    locale,
    brand,
    subject,
    preheader: fill(messages.invitationPreheader, { organization: brand.organization }),
    tone: 'request',
    label: messages.invitationLabel,
    heading: fillHtml(messages.invitationHeading, { sender: senderName }),
    blocks: [
      block(senderLine(organizationOf(input), sender.email), 6),
      block(paragraph(greeting(input)), 18),
      block(paragraph(messages.invitationLead), 8),
      block(
        factsPanel([
          { label: messages.document, value: titleValue(input.documentTitle) },
          { label: messages.signBy, value: userText(formatTime(input.expiresAt, locale)) },
        ]),
        22,
      ),
      // Before the message, which may be long: on a phone the next step has to be in sight.
      block(button(messages.invitationAction, link), 24),
      ...(message === ''
        ? []
        : [block(quote(fillHtml(messages.invitationMessage, { sender: senderName }), message), 28)]),
      block(smallPrint(messages.invitationPersonal), 28),
      block(plainLink(messages.linkFallback, link), 12),
    ],
    why: fillHtml(messages.invitationWhy, { sender: senderName, email: sender.email, recipient: recipient.email }),
  });
}

function toText(input: Prepared): string {
  const { brand, locale, recipient, sender, message } = input;
  const messages = messagesOf(locale);
  const quoted = `${wrap(`${fill(messages.invitationMessage, { sender: sender.name })}:`)}\n${wrap(message, '> ')}`;
  return renderText(
    brand,
    locale,
    [
      wrap(greeting(input)),
      wrap(`${fill(messages.invitationHeading, { sender: sender.name })}. ${messages.invitationLead}`),
      [
        wrapFact(messages.document, input.documentTitle),
        wrapFact(messages.from, `${fromLine(input)} (${sender.email})`),
        wrapFact(messages.signBy, formatTime(input.expiresAt, locale)),
      ].join('\n'),
      ...(message === '' ? [] : [quoted]),
      `${messages.invitationAction}:\n${input.link}`,
      wrap(messages.invitationPersonal),
    ],
    fill(messages.invitationWhy, { sender: sender.name, email: sender.email, recipient: recipient.email }),
  );
}

function greeting({ locale, recipient }: Prepared): string {
  const messages = messagesOf(locale);
  return recipient.name === recipient.email
    ? messages.greetingUnnamed
    : fill(messages.greeting, { name: recipient.name });
}

/** Empty where the organization only repeats the person's name. */
function organizationOf({ brand, sender }: Prepared): string {
  return brand.organization === sender.name ? '' : brand.organization;
}

function fromLine(input: Prepared): string {
  const organization = organizationOf(input);
  return organization === '' ? input.sender.name : `${input.sender.name}, ${organization}`;
}
