import type { Speech } from '../language.ts';
import { writeLetter } from './letter.ts';
import { assertLink, makeSubject, nameOf, preparePerson } from './prepare.ts';
import { cut, oneLine } from './text.ts';
import type { Brand, Linked, MailContent, Person } from './types.ts';

export type WebhookDisabledInput = Linked & {
  readonly speech: Speech;
  readonly brand: Brand;
  readonly recipient: Person;
  /**
   * The host of the endpoint. The rest of the address may contain one of the receiver's secrets and is left out of
   * e-mails.
   */
  readonly host: string;
  readonly reason: 'failing' | 'gone';
  readonly at: Date;
};

/** Sent to administrators. `link` opens the webhook's settings. */
export function webhookDisabled(input: WebhookDisabledInput): MailContent {
  const { speech, reason, at } = input;
  const recipient = preparePerson(input.recipient);
  const brand = { ...input.brand, organization: cut(oneLine(input.brand.organization), 120) };
  const host = cut(oneLine(input.host), 80);
  const link = assertLink(input.link);
  const lead = speech.say('webhook.lead', {});
  return writeLetter({
    speech,
    brand,
    subject: makeSubject((name) => speech.line('webhook.subject', { host: name }), host),
    tone: 'attention',
    label: speech.word('webhook.label'),
    heading: speech.say('webhook.heading', { host }),
    lead,
    parts: [
      {
        kind: 'greeting',
        says:
          nameOf(recipient) === recipient.email
            ? speech.say('greetingUnnamed', {})
            : speech.say('greeting', { name: recipient.name }),
      },
      { kind: 'paragraph', says: lead },
      {
        kind: 'facts',
        facts: [
          { label: speech.word('address'), value: host },
          { label: speech.word('reason'), value: speech.word(`webhook.${reason}`) },
          { label: speech.word('date'), value: speech.time(at) },
        ],
      },
      { kind: 'button', label: speech.word('webhook.action'), link },
      { kind: 'link', label: speech.word('linkFallback'), link },
    ],
    why: speech.say('webhook.why', { recipient: recipient.email, organization: brand.organization }),
  });
}
