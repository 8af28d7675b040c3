/** E-mails about the outcome of a document, to its recipients and its sender. */
import type { Speech } from '../language.ts';
import type { MailKey } from '@countersign/words/mail';
import { type Letter, type Part, writeLetter } from './letter.ts';
import { assertLink, makeSubject, nameOf, prepare, preparePerson } from './prepare.ts';
import { manyLines, oneLine, cut } from './text.ts';
import type { Linked, MailContent, MailInput, Person } from './types.ts';

/** A recipient who was asked to sign, or the sender of the document. */
export type Audience = 'signer' | 'sender';

export type CompletedInput = MailInput &
  Linked & {
    readonly audience: Audience;
    /** Listed in the order in which they signed. */
    readonly signers: readonly (Person & { readonly signedAt: Date })[];
    /** Hexadecimal SHA-256 of the sealed file. */
    readonly sha256: string;
    /** The public page for verifying any PDF. */
    readonly verifyLink: string;
    /** The reader's receipts, one for each role in which they signed. */
    readonly receipts?: readonly MailReceipt[];
    /** The signed checkpoint of the audit log that covers the completion. */
    readonly checkpoint?: string | undefined;
  };

/** Hashes in hexadecimal. `shown` is null if no revision was opened. */
export type MailReceipt = {
  readonly shown: string | null;
  readonly signed: string;
  readonly trail: { readonly entry: number; readonly hash: string };
};

/** `link` opens the page on which the document can be viewed and downloaded. */
export function completed(raw: CompletedInput): MailContent {
  const input = prepare(raw);
  const { speech, sender } = input;
  const link = assertLink(input.link);
  const toSender = input.audience === 'sender';
  const lead = toSender
    ? speech.say('completed.lead', {})
    : speech.say('completed.leadParty', { sender: nameOf(sender) });
  const people = input.signers.map((signer) => ({ ...preparePerson(signer), time: speech.time(signer.signedAt) }));
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('completed.subject', { title }), input.documentTitle),
    tone: 'done',
    label: speech.word('completed.label'),
    heading: speech.say('completed.heading', {}),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, []),
      { kind: 'button', label: speech.word('completed.action'), link },
      { kind: 'people', label: speech.word('signedBy'), people },
      {
        kind: 'section',
        title: speech.word('checkTitle'),
        says: speech.word('check'),
        link: assertLink(input.verifyLink),
      },
      { kind: 'hash', label: speech.word('fingerprint'), value: input.sha256 },
      ...receiptParts(speech, input.receipts ?? []),
      ...checkpointParts(speech, input.checkpoint),
      { kind: 'link', label: speech.word('linkFallback'), link },
    ],
    audience: input.audience,
  });
}

/** Adds the checkpoint. With a copy of it in everyone's mailbox, any later rewrite of the log can be detected. */
export function checkpointParts(speech: Speech, checkpoint: string | undefined): Part[] {
  if (checkpoint === undefined) return [];
  return [
    { kind: 'section', title: speech.word('auditTitle'), says: speech.word('auditNote'), link: null },
    { kind: 'note', label: speech.word('auditCheckpoint'), value: checkpoint.trimEnd() },
  ];
}

function receiptParts(speech: Speech, receipts: readonly MailReceipt[]): Part[] {
  if (receipts.length === 0) return [];
  return [
    { kind: 'section', title: speech.word('receiptTitle'), says: speech.word('receiptNote'), link: null },
    ...receipts.flatMap((receipt) => receiptHashes(speech, receipt)),
  ];
}

function receiptHashes(speech: Speech, { shown, signed, trail }: MailReceipt): Part[] {
  const entry = speech.word('receiptTrail').replace('{n}', String(trail.entry));
  return [
    ...(shown === null ? [] : [{ kind: 'hash', label: speech.word('receiptShown'), value: shown } as const]),
    { kind: 'hash', label: speech.word('receiptSigned'), value: signed },
    { kind: 'hash', label: entry, value: trail.hash },
  ];
}

/** There is no link, because the page of a voided document no longer exists. */
export type VoidedInput = MailInput & {
  /** The reason may have several lines. */
  readonly reason: string;
  readonly voidedAt: Date;
};

