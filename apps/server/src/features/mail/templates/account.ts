/** E-mails about accounts: a link that proves access to the mailbox, or a notice about a change. */
import type { MailKey } from '@countersign/words/mail';
import type { Speech } from '../language.ts';
import { type Letter, type Part, writeLetter } from './letter.ts';
import { assertLink, makeSubject, nameOf, preparePerson } from './prepare.ts';
import type { Tone } from './theme.ts';
import { cut, oneLine } from './text.ts';
import type { Brand, Linked, MailContent, Person } from './types.ts';

type Form = {
  tone: Tone;
  /** The label of the button. Null if the reader has nothing to do. */
  action: MailKey | null;
  /** A message for readers who did not trigger the e-mail. */
  otherwise: MailKey | null;
  why: 'why.typed' | 'why.account' | 'why.invited';
  /** The number of hours for which the link is valid. */
  hours?: number;
};

const notice: Form = { tone: 'over', action: null, otherwise: null, why: 'why.account' };
/** For a change that grants or blocks access. The e-mail says what to do if someone else made the change. */
const security: Form = { ...notice, tone: 'attention', otherwise: 'notYou' };
/** The link opens a page that shows the account's recent actions and offers to recover the account. */
const alarm: Form = { ...security, action: 'recover.action', hours: 7 * 24 };

const FORMS = {
  'confirm-registration': {
    tone: 'request',
    action: 'confirm-registration.action',
    otherwise: 'confirm-registration.otherwise',
    why: 'why.typed',
    hours: 48,
  },
  'account-exists': { tone: 'request', action: 'signIn', otherwise: 'account-exists.otherwise', why: 'why.typed' },
  'sign-in-by-sso': { tone: 'request', action: 'signIn', otherwise: 'sign-in-by-sso.otherwise', why: 'why.typed' },
  'reset-password': {
    tone: 'request',
    action: 'reset-password.action',
    otherwise: 'reset-password.otherwise',
    why: 'why.typed',
    hours: 0.25,
  },
  'verify-email': {
    tone: 'request',
    action: 'verify-email.action',
    otherwise: 'verify-email.otherwise',
    why: 'why.typed',
    hours: 48,
  },
  'change-email': {
    tone: 'request',
    action: 'change-email.action',
    otherwise: 'change-email.otherwise',
    why: 'why.typed',
    hours: 24,
  },
  'email-changed': { ...security, action: 'email-changed.action', otherwise: null, hours: 7 * 24 },
  'email-change-undone': { ...notice, tone: 'attention' },
  'password-changed': alarm,
  'new-device': alarm,
  'two-factor-on': alarm,
  'two-factor-off': alarm,
  'recovery-codes-made': alarm,
  'recovery-code-used': alarm,
  'passkey-added': alarm,
  'passkey-removed': alarm,
  'authenticator-removed': alarm,
  'api-key-made': alarm,
  'role-changed': { ...notice, tone: 'request', action: 'signIn' },
  removed: notice,
  invitation: {
    tone: 'request',
    action: 'member.action',
    otherwise: 'member.otherwise',
    why: 'why.invited',
    hours: 14 * 24,
  },
  'confirm-sso': {
    tone: 'request',
    action: 'confirm-sso.action',
    otherwise: 'confirm-sso.otherwise',
    why: 'why.account',
    hours: 1,
  },
  // This e-mail concerns the organization and not the reader's account, so a new password would not help.
  'sso-changed': { ...notice, tone: 'attention', action: 'signIn' },
  'account-deletion': { ...security, action: 'signIn' },
  'account-deletion-cancelled': security,
  'account-deleted': notice,
  'documents-due': { ...notice, tone: 'attention', action: 'signIn' },
  'organization-deletion': { ...notice, tone: 'attention', action: 'signIn' },
  'payment-failed': { ...notice, tone: 'attention', action: 'payment.action' },
  'plan-suspended': { ...notice, tone: 'attention', action: 'payment.action' },
  'payment-received': { ...notice, action: 'signIn' },
  // This e-mail concerns the installation. It goes to its operators, and to people whose documents are affected.
  'file-damaged': { ...notice, tone: 'attention', action: null },
  'clock-jumped': { ...notice, tone: 'attention', action: null },
  'backup-trouble': { ...notice, tone: 'attention', action: 'signIn' },
  'api-keys-suspending': { ...notice, tone: 'attention', action: 'signIn' },
  'api-keys-suspended': { ...notice, tone: 'attention', action: 'signIn' },
  // If someone else requested the export in the reader's session, that person gets all the data, so the e-mail says
  // what to do.
  'export-ready': { ...notice, tone: 'request', action: 'export-ready.action' },
  'incident-reported': { ...notice, tone: 'attention', action: 'incident.action' },
  'incident-due': { ...notice, tone: 'attention', action: 'incident.action' },
  'incident-overdue': { ...notice, tone: 'attention', action: 'incident.action' },
  'sub-processors-changed': { ...notice, action: 'sub-processors-changed.action' },
} as const satisfies Record<string, Form>;

