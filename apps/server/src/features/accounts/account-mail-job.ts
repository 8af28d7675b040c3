import type { AccountMailKind } from '../mail/index.ts';
import { MAIL_RETRIES } from '../notifications/index.ts';
import { defineJob } from '../../platform/jobs/queue.ts';

/** An e-mail template, or a request whose template depends on whether the address has an account. */
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
  /** The ID of the row that the link refers to (registration, e-mail token or invitation). */
  linkId: string | null;
  /**
   * The organization on whose behalf the e-mail is sent. Its language is used, and its limit on e-mails per address
   * applies.
   */
  tenantId: string | null;
  organization: string | null;
  /** The name of the person who caused the e-mail. */
  by: string | null;
  /** The detail that the e-mail reports, such as the new role, the device or the new address. */
  detail: string | null;
  /** True if the job has already been delayed until its send time. The e-mail is then sent immediately. */
  isPlaced?: boolean;
};

export const accountMailJob = defineJob<AccountMail>('account-mail', {
  // A person who registers, resets a password or is invited is waiting for this e-mail.
  lane: 'invitation',
  retryAfter: MAIL_RETRIES,
  lease: 60,
});
