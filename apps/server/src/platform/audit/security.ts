/**
 * Defines which audited actions are security events, and their severity. The security event is written in the
 * transaction of the entry. If an action of one of the families below is missing from the table, compilation fails.
 */
import { newId } from '../crypto/ids.ts';
import { namedStatement, type Statement } from '../db/statement.ts';
import { networkOf } from '../network-of.ts';
import type { AuditAction } from './actions.ts';
import type { Happening } from './recorder.ts';

/**
 * `critical` requires action now. `high` means a possible attack or a removed protection. `medium` means that
 * permissions changed. `low` is for information.
 */
export type Severity = 'critical' | 'high' | 'medium' | 'low';

type Family =
  | 'installation'
  | 'audit'
  | 'user'
  | 'member'
  | 'invitation'
  | 'organization'
  | 'sso'
  | 'domain'
  | 'api-key'
  | 'webhook'
  | 'certificate'
  | 'keys'
  | 'incident'
  | 'export'
  | 'backup'
  | 'retention'
  | 'legal-hold'
  | 'user-import'
  | 'trust-anchor';
/** Publishing a link counts as a security event, because strangers can then create documents in a member's name. */
type Published = 'template.link-created' | 'template.link-changed' | 'template.link-deleted';
type LockedOut = 'signer.access-locked' | 'signer.step-locked' | 'in-person.locked';

/** The severity of each action. Null means that the action is not a security event. */
const SEVERITY_OF: Record<Extract<AuditAction, `${Family}.${string}`> | Published | LockedOut, Severity | null> = {
  'installation.set-up': 'medium',
  'audit.pin-contradicted': 'critical',
  'audit.pin-accepted': 'high',
  'audit.key-rotated': 'medium',
  'audit.entries-erased': null,
  'user.logged-in': 'low',
  'user.login-failed': 'low',
  'user.logged-out': 'low',
  'user.registered': 'low',
  'user.email-verified': 'low',
  'user.deletion-scheduled': 'medium',
  'user.deletion-cancelled': 'low',
  'user.account-closed': 'medium',
  'user.personal-data-erased': null,
  'user.stepped-up': 'low',
  'user.two-factor-enabled': 'medium',
  'user.two-factor-disabled': 'high',
  'user.recovery-codes-made': 'medium',
  'user.recovery-code-used': 'medium',
  'user.second-factor-refused': 'medium',
  'user.passkey-added': 'medium',
  'user.passkey-renamed': 'low',
  'user.passkey-removed': 'medium',
  'user.factor-restored': 'medium',
  'user.suspended-factor-removed': 'low',
  'user.passkey-refused': 'high',
  'user.proof-refused': 'medium',
  'user.password-changed': 'medium',
  'user.email-change-asked': 'medium',
  'user.email-changed': 'high',
  'user.email-change-undone': 'high',
  'user.account-recovered': 'high',
  'user.sessions-ended': 'low',
  'member.sessions-ended': 'medium',
  'user.profile-changed': null,
  'user.switched-organization': 'low',
  'organization.created': 'low',
  'organization.storage-quota-changed': null,
  'organization.requests-agreed': null,
  'organization.changed': 'low',
  'organization.deletion-scheduled': 'high',
  'organization.deletion-cancelled': 'medium',
  'organization.deleted': 'high',
  'member.joined': 'medium',
  'member.role-changed': 'high',
  'member.two-factor-reset': 'high',
  'member.two-factor-reset-on-console': 'high',
  'member.removed': 'medium',
  'member.created': 'medium',
  'member.deactivated': 'medium',
  'member.reactivated': 'medium',
  'member.hand-over-started': 'low',
  'member.handed-over': 'low',
  'invitation.sent': 'low',
  'invitation.bounced': null,
  'invitation.revoked': 'low',
  'member.joined-by-sso': 'medium',
  'sso.changed': 'high',
  'sso.removed': 'high',
  'sso.refused': 'medium',
  'sso.asked': 'low',
  'domain.added': 'low',
  'domain.verified': 'medium',
  'domain.removed': 'medium',
  'api-key.created': 'medium',
  'api-key.revoked': 'medium',
  'api-key.rotated': 'medium',
  'api-key.handed-over': 'medium',
  'webhook.created': 'medium',
  'webhook.changed': 'medium',
  'webhook.deleted': 'low',
  'webhook.secret-rotated': 'medium',
  'webhook.redelivered': null,
  'webhook.dead-letters-replayed': null,
  'webhook.dead-letters-discarded': null,
  'webhook.disabled': null,
  'certificate.revoked': 'high',
  'keys.rotated': 'medium',
  'keys.root-exported': 'high',
  'keys.root-taken-offline': 'high',
  'keys.root-crl-refreshed': 'low',
  'keys.master-key-rotated': 'high',
  'incident.reported': 'high',
  'incident.changed': 'medium',
  'incident.mailed': 'medium',
  'incident.reminded': null,
  'incident.report-downloaded': 'low',
  'backup.requested': 'low',
  'backup.made': null,
  'backup.failed': 'high',
  'backup.verified': 'low',
  'backup.downloaded': 'high',
  'backup.deleted': 'high',
  'backup.base-made': null,
  'backup.base-failed': 'high',
  'backup.archive-failed': 'high',
  'backup.archive-resumed': 'low',
  'export.requested': 'medium',
  'export.finished': null,
  'export.downloaded': 'medium',
  'export.cancelled': 'low',
  'export.failed': null,
  'export.erased': null,
  'trust-anchor.added': 'high',
  'trust-anchor.removed': 'medium',
  'retention.rules-changed': 'high',
  'retention.announced': null,
  'legal-hold.placed': 'medium',
  'legal-hold.released': 'high',
  'user-import.started': 'medium',
  'user-import.finished': null,
  'user-import.undo-started': 'medium',
  'user-import.undone': null,
  'template.link-created': 'medium',
  'template.link-changed': 'low',
  'template.link-deleted': 'low',
  'signer.access-locked': 'medium',
  'signer.step-locked': 'medium',
  'in-person.locked': 'medium',
};

type NewEvent = {
  tenantId: string;
  id: string;
  kind: AuditAction;
  severity: Severity;
  at: Date;
  userId: string | null;
  address: string | null;
  subject: string;
  details: string;
};
const insertSecurityEvent = namedStatement<unknown, NewEvent>(
  'security-event-insert',
  `insert into security_events (tenant_id, id, kind, severity, at, last_at, count, user_id, address, subject, details)
   values (:tenantId, :id, :kind, :severity, :at, :at, 1, :userId, :address, :subject, :details)`,
);

/**
 * Returns the security event of an audited action, or undefined if the action is not a security event.
 * @param at the time of the entry
 */
export function securityEventOf(tenantId: string, at: Date, happening: Happening): Statement<unknown> | undefined {
  const { action, actor, target, data, personal } = happening;
  const severity = isSecurity(action) ? SEVERITY_OF[action] : null;
  if (severity === null) return undefined;
  const address = personal?.fields['address'];
  return insertSecurityEvent({
    tenantId,
    id: newId('securityEvent', at),
    kind: action,
    severity,
    at,
    userId: actor.kind === 'user' ? actor.id : null,
    address: address === undefined ? null : networkOf(address),
    subject: target.id,
    details: JSON.stringify(data),
  });
}

const isSecurity = (action: AuditAction): action is keyof typeof SEVERITY_OF => action in SEVERITY_OF;
