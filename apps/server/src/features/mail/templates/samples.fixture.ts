/** Every e-mail by name, each with one input that a test may change. */
import { speech } from '../language.ts';
import { ACCOUNT_MAILS, accountMail } from './account.ts';
import {
  accessLocked,
  bounced,
  certificateRevoked,
  completed,
  type CompletedInput,
  copy,
  declined,
  expired,
  changed,
  forwardedOn,
  removed,
  notSent,
  voided,
  type VoidedInput,
} from './document-mails.ts';
import { packageEnded } from './package-mail.ts';
import { publicLinkCode } from './public-link-code.ts';
import { forwarded, invitation, type InvitationInput, reminder, signingCode } from './signing-mails.ts';
import type { MailContent, MailInput, Person } from './types.ts';
import { webhookDisabled } from './webhook-disabled.ts';

export const LINK = 'https://sign.example/sign#3vTqZ9m1x0b7Jw2kLr8yNcQd5sUeFhGa6iPoRtVzXnM_3vTqZ9m1x0b7Jw2kLr8y';

export const common: MailInput = {
  brand: { organization: 'Northwind Traders', productName: 'Countersign' },
  speech: speech('en'),
  recipient: { name: 'Alex Morgan', email: 'alex@contoso.example' },
  sender: { name: 'Jane Whitfield', email: 'jane@northwind.example' },
  documentTitle: 'Mutual Non-Disclosure Agreement',
};
const other: Person = { name: 'Kim Larsen', email: 'kim@fabrikam.example' };
const third: Person = { name: 'Robin Vega', email: 'robin@tailspin.example' };
const at = new Date('2026-11-21T09:12:00Z');
const asking = {
  link: LINK,
  message: 'Hi Alex,\n\nhere is the agreement.',
  expiresAt: new Date('2026-12-20T17:00:00Z'),
  now: new Date('2026-11-20T09:00:00Z'),
};

export const invitationSample: InvitationInput = { ...common, ...asking, subject: null, isTurn: false };
export const completedSample: CompletedInput = {
  ...common,
  link: LINK,
  audience: 'signer',
  signers: [
    { name: 'Alex Morgan', email: 'alex@contoso.example', signedAt: new Date('2026-11-20T10:40:00Z') },
    { name: '', email: 'amelie@fabrikam.example', signedAt: new Date('2026-11-20T14:02:00Z') },
  ],
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  verifyLink: 'https://sign.example/verify',
  checkpoint:
    '7c1f00a1b2c3d4e5f60718293a4b5c6d/ten_01m7w2y7m0fynawjc3dm7ay3p5\n42\nIqCaXF7r2wxhdPfAP2k4mifU418sKVBanUhMd4igIQk=\n\n— 7c1f00a1b2c3d4e5f60718293a4b5c6d/ten_01m7w2y7m0fynawjc3dm7ay3p5 +G6oG4ysB3cH6/JVrAFO9mofuY5rEUF2EIT4quEUOGoGIZwLSMGfJYJk0FFWv2c+9GK6LQ7QB1tCOK7l/ISHc1/jqAc=\n',
  receipts: [
    {
      shown: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
      signed: 'fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13',
      trail: { entry: 7, hash: 'a4e624d686e03ed2767c0abd85c14426b0b1157d2ce81d27bb4fe4f6f01d688a' },
    },
  ],
};
export const voidedSample: VoidedInput = { ...common, reason: 'The price was wrong.', voidedAt: at };
const declinedSample = { ...common, by: other, reason: 'The price is too high.', declinedAt: at };
const expiredSample = { ...common, expiredAt: at, missing: [other, { name: '', email: 'amelie@fabrikam.example' }] };
const bouncedSample = {
  ...common,
  link: LINK,
  person: other,
  answer: '550 5.1.1 <kim@fabrikam.example>: user unknown',
};

const revokedSample = {
  ...common,
  person: other,
  since: at,
  isDeclared: false,
  note: '',
  audience: 'signer',
  link: null,
} as const;

const packageSample = {
  ...common,
  endedAt: at,
  documents: [
    { title: 'Lease', status: 'completed', link: LINK },
    { title: 'Floor plan', status: 'declined', link: null },
    { title: 'House rules', status: 'voided', link: null },
    { title: 'Inventory', status: 'expired', link: null },
    { title: 'Keys', status: 'in-progress', link: null },
  ],
  reasons: [{ by: other, reason: 'The plan is that of another floor.' }],
  verifyLink: 'https://sign.example/verify',
} as const;

