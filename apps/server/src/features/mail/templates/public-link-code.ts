import type { Speech } from '../language.ts';
import { writeLetter } from './letter.ts';
import { makeSubject, preparePerson } from './prepare.ts';
import { cut, oneLine } from './text.ts';
import type { Brand, MailContent, Person } from './types.ts';

export type PublicLinkCodeInput = {
  readonly speech: Speech;
  readonly brand: Brand;
  readonly recipient: Person;
  readonly documentTitle: string;
  readonly code: string;
};

/**
 * Apart from the address, the e-mail contains nothing that the visitor entered, because anyone can have it sent to any
 * address.
 */
export function publicLinkCode(input: PublicLinkCodeInput): MailContent {
  const { speech, code } = input;
  const recipient = preparePerson(input.recipient);
  const organization = cut(oneLine(input.brand.organization), 60);
  const title = cut(oneLine(input.documentTitle), 200);
  const lead = speech.say('linkCode.lead', { organization, title });
  return writeLetter({
    speech,
    brand: { ...input.brand, organization },
    subject: makeSubject(() => speech.line('linkCode.subject', { code, organization }), ''),
    label: speech.word('code.label'),
    heading: speech.say('code.heading', {}),
    lead,
    tone: 'request',
    parts: [
      { kind: 'paragraph', says: lead },
      { kind: 'code', label: speech.word('code.label'), value: code },
      { kind: 'small', says: speech.say('linkCode.personal', {}) },
    ],
    why: speech.say('linkCode.why', { organization, recipient: recipient.email }),
  });
}
