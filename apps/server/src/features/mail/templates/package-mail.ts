/**
 * The e-mail at the end of a package: the outcome of each of the reader's documents, and links to completed documents.
 */
import type { DocumentStatus, PackageStatus } from '@countersign/contract';
import type { Speech } from '../language.ts';
import { type Audience, checkpointParts, quoted, statusMail } from './document-mails.ts';
import type { Part } from './letter.ts';
import { assertLink, makeSubject, nameOf, prepare, preparePerson } from './prepare.ts';
import { cut, oneLine } from './text.ts';
import type { MailContent, MailInput, Person } from './types.ts';

export type PackageEnding = Extract<PackageStatus, 'completed' | 'expired' | 'cancelled'>;

export type PackageEndedInput = MailInput & {
  readonly ending: PackageEnding;
  readonly audience: Audience;
  readonly endedAt: Date;
  /** Only the reader's own documents, in the order of the package. */
  readonly documents: readonly {
    readonly title: string;
    readonly status: DocumentStatus;
    readonly link: string | null;
  }[];
  /** The reasons why documents were declined or voided. Each reason is listed once. */
  readonly reasons: readonly { readonly by: Person; readonly reason: string }[];
  /** The link to the package. Only the sender gets one. */
  readonly link: string | null;
  /** The public page for verifying any PDF. */
  readonly verifyLink: string;
  /** A signed checkpoint of the audit log that covers a completion of the package. */
  readonly checkpoint?: string | undefined;
};

export function packageEnded(raw: PackageEndedInput): MailContent {
  const input = prepare(raw);
  const { speech, ending } = input;
  const { tone, lead, ...rest } = WORDS[ending](speech, input);
  return statusMail(input, {
    ...rest,
    lead,
    tone: tone ?? (input.audience === 'sender' ? 'attention' : 'over'),
    parts: [
      { kind: 'paragraph', says: lead },
      {
        kind: 'facts',
        facts: [
          { label: speech.word('package'), value: input.documentTitle, as: 'title' },
          { label: speech.word('date'), value: speech.time(input.endedAt) },
        ],
      },
      {
        kind: 'documents',
        label: speech.word('documents'),
        action: speech.word('completed.action'),
        documents: input.documents.map(({ title, status, link }) => ({
          title: cut(oneLine(title), 200),
          state: stateOf(speech, status),
          isDone: status === 'completed',
          link: link === null ? null : assertLink(link),
        })),
      },
      ...input.reasons.flatMap(({ by, reason }) => quoted(input, preparePerson(by), reason)),
      ...checkpointParts(speech, input.checkpoint),
      ...around(input),
    ],
    audience: input.audience,
  });
}

type Words = (
  speech: Speech,
  input: PackageEndedInput,
) => Pick<Parameters<typeof statusMail>[1], 'subject' | 'label' | 'heading' | 'lead'> & { tone?: 'done' };

const WORDS: Record<PackageEnding, Words> = {
  completed: (speech, { audience, sender, documentTitle }) => ({
    tone: 'done',
    subject: makeSubject((title) => speech.line('completed.subject', { title }), documentTitle),
    label: speech.word('completed.label'),
    heading: speech.say('completed.heading', {}),
    lead:
      audience === 'sender'
        ? speech.say('packageCompleted.lead', {})
        : speech.say('packageCompleted.leadParty', { sender: nameOf(sender) }),
  }),
  expired: (speech, { audience, documentTitle }) => ({
    subject: makeSubject((title) => speech.line('expired.subject', { title }), documentTitle),
    label: speech.word('expired.label'),
    heading: speech.say('expired.heading', {}),
    lead: speech.say(audience === 'sender' ? 'packageExpired.lead' : 'packageExpired.leadParty', {}),
  }),
  cancelled: (speech, { documentTitle }) => ({
    subject: makeSubject((title) => speech.line('packageClosed.subject', { title }), documentTitle),
    label: speech.word('packageClosed.label'),
    heading: speech.say('packageClosed.heading', {}),
    lead: speech.say('packageClosed.lead', {}),
  }),
};

function stateOf(speech: Speech, status: DocumentStatus): string {
  switch (status) {
    case 'completed':
    case 'expired':
    case 'declined':
    case 'voided':
      return speech.word(`${status}.label`);
    default:
      return speech.word('package.stillOpen');
  }
}

/**
 * The sender gets a link to the package. If the package was not completed, signers get the sender's address for
 * questions.
 */
function around({ speech, sender, link, ending, verifyLink }: PackageEndedInput): Part[] {
  const check: Part[] =
    ending === 'completed'
      ? [
          {
            kind: 'section',
            title: speech.word('checkTitle'),
            says: speech.word('check'),
            link: assertLink(verifyLink),
          },
        ]
      : [];
  if (link !== null)
    return [
      { kind: 'button', label: speech.word('package.open'), link: assertLink(link) },
      ...check,
      { kind: 'link', label: speech.word('linkFallback'), link },
    ];
  if (ending === 'completed') return check;
  return [{ kind: 'small', says: speech.say('questions', { sender: nameOf(sender), email: sender.email }) }];
}
