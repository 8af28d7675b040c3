/** The mails that people get about their accounts, each with what has happened. */
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { type AccountMail, accountMailJob, type AccountMailRequest } from './account-mail-job.ts';

const CAUSES: Record<AccountMailRequest, string> = {
  registration: 'Somebody registers with an address',
  'resend-verification': 'Somebody asks for the link that proves an address again',
  'forgot-password': 'Somebody has forgotten their password',
  'verify-email': 'The owner of the installation has set it up',
  'change-email': 'Somebody changes their address: to the new one',
  'email-changed': 'An address was changed: to the old one',
  'email-change-undone': 'The change of an address was undone: to both',
  'reset-password': 'The change of an address was undone, so the password has to be chosen again',
  'password-changed': 'A password was changed or reset',
  'new-device': 'Somebody signed in on a device for the first time',
  'two-factor-on': 'The second factor was turned on',
  'two-factor-off': 'The second factor was turned off or reset',
  'recovery-codes-made': 'New recovery codes were created',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'authenticator-removed': 'The authenticator app was removed',
  'api-key-made': 'An API key was created',
  'api-keys-suspending': 'The second factor became required: to those whose API keys will be suspended',
  'api-keys-suspended': 'API keys were suspended: to those who created them',
  invitation: 'Somebody was invited to an organization',
  'account-created': 'An administrator created an account in a proved domain',
  'role-changed': 'The role of a member was changed',
  removed: 'A member was removed',
  'organization-deletion': 'The deletion of an organization was scheduled',
  'account-deletion': 'Somebody asks for their account to be deleted',
  'account-deletion-cancelled': 'Somebody keeps their account after all',
  'account-deleted': 'An account is closed: to whom it was',
  'documents-due': 'Documents are due for erasure: to their owners',
  'sso-changed': 'The settings of single sign-on were changed',
  'confirm-sso': 'A login by single sign-on needs confirmation by e-mail',
  'payment-failed': 'An invoice is unpaid: to the owners, again a week later and a day before the grace period ends',
  'plan-suspended': 'An invoice is unpaid after the grace period: to the owners',
  'payment-received': 'An unpaid invoice was paid: to the owners',
  'file-damaged': 'A stored file was found damaged: to the operators',
  'export-ready': 'An export of data can be downloaded: to whoever asked for it',
  'incident-reported': 'A security incident was reported: to the administrators',
  'incident-due': 'The time to notify the authority of an incident runs out: to the administrators',
  'incident-overdue': 'The time to notify the authority of an incident is over: to the administrators',
  'sub-processors-changed': 'A list of sub-processors was published: to the administrators of every organization',
  'clock-jumped': 'The clock of the server is in doubt: to the operators',
  'backup-trouble': 'The newest backup failed, is overdue or was not verified: to the operators',
};

const mail = (kind: AccountMailRequest) =>
  continuation(
    CAUSES[kind],
    starts(
      accountMailJob,
      // One of many, for which nobody waits: behind those that are due before, and out of the way of what somebody waits for.
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
    'More mails about accounts were sent to an address than an hour allows',
    starts(accountMailJob, ({ payload, runAt }: { payload: AccountMail; runAt: Date }) => [
      { payload: { ...payload, isPlaced: true }, runAt },
    ]),
  ),
};
