/** One input for each template, as a test changes it. */
import type { CompletedInput } from './completed.ts';
import type { InvitationInput } from './invitation.ts';
import type { MailInput } from './types.ts';
import type { VoidedInput } from './voided.ts';

const common: MailInput = {
  brand: { organization: 'Northwind Traders', productName: 'Countersign' },
  locale: 'en',
  recipient: { name: 'Alex Morgan', email: 'alex@contoso.example' },
  sender: { name: 'Jane Whitfield', email: 'jane@northwind.example' },
  documentTitle: 'Mutual Non-Disclosure Agreement',
};

export const LINK = 'https://sign.example/s/ten_1/3vTqZ9m1x0b7Jw2kLr8yNcQd5sUeFhGa6iPoRtVzXnM_3vTqZ9m1x0b7Jw2kLr8y';

export const invitationSample: InvitationInput = {
  ...common,
  link: LINK,
  subject: null,
  message: 'Hi Alex,\n\nhere is the agreement.',
  expiresAt: new Date('2026-12-20T17:00:00Z'),
};

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
};

export const voidedSample: VoidedInput = {
  ...common,
  reason: 'The price was wrong.',
  voidedAt: new Date('2026-11-21T09:12:00Z'),
};
