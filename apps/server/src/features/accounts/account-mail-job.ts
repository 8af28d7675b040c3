import type { AccountMailKind } from '../mail/index.ts';
import { MAIL_RETRIES } from '../notifications/index.ts';
import { defineJob } from '../../platform/jobs/queue.ts';

/** The kinds of a template, and requests whose mail depends on whether the address has an account. */
export type AccountMailRequest =
  | Exclude<AccountMailKind, 'confirm-registration' | 'account-exists' | 'sign-in-by-sso'>
  | 'registration'
  | 'resend-verification'
  | 'forgot-password'
  | 'account-created';

export type AccountMail = {
  mail: AccountMailRequest;
  to: string;
  name: string;
  /** Id of the row behind the link (registration, e-mail token, invitation). */
  linkId: string | null;
  /** The organization in whose name somebody had it sent: whose language it is in, and among whose mails to the address it counts. */
  tenantId: string | null;
  organization: string | null;
  /** Who did it, by name. */
  by: string | null;
  /** What the mail is about beside that: the new role, the device, the new address. */
  detail: string | null;
  /** Waited for its place already: it goes out now. */
  isPlaced?: boolean;
};

export const accountMailJob = defineJob<AccountMail>('account-mail', {
  // Somebody who registers, resets a password or is invited waits for it.
  lane: 'invitation',
  retryAfter: MAIL_RETRIES,
  lease: 60,
});
