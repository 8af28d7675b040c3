/** E-mails that people get about their accounts. */
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { type AccountMail, accountMailJob, type AccountMailRequest } from './account-mail-job.ts';

const CAUSES: Record<AccountMailRequest, string> = {
  registration: 'A person registers with an address',
  'resend-verification': 'A person requests the verification e-mail again',
  'forgot-password': 'A person requests a password reset',
  'verify-email': 'The owner set up the installation',
  'change-email': 'A person requests a change of e-mail address; the e-mail goes to the new address',
  'email-changed': 'An e-mail address was changed; the e-mail goes to the old address',
  'email-change-undone': 'A change of e-mail address was undone; the e-mail goes to both addresses',
  'reset-password': 'A change of e-mail address was undone, so a new password is required',
  'password-changed': 'A password was changed or reset',
  'new-device': 'A person signed in on a new device',
  'two-factor-on': 'The second factor was turned on',
  'two-factor-off': 'The second factor was turned off or reset',
  'recovery-codes-made': 'New recovery codes were created',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'authenticator-removed': 'The authenticator app was removed',
  'api-key-made': 'An API key was created',
  'api-keys-suspending': 'A second factor became required; the e-mail goes to people whose API keys will be suspended',
  'api-keys-suspended': 'API keys were suspended; the e-mail goes to their creators',
  invitation: 'A person was invited to an organization',
  'account-created': 'An administrator created an account in a verified domain',
  'role-changed': 'The role of a member was changed',
  removed: 'A member was removed',
  'organization-deletion': 'The deletion of an organization was scheduled',
  'account-deletion': 'A person schedules the deletion of their account',
  'account-deletion-cancelled': 'A person cancels the deletion of their account',
  'account-deleted': 'An account was closed; the e-mail goes to its former owner',
  'documents-due': 'Documents are due for deletion; the e-mail goes to their owners',
  'sso-changed': 'The single sign-on settings were changed',
  'confirm-sso': 'A sign-in through an identity provider must be confirmed by e-mail',
  'payment-failed':
    'An invoice is unpaid; the e-mail goes to the owners at once, after a week, and a day before the grace period ends',
  'plan-suspended': 'An invoice is unpaid after the grace period; the e-mail goes to the owners',
  'payment-received': 'An unpaid invoice was paid; the e-mail goes to the owners',
  'file-damaged': 'A stored file was found damaged; the e-mail goes to the operators',
  'export-ready': 'A data export can be downloaded; the e-mail goes to the requester',
  'incident-reported': 'A security incident was reported; the e-mail goes to the administrators',
  'incident-due': 'The deadline for notifying the authority is near; the e-mail goes to the administrators',
  'incident-overdue': 'The deadline for notifying the authority has passed; the e-mail goes to the administrators',
  'sub-processors-changed':
    'A list of sub-processors was published; the e-mail goes to the administrators of every organization',
  'clock-jumped': "The server's clock jumped; the e-mail goes to the operators",
  'backup-trouble': 'The newest backup failed, is overdue or was not verified; the e-mail goes to the operators',
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
    'The hourly limit on account e-mails to an address was exceeded',
    starts(accountMailJob, ({ payload, runAt }: { payload: AccountMail; runAt: Date }) => [
      { payload: { ...payload, isPlaced: true }, runAt },
    ]),
  ),
};
