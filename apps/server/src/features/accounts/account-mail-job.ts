import type { AccountMailKind } from '../mail/index.ts';
import { MAIL_RETRIES } from '../notifications/index.ts';
import { defineJob } from '../../platform/jobs/queue.ts';

/** The template kinds, plus requests whose mail depends on whether the address has an account. */
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
  /** The ID of the row behind the link (registration, e-mail token, invitation). */
  linkId: string | null;
  /**
   * The organization on whose behalf the mail is sent. It determines the language and whose per-address mail limit
   * applies.
   */
  tenantId: string | null;
  organization: string | null;
  /** Name of the person who caused the mail. */
  by: string | null;
  /** The subject of the mail, such as the new role, the device or the new address. */
  detail: string | null;
  /** True if the job has already been delayed to its send time, so it is sent now. */
  isPlaced?: boolean;
};

export const accountMailJob = defineJob<AccountMail>('account-mail', {
  // A person who registers, resets a password or is invited waits for this mail.
  lane: 'invitation',
  retryAfter: MAIL_RETRIES,
  lease: 60,
});