export type AccountMailKind = keyof typeof FORMS;
export const startsRecovery = (kind: AccountMailKind): boolean => {
  const { action }: Form = FORMS[kind];
  return action === 'recover.action';
};
export const ACCOUNT_MAILS = Object.keys(FORMS) as readonly AccountMailKind[];

export type AccountMailInput = Linked & {
  readonly kind: AccountMailKind;
  readonly speech: Speech;
  readonly brand: Brand;
  readonly recipient: Person;
  /** The name of the person who made the change. Empty if the reader made it. */
  readonly by: string;
  /** The new role (`admin`), the browser, the new address or a day (`2026-12-20`), on one line. */
  readonly detail: string;
  readonly at: Date;
};

const LENGTH = 120;
const DAY = /^\d{4}-\d\d-\d\d$/;
const ROLES = { owner: 'role.owner', admin: 'role.admin', member: 'role.member' } as const;

export function accountMail(raw: AccountMailInput): MailContent {
  const { kind, speech } = raw;
  const form: Form = FORMS[kind];
  const recipient = preparePerson(raw.recipient);
  const brand = { ...raw.brand, organization: cut(oneLine(raw.brand.organization), LENGTH) };
  const { organization } = brand;
  const values = { organization, by: cut(oneLine(raw.by), LENGTH), detail: detailOf(raw) };
  // The e-mail of kind `invitation` invites a person to an organization. Its messages are named `member`, because
  // documents have invitations too.
  const words = kind === 'invitation' ? 'member' : kind;
  const lead = speech.say(`${words}.lead`, values);
  return writeLetter({
    speech,
    brand,
    subject: makeSubject((name) => speech.line(`${words}.subject`, { ...values, organization: name }), organization),
    tone: form.tone,
    label: speech.word(isSecurity(kind, form) ? 'security.label' : labelOf(words)),
    heading: speech.say(`${words}.heading`, values),
    lead,
    parts: partsOf({ ...raw, recipient }, form, lead),
    why: speech.say(form.why, { ...values, recipient: recipient.email }),
  });
}

/** Translates known values, and returns other values unchanged. */
function detailOf({ speech, detail: raw }: AccountMailInput): string {
  const detail = cut(oneLine(raw), LENGTH);
  if (detail in ROLES) return speech.word(ROLES[detail as keyof typeof ROLES]);
  return DAY.test(detail) ? speech.day(new Date(`${detail}T00:00:00Z`)) : detail;
}

const isSecurity = (kind: AccountMailKind, { otherwise }: Form): boolean => otherwise === 'notYou' || NOTICES.has(kind);
const NOTICES: ReadonlySet<AccountMailKind> = new Set([
  'email-changed',
  'email-change-undone',
  'sso-changed',
  'api-keys-suspending',
  'api-keys-suspended',
  'export-ready',
  'incident-reported',
  'incident-due',
  'incident-overdue',
  'sub-processors-changed',
]);

function labelOf(words: string): MailKey {
  return `${words}.label` as MailKey;
}

function partsOf({ speech, recipient, link: raw, at }: AccountMailInput, form: Form, lead: Letter['lead']): Part[] {
  const link = assertLink(raw);
  const named = nameOf(recipient) !== recipient.email;
  const { action, otherwise, hours } = form;
  const when = { label: speech.word('date'), value: speech.time(at) };
  const valid = hours === undefined ? [] : [{ label: speech.word('validFor'), value: speech.span(hours) }];
  return [
    {
      kind: 'greeting',
      says: named ? speech.say('greeting', { name: recipient.name }) : speech.say('greetingUnnamed', {}),
    },
    { kind: 'paragraph', says: lead },
    { kind: 'facts', facts: [when, ...valid] },
    ...(action === null
      ? []
      : ([
          { kind: 'button', label: speech.word(action), link },
          { kind: 'link', label: speech.word('linkFallback'), link },
        ] as const)),
    ...(otherwise === null ? [] : [{ kind: 'small', says: speech.plain(otherwise) } as const]),
  ];
}