/** Notifies a person that the sender has voided a document that they were asked to sign. */
export function voided(raw: VoidedInput): MailContent {
  const input = prepare(raw);
  const { speech, sender } = input;
  const name = nameOf(sender);
  const lead = speech.say('voided.lead', { sender: name });
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('voided.subject', { title }), input.documentTitle),
    tone: 'over',
    label: speech.word('voided.label'),
    heading: speech.say('voided.heading', {}),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, [{ label: speech.word('date'), value: speech.time(input.voidedAt) }]),
      ...quoted(input, sender, input.reason),
      { kind: 'small', says: speech.say('questions', { sender: name, email: sender.email }) },
    ],
    audience: 'signer',
  });
}

/**
 * Notifies a recipient that the sender removed them. The e-mail has no link, because the recipient can no longer open
 * the document.
 */
export function removed(raw: MailInput & { readonly removedAt: Date }): MailContent {
  const input = prepare(raw);
  const { speech, brand, sender, recipient } = input;
  const name = nameOf(sender);
  const lead = speech.say('recipientRemoved.lead', { sender: name });
  return writeLetter({
    speech,
    brand,
    subject: makeSubject((title) => speech.line('recipientRemoved.subject', { title }), input.documentTitle),
    tone: 'over',
    label: speech.word('recipientRemoved.label'),
    heading: speech.say('recipientRemoved.heading', {}),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, [{ label: speech.word('date'), value: speech.time(raw.removedAt) }]),
      { kind: 'small', says: speech.say('questions', { sender: name, email: sender.email }) },
    ],
    why: speech.say('recipientRemoved.why', { sender: name, email: sender.email, recipient: recipient.email }),
  });
}

export type ChangedInput = MailInput & {
  /**
   * Whether the reader signs the new version, only reads it, or waits for a turn. A waiting recipient gets a link
   * later.
   */
  readonly kind: 'sign' | 'read' | 'wait';
  readonly expiresAt: Date;
  readonly link: string | null;
};

/** Notifies a recipient that the sender changed the document, and that earlier links no longer work. */
export function changed(raw: ChangedInput): MailContent {
  const input = { ...prepare(raw), kind: raw.kind, link: raw.link };
  const { speech, brand, sender, recipient, kind } = input;
  const name = nameOf(sender);
  const lead = speech.say(`changed.${kind}`, {});
  const button: readonly Part[] =
    input.link === null
      ? []
      : kind === 'sign'
        ? [
            { kind: 'button', label: speech.word('sign'), link: assertLink(input.link) },
            { kind: 'link', label: speech.word('linkFallback'), link: input.link },
            { kind: 'small', says: speech.say('personal', {}) },
          ]
        : openButton(input);
  return writeLetter({
    speech,
    brand,
    subject: makeSubject((title) => speech.line('changed.subject', { title }), input.documentTitle),
    tone: kind === 'sign' ? 'request' : 'over',
    label: speech.word('changed.label'),
    heading: speech.say('changed.heading', { sender: name }),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, kind === 'read' ? [] : [{ label: speech.word('signBy'), value: speech.time(raw.expiresAt) }]),
      ...button,
      ...(kind === 'sign'
        ? []
        : [{ kind: 'small', says: speech.say('questions', { sender: name, email: sender.email }) } as const]),
    ],
    why:
      kind === 'read'
        ? speech.say('why.reader', { sender: name, email: sender.email, recipient: recipient.email })
        : speech.say('why.asked', { sender: name, email: sender.email, recipient: recipient.email }),
  });
}

export type DeclinedInput = MailInput & {
  readonly audience: Audience;
  readonly by: Person;
  readonly reason: string | null;
  readonly declinedAt: Date;
  /** The link to the document. Null for other signers, because they have no page to open. */
  readonly link: string | null;
};

export function declined(raw: DeclinedInput): MailContent {
  const input = { ...prepare(raw), by: preparePerson(raw.by) };
  const { speech, by, sender } = input;
  const name = nameOf(by);
  const toSender = input.audience === 'sender';
  const lead = toSender ? speech.say('declined.lead', { name }) : speech.say('declined.leadParty', {});
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('declined.subject', { name, title }), input.documentTitle),
    tone: toSender ? 'attention' : 'over',
    label: speech.word('declined.label'),
    heading: speech.say('declined.heading', { name }),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, [{ label: speech.word('date'), value: speech.time(input.declinedAt) }]),
      ...quoted(input, by, input.reason ?? ''),
      ...openButton(input),
      ...(toSender
        ? []
        : [{ kind: 'small', says: speech.say('questions', { sender: nameOf(sender), email: sender.email }) } as const]),
    ],
    audience: input.audience,
  });
}

