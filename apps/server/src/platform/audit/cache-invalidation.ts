/**
 * The cached data that each change invalidates, with one line for every action of the audit trail. The recorder applies
 * this table, so callers that record a change need no other step. If an action is missing from the table, compilation
 * fails (ADR 53).
 */
import type { AuditAction } from './actions.ts';

/**
 * Kinds of database contents that processes cache: the owners of sessions and keys (with the streams that depend on
 * them), the logos of organizations, and their seals, which contain a name and an identifier. Totals of lists are not
 * included, because they change with every commit (`UnitOfWork.commits`).
 */
type Cached = 'credentials' | 'logos' | 'seals';

/** Changes that end a credential but are not audited: a sign-in replaces the browser's previous session. */
export type UnrecordedChange = 'session.replaced';

/**
 * For changes that invalidate nothing. They include changes that only extend a credential, which become visible within
 * a second.
 */
const NOTHING: readonly Cached[] = [];
const CREDENTIALS: readonly Cached[] = ['credentials'];
const CREDENTIALS_AND_LOGOS: readonly Cached[] = ['credentials', 'logos'];
const ORGANIZATION: readonly Cached[] = ['credentials', 'logos', 'seals'];

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
  'user.factor-restored': CREDENTIALS,
  'user.suspended-factor-removed': NOTHING,
  'user.passkey-refused': NOTHING,
  'user.proof-refused': NOTHING,
  'user.password-changed': CREDENTIALS,
  'user.email-change-asked': NOTHING,
  'user.email-changed': CREDENTIALS,
  'user.email-change-undone': CREDENTIALS,
  'user.account-recovered': CREDENTIALS,
  'user.sessions-ended': CREDENTIALS,
  'member.sessions-ended': CREDENTIALS,
  'user.profile-changed': NOTHING,
  'user.switched-organization': CREDENTIALS,
  'organization.created': NOTHING,
  'organization.storage-quota-changed': NOTHING,
  'organization.requests-agreed': NOTHING,
  // Credentials are invalidated because rights and rate limits depend on the plan.
  'subscription.changed': CREDENTIALS,
  'subscription.scheduled': NOTHING,
  'subscription.unpaid': NOTHING,
  'subscription.paid': NOTHING,
  'invoice.issued': NOTHING,
  'billing-details.changed': NOTHING,
  'organization.changed': ORGANIZATION,
  'organization.deletion-scheduled': NOTHING,
  'organization.deletion-cancelled': NOTHING,
  'organization.deleted': CREDENTIALS_AND_LOGOS,
  'member.joined': CREDENTIALS,
  'member.role-changed': CREDENTIALS,
  'member.two-factor-reset': CREDENTIALS,
  'member.two-factor-reset-on-console': CREDENTIALS,
  'member.removed': CREDENTIALS,
  'member.created': NOTHING,
  'member.deactivated': CREDENTIALS,
  'member.reactivated': CREDENTIALS,
  'member.hand-over-started': NOTHING,
  'member.handed-over': CREDENTIALS,
  'user-import.started': NOTHING,
  'user-import.finished': NOTHING,
  'user-import.undo-started': NOTHING,
  // Undoing an import removes only accounts that were never used.
  'user-import.undone': NOTHING,
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
  'template.link-created': NOTHING,
  'template.link-changed': NOTHING,
  'template.link-deleted': NOTHING,
  'bulk-send.started': NOTHING,
  'bulk-send.cancelled': NOTHING,
  'bulk-send.retried': NOTHING,
  'bulk-send.finished': NOTHING,
  'document.created': NOTHING,
  'document.changed': NOTHING,
  'document.file-replaced': NOTHING,
  'document.archived': NOTHING,
  'document.deleted': NOTHING,
  'document.restored': NOTHING,
  'document.erased': NOTHING,
  'document.scheduled': NOTHING,
  'document.unscheduled': NOTHING,
  'document.schedule-failed': NOTHING,
  'document.sent': NOTHING,
  'document.corrected': NOTHING,
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
  'signer.removed': NOTHING,
  'signer.resent': NOTHING,
  'document.preparing-link-issued': NOTHING,
  'document.preparing-link-used': NOTHING,
  'signer.link-issued': NOTHING,
  'signer.own-link-issued': NOTHING,
  'signer.link-used': NOTHING,
  'signer.drawing-link-issued': NOTHING,
  'signer.drawing-link-used': NOTHING,
  'signer.drawing-received': NOTHING,
  'signer.address-confirmed': NOTHING,
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
  'audit.key-rotated': NOTHING,
  'audit.pin-accepted': NOTHING,
  'audit.pin-contradicted': NOTHING,
  'backup.requested': NOTHING,
  'backup.made': NOTHING,
  'backup.failed': NOTHING,
  'backup.verified': NOTHING,
  'backup.downloaded': NOTHING,
  'backup.deleted': NOTHING,
  'backup.base-made': NOTHING,
  'backup.base-failed': NOTHING,
  'backup.archive-failed': NOTHING,
  'backup.archive-resumed': NOTHING,
  'export.requested': NOTHING,
  'export.finished': NOTHING,
  'export.downloaded': NOTHING,
  'export.cancelled': NOTHING,
  'export.failed': NOTHING,
  'export.erased': NOTHING,
  'incident.reported': NOTHING,
  'incident.changed': NOTHING,
  'user.deletion-scheduled': NOTHING,
  'user.deletion-cancelled': NOTHING,
  'user.account-closed': CREDENTIALS,
  'user.personal-data-erased': NOTHING,
  'retention.rules-changed': NOTHING,
  'audit.entries-erased': NOTHING,
  'retention.announced': NOTHING,
  'processing-activity.added': NOTHING,
  'processing-activity.changed': NOTHING,
  'processing-activity.retired': NOTHING,
  'processing-register.downloaded': NOTHING,
  'sub-processors.published': NOTHING,
  'consent-text.added': NOTHING,
  'consent-text.withdrawn': NOTHING,
  'legal-hold.placed': NOTHING,
  'legal-hold.released': NOTHING,
  'incident.mailed': NOTHING,
  'incident.reminded': NOTHING,
  'incident.report-downloaded': NOTHING,
  'trust-anchor.added': NOTHING,
  'trust-anchor.removed': NOTHING,
  'document.downloaded': NOTHING,
  'mail.sent': NOTHING,
  'mail.held': NOTHING,
  'mail.bounced': NOTHING,
  'mail.failed': NOTHING,
};

/** The version of cached data that all processes of this machine share. */
type SharedVersion = { readonly caches: number; changeCaches(): void };

/** The caches of this process, and how each is invalidated. */
export class Memory {
  readonly #forget = new Map<Cached, (() => void)[]>();
  readonly #shared: SharedVersion | undefined;
  #seen: number | undefined;

  /** @param shared the version shared with other processes; undefined if the server is a single process */
  constructor(shared?: SharedVersion) {
    this.#shared = shared;
    this.#seen = shared?.caches;
  }

  /**
   * Registers a cache. Several caches can contain one kind of data. They are invalidated in the order of their
   * registration.
   */
  onOutdated(cached: Cached, forget: () => void): void {
    this.#forget.set(cached, [...(this.#forget.get(cached) ?? []), forget]);
  }

  forget(cached: Cached): void {
    for (const forget of this.#forget.get(cached) ?? []) forget();
    this.#shared?.changeCaches();
  }

  /** Drops all cached data if another process on this machine has changed data. Called before cached data is used. */
  refresh(): void {
    const now = this.#shared?.caches;
    if (now === this.#seen) return;
    this.#seen = now;
    for (const forgets of this.#forget.values()) for (const forget of forgets) forget();
  }
}
