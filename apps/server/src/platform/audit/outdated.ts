/**
 * What each change makes out of date in memory: one line for every action that the audit trail can hold. The recorder reads it, so
 * whoever records a change has nothing else to do; an action without its line does not compile (ADR 53).
 */
import type { AuditAction } from './actions.ts';

/**
 * What processes keep in memory of the database: whom sessions and keys stand for (with the streams that rest on them), and the
 * logos of organizations. Totals of lists are no part of it: they hang on every commit (`UnitOfWork.commits`).
 */
type Cached = 'credentials' | 'logos';

/** Changes that end a credential and are no entry of their own: a login takes the place of the session that the browser had. */
export type UnrecordedChange = 'session.replaced';

/** Also of what only adds to a credential: it is seen within a second. */
const NOTHING: readonly Cached[] = [];
const CREDENTIALS: readonly Cached[] = ['credentials'];
const CREDENTIALS_AND_LOGOS: readonly Cached[] = ['credentials', 'logos'];

export const OUTDATED_BY: Record<AuditAction | UnrecordedChange, readonly Cached[]> = {
  'session.replaced': CREDENTIALS,
  'installation.set-up': NOTHING,
  'user.logged-in': NOTHING,
  'user.login-failed': NOTHING,
  'user.logged-out': CREDENTIALS,
  'user.registered': NOTHING,
  'user.email-verified': NOTHING,
  'user.stepped-up': CREDENTIALS,
  'user.two-factor-enabled': CREDENTIALS,
  'user.two-factor-disabled': CREDENTIALS,
  'user.recovery-codes-made': NOTHING,
  'user.recovery-code-used': NOTHING,
  'user.second-factor-refused': NOTHING,
  'user.passkey-added': CREDENTIALS,
  'user.passkey-renamed': NOTHING,
  'user.passkey-removed': CREDENTIALS,
  'user.passkey-refused': NOTHING,
  'user.proof-refused': NOTHING,
  'user.password-changed': CREDENTIALS,
  'user.email-change-asked': NOTHING,
  'user.email-changed': CREDENTIALS,
  'user.email-change-undone': CREDENTIALS,
  'user.sessions-ended': CREDENTIALS,
  'member.sessions-ended': CREDENTIALS,
  'user.profile-changed': NOTHING,
  'user.switched-organization': CREDENTIALS,
  'organization.created': NOTHING,
  'organization.storage-quota-changed': NOTHING,
  'organization.requests-agreed': NOTHING,
  'organization.changed': CREDENTIALS_AND_LOGOS,
  'organization.deletion-scheduled': NOTHING,
  'organization.deletion-cancelled': NOTHING,
  'organization.deleted': CREDENTIALS_AND_LOGOS,
  'member.joined': CREDENTIALS,
  'member.role-changed': CREDENTIALS,
  'member.two-factor-reset': CREDENTIALS,
  'member.two-factor-reset-on-console': CREDENTIALS,
  'member.removed': CREDENTIALS,
  'invitation.sent': NOTHING,
  'invitation.bounced': NOTHING,
  'invitation.revoked': NOTHING,
  'member.joined-by-sso': NOTHING,
  'sso.changed': CREDENTIALS,
  'sso.removed': CREDENTIALS,
  'sso.refused': NOTHING,
  'sso.asked': NOTHING,
  'domain.added': NOTHING,
  'domain.verified': NOTHING,
  'domain.removed': CREDENTIALS,
  'api-key.created': NOTHING,
  'api-key.revoked': CREDENTIALS,
  'api-key.rotated': CREDENTIALS,
  'api-key.handed-over': CREDENTIALS,
  'package.created': NOTHING,
  'package.changed': NOTHING,
  'package.deleted': NOTHING,
  'package.sent': NOTHING,
  'package.completed': NOTHING,
  'package.expired': NOTHING,
  'package.reopened': NOTHING,
  'package.cancelled': NOTHING,
  'signer.package-opened': NOTHING,
  'sandbox.clock-advanced': NOTHING,
  'webhook.created': NOTHING,
  'webhook.changed': NOTHING,
  'webhook.deleted': NOTHING,
  'webhook.secret-rotated': NOTHING,
  'webhook.redelivered': NOTHING,
  'webhook.dead-letters-replayed': NOTHING,
  'webhook.dead-letters-discarded': NOTHING,
  'webhook.disabled': NOTHING,
  'template.created': NOTHING,
  'template.changed': NOTHING,
  'template.file-replaced': NOTHING,
  'template.shared': NOTHING,
  'template.deleted': NOTHING,
  'template.restored': NOTHING,
  'template.erased': NOTHING,
  'bulk-send.started': NOTHING,
  'bulk-send.cancelled': NOTHING,
  'bulk-send.retried': NOTHING,
  'bulk-send.finished': NOTHING,
  'document.created': NOTHING,
  'document.changed': NOTHING,
  'document.archived': NOTHING,
  'document.deleted': NOTHING,
  'document.restored': NOTHING,
  'document.erased': NOTHING,
  'document.sent': NOTHING,
  'document.viewed': NOTHING,
  'document.revision-viewed': NOTHING,
  'document.signing-started': NOTHING,
  'document.signed': NOTHING,
  'document.completed': NOTHING,
  'document.renewed': NOTHING,
  'document.certificate-renewed': NOTHING,
  'document.certificate-made': NOTHING,
  'document.declined': NOTHING,
  'document.extended': NOTHING,
  'document.stuck': NOTHING,
  'signer.reminded': NOTHING,
  'signer.reminders-stopped': NOTHING,
  'signer.forwarded': NOTHING,
  'signer.corrected': NOTHING,
  'signer.resent': NOTHING,
  'signer.link-issued': NOTHING,
  'signer.own-link-issued': NOTHING,
  'signer.link-used': NOTHING,
  'signer.attachment-added': NOTHING,
  'signer.attachment-removed': NOTHING,
  'signer.access-code-passed': NOTHING,
  'signer.access-code-refused': NOTHING,
  'signer.access-locked': NOTHING,
  'signer.step-code-sent': NOTHING,
  'signer.step-passed': NOTHING,
  'signer.step-refused': NOTHING,
  'signer.step-locked': NOTHING,
  'in-person.started': NOTHING,
  'in-person.verified': NOTHING,
  'in-person.code-refused': NOTHING,
  'in-person.locked': NOTHING,
  'in-person.ended': NOTHING,
  'document.voided': NOTHING,
  'document.expired': NOTHING,
  'certificate.revoked': NOTHING,
  'keys.rotated': NOTHING,
  'keys.root-exported': NOTHING,
  'keys.root-taken-offline': NOTHING,
  'keys.root-crl-refreshed': NOTHING,
  'keys.master-key-rotated': NOTHING,
  'incident.reported': NOTHING,
  'incident.changed': NOTHING,
  'legal-hold.placed': NOTHING,
  'legal-hold.released': NOTHING,
  'trust-anchor.added': NOTHING,
  'trust-anchor.removed': NOTHING,
  'document.downloaded': NOTHING,
  'mail.sent': NOTHING,
  'mail.held': NOTHING,
  'mail.bounced': NOTHING,
  'mail.failed': NOTHING,
};

/** What is kept in this process, and how each part of it is forgotten. */
export class Memory {
  readonly #forget = new Map<Cached, (() => void)[]>();

  /** Several may keep something of a kind; they forget in the order in which they said so. */
  onOutdated(cached: Cached, forget: () => void): void {
    this.#forget.set(cached, [...(this.#forget.get(cached) ?? []), forget]);
  }

  forget(cached: Cached): void {
    for (const forget of this.#forget.get(cached) ?? []) forget();
  }
}