export type ExpiredInput = MailInput & {
  readonly audience: Audience;
  readonly expiredAt: Date;
  /** The people who had not signed when the document expired. Shown only to the sender. */
  readonly missing: readonly Person[];
  readonly link: string | null;
};

export function expired(raw: ExpiredInput): MailContent {
  const input = prepare(raw);
  const { speech, sender } = input;
  const toSender = input.audience === 'sender';
  const lead = speech.say(toSender ? 'expired.lead' : 'expired.leadParty', {});
  const people = input.missing.map((person) => ({ ...preparePerson(person), time: null }));
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('expired.subject', { title }), input.documentTitle),
    tone: toSender ? 'attention' : 'over',
    label: speech.word('expired.label'),
    heading: speech.say('expired.heading', {}),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, [{ label: speech.word('date'), value: speech.time(input.expiredAt) }]),
      ...openButton(input),
      ...(toSender && people.length > 0
        ? [{ kind: 'people', label: speech.word('notSignedBy'), people } as const]
        : []),
      ...(toSender
        ? []
        : [{ kind: 'small', says: speech.say('questions', { sender: nameOf(sender), email: sender.email }) } as const]),
    ],
    audience: input.audience,
  });
}

export type ForwardedOnInput = MailInput & Linked & { readonly by: Person; readonly to: Person };

/** Notifies the sender that a signer forwarded the document to another person. */
export function forwardedOn(raw: ForwardedOnInput): MailContent {
  const input = { ...prepare(raw), by: preparePerson(raw.by), to: preparePerson(raw.to) };
  const { speech } = input;
  const [name, other] = [nameOf(input.by), nameOf(input.to)];
  const lead = speech.say('forwardedOn.lead', { name, other, email: input.to.email });
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('forwardedOn.subject', { name, other, title }), input.documentTitle),
    tone: 'request',
    label: speech.word('forwardedOn.label'),
    heading: speech.say('forwardedOn.heading', { name }),
    lead,
    parts: [{ kind: 'paragraph', says: lead }, facts(input, []), ...openButton(input)],
    audience: 'sender',
  });
}

/** Sends a document to a person who only reads it. `link` is the reader's personal link. */
export function copy(raw: MailInput & Linked): MailContent {
  const input = prepare(raw);
  const { speech, brand, sender, recipient } = input;
  const name = nameOf(sender);
  const lead = speech.say('copy.lead', {});
  return writeLetter({
    speech,
    brand,
    subject: makeSubject((title) => speech.line('copy.subject', { title }), input.documentTitle),
    tone: 'over',
    label: speech.word('copy.label'),
    heading: speech.say('copy.heading', { sender: name }),
    lead,
    parts: [{ kind: 'paragraph', says: lead }, facts(input, []), ...openButton(input)],
    why: speech.say('why.reader', { sender: name, email: sender.email, recipient: recipient.email }),
  });
}

/**
 * Notifies the sender that a signer is locked out after too many wrong access codes or recipient authentication codes.
 */
export function accessLocked(
  raw: MailInput & Linked & { readonly person: Person; readonly isStep: boolean },
): MailContent {
  const input = { ...prepare(raw), person: preparePerson(raw.person) };
  const { speech } = input;
  const name = nameOf(input.person);
  const lead = speech.say(input.isStep ? 'locked.leadStep' : 'locked.lead', { name });
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('locked.subject', { name, title }), input.documentTitle),
    tone: 'attention',
    label: speech.word('locked.label'),
    heading: speech.say('locked.heading', { name }),
    lead,
    parts: [{ kind: 'paragraph', says: lead }, facts(input, []), ...openButton(input)],
    audience: 'sender',
  });
}

export type RevokedInput = MailInput & {
  readonly person: Person;
  readonly since: Date;
  /** True if the operator backdated the revocation. */
  readonly isDeclared: boolean;
  readonly note: string;
  readonly audience: Audience;
  readonly link: string | null;
};

/**
 * Notifies the signer that a certificate was revoked, and of the effect on the signature. If the revocation was
 * backdated, the sender and the organization's owners are notified too.
 */
