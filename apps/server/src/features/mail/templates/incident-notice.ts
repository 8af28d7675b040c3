import type { Speech } from '../language.ts';
import { writeLetter } from './letter.ts';
import { preparePerson } from './prepare.ts';
import { cut, oneLine } from './text.ts';
import type { Brand, MailContent, Person } from './types.ts';

export type IncidentNoticeInput = {
  readonly speech: Speech;
  readonly brand: Brand;
  readonly recipient: Person;
  readonly subject: string;
  readonly text: string;
};

/**
 * An organization's notice to the people affected by an incident (GDPR article 34), in its own words within our layout.
 */
export function incidentNotice(input: IncidentNoticeInput): MailContent {
  const { speech, text } = input;
  const recipient = preparePerson(input.recipient);
  const brand = { ...input.brand, organization: cut(oneLine(input.brand.organization), 120) };
  const { organization } = brand;
  const title = cut(oneLine(input.subject), 150);
  const heading = speech.say('incident-notice.heading', { title });
  return writeLetter({
    speech,
    brand,
    subject: title,
    tone: 'attention',
    label: speech.word('security.label'),
    heading,
    lead: heading,
    parts: [
      { kind: 'greeting', says: speech.say('greetingUnnamed', {}) },
      { kind: 'quote', label: speech.say('messageOf', { name: organization }), text },
    ],
    why: speech.say('why.incident', { organization, recipient: recipient.email }),
  });
}
