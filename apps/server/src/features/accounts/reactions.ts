/** E-mails that people get about their accounts. */
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { type AccountMail, accountMailJob, type AccountMailRequest } from './account-mail-job.ts';

const CAUSES: Record<AccountMailRequest, string> = {
  registration: 'A person registers with an e-mail address',
  'resend-verification': 'A person requests the verification e-mail again',
  'forgot-password': 'A person requests a password reset',
  'verify-email': 'The owner has set up the installation',
  'change-email': 'A person requests a change of their e-mail address (e-mail to the new address)',
  'email-changed': 'The e-mail address of an account was changed (e-mail to the old address)',
  'email-change-undone': 'The change of an e-mail address was undone (e-mail to both addresses)',
  'reset-password': 'The change of an e-mail address was undone, so the person must set a new password',
  'password-changed': 'The password of an account was changed or reset',
  'new-device': 'A person signed in on a new device',
  'two-factor-on': 'The second factor of an account was turned on',
  'two-factor-off': 'The second factor of an account was turned off or reset',
  'recovery-codes-made': 'New recovery codes were created for an account',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added to an account',
  'passkey-removed': 'A passkey was removed from an account',
  'authenticator-removed': 'The authenticator app was removed from an account',
  'api-key-made': 'An API key was created',
  'api-keys-suspending':
    'An organization started to require a second factor (e-mail to the people whose API keys will be suspended)',
  'api-keys-suspended': 'API keys were suspended because their creators have no second factor (e-mail to the creators)',
  invitation: 'A person was invited to an organization',
  'account-created': 'An administrator created an account in a verified domain',
  'role-changed': 'The role of a member was changed',
  removed: 'A member was removed from an organization',
  'organization-deletion': 'The deletion of an organization was scheduled',
  'account-deletion': 'A person schedules the deletion of their account',
  'account-deletion-cancelled': 'A person cancels the deletion of their account',
  'account-deleted': 'An account was closed (e-mail to its former owner)',
  'documents-due': 'Documents will soon be deleted because their retention period ends (e-mail to their owners)',
  'sso-changed': 'The single sign-on settings of an organization were changed',
  'confirm-sso': 'A sign-in through an identity provider must be confirmed by e-mail',
  'payment-failed':
    'An invoice is unpaid (e-mail to the owners at once, after a week, and a day before the grace period ends)',
  'plan-suspended': 'An invoice is still unpaid when the grace period ends (e-mail to the owners)',
  'payment-received': 'An overdue invoice was paid (e-mail to the owners)',
  'file-damaged': 'The server detected a damaged file (e-mail to the operators)',
  'export-ready': 'A data export is ready to be downloaded (e-mail to the person who requested it)',
  'incident-reported': 'A security incident was reported (e-mail to the administrators)',
  'incident-due': 'The deadline for notifying the authority about an incident is near (e-mail to the administrators)',
  'incident-overdue':
    'The deadline for notifying the authority about an incident has passed (e-mail to the administrators)',
  'sub-processors-changed':
    'A new list of sub-processors was published (e-mail to the administrators of every organization)',
  'clock-jumped': "The server's clock jumped (e-mail to the operators)",
  'backup-trouble': 'The newest backup failed, is overdue or was not verified (e-mail to the operators)',
};

const mail = (kind: AccountMailRequest) =>
  continuation(
    CAUSES[kind],
    starts(
      accountMailJob,
      // Queues a bulk e-mail that is not urgent. The job runs after jobs that are due earlier, so it does not delay
      // urgent e-mails.
      ({ sendAt, ...payload }: AccountMail & { sendAt?: Date | undefined }) => [
        sendAt === undefined ? { payload } : { payload, runAt: sendAt, lane: 'mail' },
      ],
      kind,
    ),
  );
const kinds = Object.keys(CAUSES) as AccountMailRequest[];

export const continuations = {
  ...(Object.fromEntries(kinds.map((kind) => [kind, mail(kind)])) as Record<
    AccountMailRequest,
    ReturnType<typeof mail>
  >),
  postponed: continuation(
    'The hourly limit on account e-mails to one address was exceeded, so the e-mail is postponed',
    starts(accountMailJob, ({ payload, runAt }: { payload: AccountMail; runAt: Date }) => [
      { payload: { ...payload, isPlaced: true }, runAt },
    ]),
  ),
};