export function certificateRevoked(raw: RevokedInput): MailContent {
  const input = { ...prepare(raw), person: preparePerson(raw.person) };
  const { speech } = input;
  const name = nameOf(input.person);
  const lead = speech.say(input.isDeclared ? 'revoked.leadDeclared' : 'revoked.lead', { name });
  const note = cut(oneLine(input.note), 1000);
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('revoked.subject', { name, title }), input.documentTitle),
    tone: 'attention',
    label: speech.word('revoked.label'),
    heading: speech.say('revoked.heading', { name }),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, [
        { label: speech.word('address'), value: input.person.email },
        { label: speech.word('date'), value: speech.time(input.since) },
        ...(note === '' ? [] : [{ label: speech.word('reason'), value: note }]),
      ]),
      ...(input.link === null ? [] : openButton({ ...input, link: input.link })),
    ],
    audience: input.audience,
  });
}

/** The reason why an e-mail could not be delivered, according to the mail server's response (RFC 3463). */
export type BounceReason = 'unknown' | 'full' | 'refused' | 'late';

export type BouncedInput = MailInput &
  Linked & {
    readonly person: Person;
    readonly bounce: BounceReason;
    /** The mail server's response. Empty if there was none. */
    readonly answer: string;
  };

/** Notifies the sender that an e-mail to a signer was not delivered, and explains what to do. */
export function bounced(raw: BouncedInput): MailContent {
  const input = { ...prepare(raw), person: preparePerson(raw.person) };
  const { speech, person } = input;
  const name = nameOf(person);
  const lead = speech.say('bounced.lead', { name });
  const answer = cut(oneLine(input.answer), 300);
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('bounced.subject', { name, title }), input.documentTitle),
    tone: 'attention',
    label: speech.word('bounced.label'),
    heading: speech.say('bounced.heading', { name }),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, [
        { label: speech.word('address'), value: person.email },
        { label: speech.word('reason'), value: speech.word(`bounced.${input.bounce}`) },
        ...(answer === '' ? [] : [{ label: speech.word('serverAnswer'), value: answer }]),
      ]),
      { kind: 'paragraph', says: speech.say('bounced.advice', { name }) },
      ...openButton(input),
    ],
    audience: 'sender',
  });
}

export type NotSentInput = MailInput & Linked & { readonly at: Date; readonly why: string };

/** Notifies the sender that a document was not sent at its scheduled time. */
export function notSent(raw: NotSentInput): MailContent {
  const input = prepare(raw);
  const { speech } = input;
  const lead = speech.say('notSent.lead', {});
  const why = cut(oneLine(input.why), 300);
  return statusMail(input, {
    subject: makeSubject((title) => speech.line('notSent.subject', { title }), input.documentTitle),
    tone: 'attention',
    label: speech.word('notSent.label'),
    heading: speech.say('notSent.heading', {}),
    lead,
    parts: [
      { kind: 'paragraph', says: lead },
      facts(input, [
        { label: speech.word('notSent.time'), value: speech.time(input.at) },
        ...(why === '' ? [] : [{ label: speech.word('reason'), value: why }]),
      ]),
      ...openButton(input),
    ],
    audience: 'sender',
    why: speech.say('notSent.why', { recipient: input.recipient.email }),
  });
}

type Telling = Omit<Letter, 'speech' | 'brand' | 'why'> & { audience: Audience; why?: Letter['why'] };

export function statusMail(input: MailInput, { audience, why: given, ...letter }: Telling): MailContent {
  const { speech, brand, recipient, sender } = input;
  const why =
    given ??
    (audience === 'sender'
      ? speech.say('why.sender', { recipient: recipient.email })
      : speech.say('why.party', { sender: nameOf(sender), email: sender.email, recipient: recipient.email }));
  return writeLetter({ speech, brand, ...letter, why });
}

function facts({ speech, documentTitle }: MailInput, more: readonly { label: string; value: string }[]): Part {
  return {
    kind: 'facts',
    facts: [{ label: speech.word('document' satisfies MailKey), value: documentTitle, as: 'title' }, ...more],
  };
}

export function quoted({ speech }: MailInput, by: Person, words: string): Part[] {
  const text = manyLines(words);
  return text === '' ? [] : [{ kind: 'quote', label: speech.say('reasonOf', { name: nameOf(by) }), text }];
}

function openButton({ speech, link }: MailInput & { link: string | null }): Part[] {
  if (link === null) return [];
  return [
    { kind: 'button', label: speech.word('open'), link: assertLink(link) },
    { kind: 'link', label: speech.word('linkFallback'), link },
  ];
}
