import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import type { Erasure } from '../../platform/jobs/erasures.ts';
import { type AccountErasure, eraseAccounts } from './erase-accounts.ts';
import { operations, type Services } from './operations.ts';

/**
 * The tables that hold an account and copies of its data (`erase_account_copies`, `erase_account_markup`,
 * `erase_account_records`).
 */
const tables = [
  'users',
  'sessions',
  'last_sign_ins',
  'email_tokens',
  'known_devices',
  'login_steps',
  'device_sign_ins',
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'suspended_totp_factors',
  'suspended_passkeys',
  'webauthn_challenges',
  'registrations',
  'memberships',
  'mails',
  'jobs',
  'outbox',
  'webhook_deliveries',
  'invitations',
  'user_import_rows',
  'sso_links',
  'sso_confirmations',
  'in_person_sessions',
  'security_events',
  'documents',
  'template_versions',
  'bulk_send_rows',
  'legal_holds',
  'incidents',
  'incident_entries',
  'incident_mailings',
  'incident_mail_recipients',
  'user_imports',
  'audit_personal',
  'person_keys',
];
const erasures: readonly Erasure<AccountErasure>[] = [{ name: 'accounts', of: 'rows', tables, erase: eraseAccounts }];

export const accountDeletion = {
  name: 'account-deletion',
  auditActions,
  operations,
  erasures,
} satisfies Feature<Services & AccountErasure>;