type Change = Partial<MailInput>;
export const DOCUMENT_MAILS: Readonly<Record<string, (change?: Change) => MailContent>> = {
  invitation: (change) => invitation({ ...invitationSample, ...change }),
  turn: (change) => invitation({ ...invitationSample, isTurn: true, ...change }),
  reminder: (change) => reminder({ ...common, ...asking, stopLink: 'https://sign.example/reminders#x', ...change }),
  forwarded: (change) => forwarded({ ...common, ...asking, by: other, ...change }),
  'forwarded-on': (change) => forwardedOn({ ...common, link: LINK, by: other, to: third, ...change }),
  copy: (change) => copy({ ...common, link: LINK, ...change }),
  'completed-signer': (change) => completed({ ...completedSample, ...change }),
  'completed-sender': (change) => completed({ ...completedSample, audience: 'sender', receipts: [], ...change }),
  voided: (change) => voided({ ...voidedSample, ...change }),
  'changed-sign': (change) => changed({ ...common, link: LINK, kind: 'sign', expiresAt: at, ...change }),
  'changed-read': (change) => changed({ ...common, link: LINK, kind: 'read', expiresAt: at, ...change }),
  'changed-wait': (change) => changed({ ...common, link: null, kind: 'wait', expiresAt: at, ...change }),
  removed: (change) => removed({ ...common, removedAt: at, ...change }),
  'declined-sender': (change) => declined({ ...declinedSample, audience: 'sender', link: LINK, ...change }),
  'declined-signer': (change) => declined({ ...declinedSample, audience: 'signer', link: null, ...change }),
  'expired-sender': (change) => expired({ ...expiredSample, audience: 'sender', link: LINK, ...change }),
  'expired-signer': (change) => expired({ ...expiredSample, audience: 'signer', link: null, ...change }),
  'access-locked': (change) => accessLocked({ ...common, link: LINK, person: other, isStep: false, ...change }),
  'step-locked': (change) => accessLocked({ ...common, link: LINK, person: other, isStep: true, ...change }),
  'package-completed-signer': (change) =>
    packageEnded({
      ...packageSample,
      ending: 'completed',
      audience: 'signer',
      documents: packageSample.documents.slice(0, 1),
      reasons: [],
      link: null,
      ...change,
    }),
  'package-completed-sender': (change) =>
    packageEnded({
      ...packageSample,
      ending: 'completed',
      audience: 'sender',
      documents: packageSample.documents.slice(0, 1),
      reasons: [],
      link: LINK,
      ...change,
    }),
  'package-expired-signer': (change) =>
    packageEnded({ ...packageSample, ending: 'expired', audience: 'signer', link: null, ...change }),
  'package-expired-sender': (change) =>
    packageEnded({ ...packageSample, ending: 'expired', audience: 'sender', link: LINK, ...change }),
  'package-cancelled-signer': (change) =>
    packageEnded({ ...packageSample, ending: 'cancelled', audience: 'signer', link: null, ...change }),
  'package-cancelled-sender': (change) =>
    packageEnded({ ...packageSample, ending: 'cancelled', audience: 'sender', link: LINK, ...change }),
  'not-sent': (change) => notSent({ ...common, link: LINK, at, why: 'Your plan has no envelopes left.', ...change }),
  'bounced-unknown': (change) => bounced({ ...bouncedSample, bounce: 'unknown', ...change }),
  'certificate-revoked': (change) => certificateRevoked({ ...revokedSample, ...change }),
  'certificate-declared': (change) =>
    certificateRevoked({
      ...revokedSample,
      isDeclared: true,
      note: 'The mailbox was taken over.',
      audience: 'sender',
      link: LINK,
      ...change,
    }),
  'bounced-late': (change) => bounced({ ...bouncedSample, bounce: 'late', answer: '', ...change }),
};

type Common = Pick<MailInput, 'brand' | 'speech' | 'recipient'>;
const details: Record<string, string> = {
  'role-changed': 'admin',
  invitation: 'member',
  'organization-deletion': '2026-12-20',
  'documents-due': '2026-12-20',
  'sub-processors-changed': '2026-12-20',
  'account-deletion': '2026-12-20',
  'email-changed': 'new@contoso.example',
  'email-change-undone': 'jane@contoso.example',
  'api-keys-suspending': '2026-12-20',
  'recovery-code-used': '7',
  'passkey-added': 'Work laptop',
  'passkey-removed': 'Work laptop',
  'sso-changed': 'https://idp.northwind.example/metadata',
  'payment-failed': '2026-12-20',
  'plan-suspended': 'Large Team',
  'payment-received': 'Large Team',
  'file-damaged': 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_01k9zzzzzzzzzzzzzzzzzzzzzz',
  'clock-jumped': '2027-12-27 09:30 UTC',
  'backup-trouble': '2027-12-27 02:00 UTC',
  'api-key-made': 'Nightly export, sk_live_…x7Qa',
};
export const OTHER_MAILS: Readonly<Record<string, (change?: Partial<Common>) => MailContent>> = {
  ...Object.fromEntries(
    ACCOUNT_MAILS.map((kind) => [
      `account-${kind}`,
      ({ brand, speech: words, recipient }: Partial<Common> = {}) =>
        accountMail({
          kind,
          brand: brand ?? common.brand,
          speech: words ?? common.speech,
          recipient: recipient ?? common.recipient,
          link: LINK,
          by: 'Jane Whitfield',
          detail: details[kind] ?? 'Firefox on Windows, 203.0.113.7',
          at,
        }),
    ]),
  ),
  'signing-code': (change) => signingCode({ ...common, code: '042731', ...change }),
  'public-link-code': ({ brand, speech: words, recipient } = {}) =>
    publicLinkCode({
      brand: brand ?? common.brand,
      speech: words ?? common.speech,
      recipient: recipient ?? common.recipient,
      documentTitle: common.documentTitle,
      code: '042731',
    }),
  'webhook-disabled': (change) =>
    webhookDisabled({ ...common, link: LINK, host: 'hooks.contoso.example', reason: 'failing', at, ...change }),
};
export const ALL_MAILS = { ...DOCUMENT_MAILS, ...OTHER_MAILS };
