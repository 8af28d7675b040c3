/** E-mails to people who are asked to sign. */
import { isolated } from '@countersign/contract/languages';
import { type Letter, type Part, writeLetter } from './letter.ts';
import { assertLink, makeSubject, nameOf, ownSubject, prepare, preparePerson } from './prepare.ts';
import { manyLines } from './text.ts';
import type { Linked, MailContent, MailInput, Person } from './types.ts';

type Asking = MailInput &
  Linked & {
    readonly message: string | null;
    readonly expiresAt: Date;
    readonly now: Date;
  };

export type InvitationInput = Asking & {
  /** The sender's subject. Null for the default subject. */
  readonly subject: string | null;
  /** True if other people had to sign first and have signed. */
  readonly isTurn: boolean;
};
export type ReminderInput = Asking & {
  /** The link turns off reminders about this document. */
  readonly stopLink: string | null;
};
export type ForwardedInput = Asking & {
  readonly by: Person;
};

/** `link` is the signer's personal link. */
export function invitation(raw: InvitationInput): MailContent {
  const input = prepare(raw);
  const { speech } = input;
  const kind = input.isTurn ? 'turn' : 'invitation';
  const sender = nameOf(input.sender);
  const subject =
    ownSubject(input.subject) ??
    makeSubject(
      (title) =>
        kind === 'turn' ? speech.line('turn.subject', { title }) : speech.line('invitation.subject', { sender, title }),
      input.documentTitle,
    );
  return ask(input, {
    subject,
    label: speech.word(`${kind}.label`),
    heading: kind === 'turn' ? speech.say('turn.heading', {}) : speech.say('invitation.heading', { sender }),
    lead: kind === 'turn' ? speech.say('turn.lead', { sender }) : speech.say('invitation.lead', {}),
  });
}

export function reminder(raw: ReminderInput): MailContent {
  const input = prepare(raw);
  const { speech } = input;
  const stop =
    input.stopLink === null
      ? []
      : [{ kind: 'link', label: speech.word('stopReminders'), link: assertLink(input.stopLink) } as const];
  return ask(
    input,
    {
      subject: makeSubject((title) => speech.line('reminder.subject', { title }), input.documentTitle),
      label: speech.word('reminder.label'),
      heading: speech.say('reminder.heading', { sender: nameOf(input.sender) }),
      lead: speech.say('reminder.lead', {}),
    },
    stop,
  );
}

/** The reader is the person to whom another signer forwarded the document. */
export function forwarded(raw: ForwardedInput): MailContent {
  const input = { ...prepare(raw), by: preparePerson(raw.by) };
  const { speech } = input;
  const name = nameOf(input.by);
  return ask(input, {
    subject: makeSubject((title) => speech.line('forwarded.subject', { name, title }), input.documentTitle),
    label: speech.word('forwarded.label'),
    heading: speech.say('forwarded.heading', { name }),
    lead: speech.say('forwarded.lead', { name, sender: nameOf(input.sender) }),
  });
}

type Words = Pick<Letter, 'subject' | 'label' | 'heading' | 'lead'>;

function ask(input: Asking, words: Words, after: readonly Part[] = []): MailContent {
  const { brand, speech, sender, recipient } = input;
  const link = assertLink(input.link);
  const message = manyLines(input.message ?? '');
  const name = nameOf(sender);
  const { email } = sender;
  // Empty if the organization has the same name as the person.
  const organization = brand.organization === sender.name ? '' : brand.organization;
  const greeting =
    recipient.name === recipient.email
      ? speech.say('greetingUnnamed', {})
      : speech.say('greeting', { name: recipient.name });
  const until = `${speech.time(input.expiresAt)} (${speech.until(input.expiresAt, input.now)})`;
  return writeLetter({
    speech,
    brand,
    ...words,
    tone: 'request',
    parts: [
      { kind: 'sender', organization, email },
      { kind: 'greeting', says: greeting },
      { kind: 'paragraph', says: words.lead },
      {
        kind: 'facts',
        facts: [
          { label: speech.word('document'), value: input.documentTitle, as: 'title' },
          { label: speech.word('from'), value: fromLine(sender, organization), only: 'text' },
          { label: speech.word('signBy'), value: until },
        ],
      },
      // The button comes before the message, which may be long, because the next step must be visible on a phone.
      { kind: 'button', label: speech.word('sign'), link },
      ...(message === '' ? [] : [{ kind: 'quote', label: speech.say('messageOf', { name }), text: message } as const]),
      { kind: 'small', says: speech.say('personal', {}) },
      { kind: 'link', label: speech.word('linkFallback'), link },
      ...after,
    ],
    why: speech.say('why.asked', { sender: name, email, recipient: recipient.email }),
  });
}

function fromLine({ name, email }: Person, organization: string): string {
  const [person, company] = [isolated(name), isolated(organization)];
  if (name === email) return company === '' ? email : `${company} (${email})`;
  return company === '' ? `${person} (${email})` : `${person}, ${company} (${email})`;
}

/** The code goes to the second address. The e-mail names the sender but reveals nothing about the document. */
export function signingCode(raw: MailInput & { readonly code: string }): MailContent {
  const input = { ...prepare(raw), code: raw.code };
  const { brand, speech, sender, recipient } = input;
  const name = nameOf(sender);
  const lead = speech.say('code.lead', { sender: name });
  return writeLetter({
    speech,
    brand,
    subject: makeSubject(() => speech.line('code.subject', { sender: name }), ''),
    label: speech.word('code.label'),
    heading: speech.say('code.heading', {}),
    lead,
    tone: 'request',
    parts: [
      { kind: 'paragraph', says: lead },
      { kind: 'code', label: speech.word('code.label'), value: input.code },
      { kind: 'small', says: speech.say('code.personal', {}) },
    ],
    why: speech.say('code.why', { sender: name, email: sender.email, recipient: recipient.email }),
  });
}
