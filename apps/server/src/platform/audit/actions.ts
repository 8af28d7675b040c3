/** Every action the audit trail can hold and the sentence that shows it. An action without a sentence does not compile. */
type Data = Record<string, unknown>;
const shown = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);

/** `password_min_length from 12 to 14`: each change stands beside what was so before. */
const changesIn = (data: Data): string =>
  Object.keys(data)
    .filter((key) => !key.endsWith('_before'))
    .map((key) => {
      const before = data[`${key}_before`];
      return before === undefined ? key : `${key} from ${JSON.stringify(before)} to ${JSON.stringify(data[key])}`;
    })
    .join(', ');

/** How the host of an in-person session checked the signer's identity; entries before November 2026 do not say. */
function identityCheck(data: Data): string {
  if (data['identity_check'] === 'none') return 'identity not checked by the host';
  if (data['identity_check'] === 'known') return 'signer known to the host in person';
  if (data['identity_check'] === 'document')
    return `identity document checked by the host (${shown(data['identity_document'], 'other').replaceAll('-', ' ')})`;
  return 'no identity check recorded';
}
const suspendedText = ({ suspended }: Data): string => {
  if (suspended === 'totp') return 'authenticator app';
  return shown(suspended, '').startsWith('key_') ? 'API key' : 'passkey';
};

export const AUDIT_TEXT = {
  'installation.set-up': () => 'Installation set up',
  'user.logged-in': () => 'Signed in',
  'user.login-failed': () => 'Sign-in refused',
  'user.logged-out': () => 'Signed out',
  'user.registered': () => 'Account created',
  'user.email-verified': () => 'E-mail address verified',
  'user.stepped-up': (data: Data) =>
    data['second_factor'] === 'passkey'
      ? 'Passkey used to confirm a sensitive change'
      : `Password ${data['second_factor'] === undefined ? '' : 'and code '}entered again to confirm a sensitive change`,
  'user.two-factor-enabled': () => 'Authenticator app added as a second factor',
  'user.two-factor-disabled': () => 'Authenticator app removed',
  'user.recovery-codes-made': () => 'New recovery codes created',
  'user.recovery-code-used': (data: Data) => `Recovery code used (${String(data['left'])} left)`,
  'user.second-factor-refused': () => 'Second-factor code refused',
  'user.passkey-added': () => 'Passkey added',
  'user.passkey-renamed': () => 'Passkey renamed',
  'user.passkey-removed': () => 'Passkey removed',
  'user.factor-restored': (data: Data) => `Restored after the recovery of the account: ${suspendedText(data)}`,
  'user.suspended-factor-removed': (data: Data) =>
    `Suspended by the recovery of the account and removed: ${suspendedText(data)}`,
  'user.passkey-refused': (data: Data) =>
    data['reason'] === 'counter'
      ? 'Passkey refused: its signature counter went backwards, so it may have been copied'
      : 'Passkey refused: its signature was not valid',
  'user.proof-refused': () => 'Password entered again and refused',
  'user.password-changed': (data: Data) =>
    data['by'] === 'mail' ? 'Password reset through a link sent by e-mail' : 'Password changed',
  'user.email-change-asked': () => 'Change of e-mail address requested',
  'user.email-changed': () => 'E-mail address changed',
  'user.email-change-undone': () => 'Change of e-mail address undone from the previous address',
  'user.account-recovered': (data: Data) =>
    `Account recovered through a link sent by e-mail; everything added since ${shown(data['since'], 'the last confirmed sign-in').slice(0, 16)} was ended or suspended`,
  'user.sessions-ended': (data: Data) =>
    `Own sessions ended (${typeof data['count'] === 'number' ? data['count'] : 'number unknown'})`,
  'member.sessions-ended': (data: Data) => `Sessions of a member ended (${Number(data['count'])})`,
  'user.profile-changed': (data: Data) => `Profile changed (${shown(data['changed'], 'nothing')})`,
  'user.switched-organization': () => 'Session switched to this organization from another one',
  'organization.created': () => 'Organization created',
  'organization.storage-quota-changed': ({ quota_bytes: bytes }: Data) =>
    bytes === null
      ? 'Storage quota removed by the operator'
      : `Storage quota set to ${Number(bytes)} bytes by the operator`,
  'organization.requests-agreed': ({ requests_per_hour: requests }: Data) =>
    requests === null
      ? 'Limit of requests removed by the operator'
      : `Limit of requests set to ${Number(requests)} an hour by the operator`,
  'subscription.changed': (data: Data) =>
    `Plan changed from ${shown(data['from'], 'unknown')} to ${shown(data['to'], 'unknown')}`,
  'subscription.scheduled': ({ to, at }: Data) =>
    typeof to === 'string'
      ? `Plan scheduled to change to ${to} (${shown(at, 'at the end of the period')})`
      : 'Scheduled change of plan removed',
  'subscription.unpaid': (data: Data) =>
    `Invoice unpaid; the plan keeps its rights until ${shown(data['grace_ends_at'], 'the end of the grace period')}`,
  'subscription.paid': () => 'Unpaid invoice paid',
  'invoice.issued': ({ total_cents: cents }: Data) => `Invoice issued (${(Number(cents) / 100).toFixed(2)} EUR)`,
  'billing-details.changed': () => 'Billing details changed',
  'organization.changed': (data: Data) => `Organization changed (${changesIn(data) || 'nothing'})`,
  'organization.deletion-scheduled': (data: Data) =>
    `Organization scheduled for deletion (${shown(data['delete_at'], 'in 30 days')})`,
  'organization.deletion-cancelled': () => 'Scheduled deletion of the organization cancelled',
  'organization.deleted': () => 'Organization deleted; completed documents are kept for their retention period',
  'member.joined': (data: Data) => `Joined by invitation (${shown(data['role'], 'member')})`,
  'member.role-changed': (data: Data) =>
    `Role changed from ${shown(data['from'], 'unknown')} to ${shown(data['to'], 'unknown')}`,
  'member.two-factor-reset': () => 'Second factors removed by an administrator',
  'member.two-factor-reset-on-console': () => "Second factors removed by the operator on the server's console",
  'member.removed': (data: Data) => (data['left'] === true ? 'Left the organization' : 'Removed from the organization'),
  'member.created': (data: Data) => `Account created by an administrator (${shown(data['role'], 'member')})`,
  'member.deactivated': () => 'Deactivated in this organization',
  'member.reactivated': () => 'Reactivated in this organization',
  'member.hand-over-started': () => 'Documents are being handed over to another member',
  'member.handed-over': (data: Data) =>
    `${data['status'] === 'stopped' ? 'Handing over stopped, because the other member left: documents handed over' : 'Documents handed over to another member'} (${Number(data['documents'])})`,
  'user-import.started': (data: Data) => `Import of users started (${Number(data['rows'])} rows)`,
  'user-import.finished': (data: Data) =>
    `Import of users finished (${Number(data['created'] ?? 0)} created, ${Number(data['invited'] ?? 0)} invited)`,
  'user-import.undo-started': () => 'Undoing an import of users started',
  'user-import.undone': (data: Data) => `Import of users undone (${Number(data['undone'] ?? 0)} rows)`,
  'invitation.sent': (data: Data) => `Invitation sent (${shown(data['role'], 'member')})`,
  'invitation.bounced': (data: Data) =>
    `Invitation e-mail could not be delivered (${shown(data['reason'], 'refused')})`,
  'invitation.revoked': () => 'Invitation revoked',
  'member.joined-by-sso': (data: Data) => `Joined through single sign-on (${shown(data['role'], 'member')})`,
  'sso.changed': (data: Data) =>
    `Single sign-on configured (${shown(data['protocol'], 'unknown protocol')})${data['other_provider'] === true ? '; identity provider replaced' : ''}`,
  'sso.removed': () => 'Single sign-on removed',
  'sso.refused': (data: Data) => `Single sign-on login refused (${shown(data['reason'], 'no reason recorded')})`,
  'sso.asked': () => 'Single sign-on login awaiting e-mail confirmation',
  'domain.added': (data: Data) => `Domain added (${shown(data['domain'], 'unknown')})`,
  'domain.verified': (data: Data) => `Domain verified (${shown(data['domain'], 'unknown')})`,
  'domain.removed': (data: Data) => `Domain removed (${shown(data['domain'], 'unknown')})`,
  'api-key.created': () => 'API key created',
  'api-key.revoked': () => 'API key revoked',
  'api-key.rotated': (data: Data) =>
    `API key rotated; previous value accepted until ${shown(data['previous_until'], 'now')}`,
  'api-key.handed-over': () => 'API key transferred to another member',
  'package.created': (data: Data) => `Package created (${String(data['documents'])} documents)`,
  'package.changed': (data: Data) => `Package changed (${shown(data['changed'], 'nothing')})`,
  'package.deleted': () => 'Package deleted before it was sent; its documents were kept as drafts',
  'package.sent': (data: Data) =>
    `Package sent (${String(data['documents'])} documents, ${String(data['signers'])} recipients)`,
  'package.completed': (data: Data) => `Package completed: all ${String(data['documents'])} documents completed`,
  'package.expired': () => 'Package expired: one of its documents expired',
  'package.reopened': () => 'Package reopened: the deadline of its expired documents was extended',
  'package.cancelled': (data: Data) =>
    typeof data['voided'] === 'number'
      ? `Package cancelled (${data['voided']} documents voided)`
      : 'Package ended: not every document was completed',
  'signer.package-opened': (data: Data) =>
    data['same_document'] === true
      ? `Opened in the same visit as another role of this recipient (${shown(data['credential'], 'link')})`
      : `Document opened from another document of the package (${shown(data['credential'], 'link')})`,
  'sandbox.clock-advanced': (data: Data) => `Sandbox clock advanced by ${String(data['seconds'])} seconds`,
  'webhook.created': () => 'Webhook endpoint created',
  'webhook.changed': (data: Data) => `Webhook endpoint changed (${shown(data['changed'], '') || 'nothing'})`,
  'webhook.deleted': () => 'Webhook endpoint deleted',
  'webhook.secret-rotated': (data: Data) =>
    data['confirmed'] === true ? 'Previous webhook secret revoked' : 'Webhook secret rotated',
  'webhook.redelivered': () => 'Webhook delivery resent manually',
  'webhook.dead-letters-replayed': (data: Data) => `Webhook dead letters replayed (${String(data['count'])})`,
  'webhook.dead-letters-discarded': (data: Data) => `Webhook dead letters discarded (${String(data['count'])})`,
  'webhook.disabled': (data: Data) =>
    data['reason'] === 'gone'
      ? 'Webhook endpoint disabled: its receiver answered 410 Gone'
      : 'Webhook endpoint disabled after five days of failed deliveries',
  'template.created': () => 'Template created',
  'template.changed': (data: Data) => `Template changed (version ${String(data['version'])})`,
  'template.file-replaced': (data: Data) => `Template file replaced (version ${String(data['version'])})`,
  'template.shared': (data: Data) =>
    data['shared'] === true ? 'Template shared with the organization' : 'Template no longer shared',
  'template.deleted': () => 'Template deleted',
  'template.restored': () => 'Template restored from the trash',
  'template.erased': () => 'Template permanently deleted after its retention in the trash',
  'bulk-send.started': (data: Data) => `Bulk send started (${String(data['rows'])} rows)`,
  'bulk-send.cancelled': (data: Data) => `Bulk send cancelled (${String(data['rows'])} rows not sent)`,
  'bulk-send.retried': (data: Data) => `Failed rows of a bulk send retried (${String(data['rows'])})`,
  'bulk-send.finished': (data: Data) =>
    `Bulk send finished (${String(data['sent'])} sent, ${String(data['failed'])} failed)`,
  'document.created': (data: Data) =>
    typeof data['template'] === 'string'
      ? `Created from a template (version ${String(data['template_version'])})`
      : `Uploaded (${shown(data['size_bytes'], String(data['size_bytes']))} bytes)`,
  'document.file-replaced': (data: Data) => `Replaced the file (${String(data['size_bytes'])} bytes)`,
  'document.changed': (data: Data) => `Changed (${shown(data['changed'], 'nothing')})`,
  'document.archived': () => 'Archived',
  'document.deleted': () => 'Moved to the trash',
  'document.restored': (data: Data) => `Restored from the ${shown(data['from'], 'trash')}`,
  'document.erased': (data: Data) =>
    data['reason'] === 'retention'
      ? 'Permanently deleted with its file when its retention ended'
      : 'Permanently deleted with its file after its retention in the trash',
  'document.scheduled': (data: Data) =>
    `Scheduled to be sent at ${shown(data['scheduled_for'], 'a later time').slice(0, 16)}`,
  'document.unscheduled': (data: Data) =>
    data['by'] === undefined
      ? 'Scheduled sending canceled'
      : `Scheduled sending canceled because the document was ${shown(data['by'], 'changed')}`,
  'document.schedule-failed': (data: Data) => `Scheduled sending failed (${shown(data['code'], 'unknown error')})`,
  'document.sent': (data: Data) =>
    `Certified and sent to ${String(data['signers'])} recipient(s)${data['scheduled_for'] === undefined ? '' : ' as scheduled'}`,
  'document.corrected': (data: Data) =>
    `Recipients or fields changed, certified again and sent to ${String(data['signers'])} recipient(s); the previous links were revoked`,
  'document.viewed': (data: Data) => {
    const revision = typeof data['revision'] === 'number' ? ` (revision ${data['revision']})` : '';
    return data['shown'] === 'reported'
      ? `A recipient's page reported opening the document${revision}`
      : `Opened by a recipient${revision}`;
  },
  'document.revision-viewed': (data: Data) => `A recipient was shown revision ${String(data['revision'])}`,
  'document.signing-started': () => 'A recipient started signing',
  'document.signed': (data: Data) =>
    `Signed${data['credential'] === 'in-person' ? ` in person, ${identityCheck(data)}` : ''} (revision ${String(data['revision'])})`,
  'document.completed': () =>
    'Completed: all signatures collected; sealed with validation data and an archive time-stamp',
  'document.renewed': (data: Data) =>
    `Archive time-stamp renewed (until ${shown(data['protected_until'], '').slice(0, 10)})`,
  'document.certificate-renewed': (data: Data) =>
    `Archive time-stamp of the certificate of completion renewed (until ${shown(data['protected_until'], '').slice(0, 10)})`,
  'document.certificate-made': (data: Data) => `Certificate of completion created (${String(data['pages'])} pages)`,
  'document.declined': () => 'A recipient declined to sign, which ended the document',
  'document.extended': (data: Data) => `Deadline extended to ${shown(data['expires_at'], 'a later time').slice(0, 16)}`,
  'document.stuck': (data: Data) =>
    `Not sealed within five minutes of the last signature (${shown(data['job'], 'seal')} queued again)`,
  'signer.reminded': (data: Data) =>
    data['by'] === 'schedule' ? 'Reminder sent on schedule' : 'Reminder sent by the sender',
  'signer.reminders-stopped': () => 'The recipient turned off reminders',
  'signer.forwarded': () => 'A recipient forwarded the document to someone else to sign; the previous link was revoked',
  'signer.corrected': (data: Data) =>
    `The sender changed the details of a recipient (${shown(data['changed'], 'nothing')})`,
  'signer.removed': (data: Data) =>
    data['last'] === true
      ? 'The sender removed a recipient who had not signed. Everyone else had signed.'
      : 'The sender removed a recipient',
  'signer.resent': () => 'The invitation was sent again',
  'signer.link-issued': (data: Data) =>
    data['long_lived'] === true
      ? 'A signing link was issued to the caller, valid until the document expires (link handed out by the sender)'
      : 'A single-use signing link was issued to the caller (embedded signing)',
  'signer.own-link-issued': (data: Data) =>
    `A single-use signing link was issued to a recipient through their own account (${data['second_factor'] === null ? '' : 'with a second factor, '}signed in by ${shown(data['login'], 'password')})`,
  'signer.link-used': () => 'The single-use signing link was opened',
  'signer.attachment-added': (data: Data) =>
    `A file was attached${typeof data['session'] === 'string' ? ' in person, on the device of the host' : ''} (SHA-256 ${shown(data['sha256'], 'unknown')})`,
  'signer.attachment-removed': () => 'An attached file was removed',
  'signer.access-code-passed': () => 'The correct access code was entered',
  'signer.access-code-refused': (data: Data) =>
    `A wrong access code was entered (${String(data['left'])} attempts left)`,
  'signer.access-locked': () => 'Locked after five wrong access codes',
  'signer.step-code-sent': () => "A code was sent to a recipient's second address",
  'signer.step-passed': (data: Data) =>
    data['step'] === 'account'
      ? 'Recipient authentication passed: own account with a second factor'
      : 'Recipient authentication passed: code sent to the second address',
  'signer.step-refused': (data: Data) =>
    `A wrong recipient authentication code was entered (${String(data['left'])} attempts left)`,
  'signer.step-locked': () => 'Locked after five wrong recipient authentication codes',
  'in-person.started': (data: Data) =>
    `In-person session started by the host${data['access_code'] === true ? ' with an access code' : ''}; ${identityCheck(data)}`,
  'in-person.verified': (data: Data) =>
    data['factors'] === 'access-code'
      ? 'The in-person session was opened with its access code'
      : 'The in-person session was opened',
  'in-person.code-refused': (data: Data) =>
    `A wrong access code was entered in person (${String(data['left'])} attempts left)`,
  'in-person.locked': () => 'The in-person session was locked after five wrong access codes',
  'in-person.ended': () => 'The host ended the in-person session',
  'document.voided': () => 'Voided',
  'document.expired': () => 'Expired before all recipients had signed',
  'certificate.revoked': (data: Data) =>
    `A signer's certificate was revoked as of ${String(data['revoked_at'])} (${shown(data['reason'], 'no reason recorded').replaceAll('_', ' ')})`,
  'keys.rotated': (data: Data) =>
    `New key and certificate created: ${String(data['kind'])} of ${String(data['environment'])}, generation ${String(data['generation'])}`,
  'keys.root-exported': (data: Data) =>
    `The root certificate of ${String(data['environment'])} was exported with its key`,
  'keys.root-taken-offline': (data: Data) => `The root key of ${String(data['environment'])} was taken offline`,
  'keys.root-crl-refreshed': (data: Data) =>
    `The offline root of ${String(data['environment'])} signed a new revocation list`,
  'keys.master-key-rotated': (data: Data) =>
    `All secrets were re-encrypted under a new master key (${String(data['secrets'])})`,
  'backup.requested': () => 'Backup of the installation requested',
  'backup.made': (data: Data) =>
    `Backup of the installation made (${String(data['rows'])} rows, ${String(data['files'])} files)`,
  'backup.failed': () => 'Backup of the installation failed',
  'backup.verified': (data: Data) =>
    data['valid'] === true ? 'Backup verified: everything in it is whole' : 'Backup verified: it is damaged',
  'backup.downloaded': () => 'Backup downloaded',
  'backup.deleted': () => 'Backup deleted',
  'backup.base-made': (data: Data) => `Base backup of the database made (${String(data['files'])} files)`,
  'backup.base-failed': () => 'Base backup of the database failed',
  'backup.archive-failed': () => 'The log of the database could not be archived',
  'backup.archive-resumed': () => 'The log of the database is archived again',
  'export.requested': (data: Data) => `Data export requested (${shown(data['scope'], 'own')})`,
  'export.finished': (data: Data) =>
    `Data export finished (${String(data['documents'])} documents, ${String(data['size_bytes'])} bytes)`,
  'export.downloaded': (data: Data) => `Data export downloaded (${shown(data['scope'], 'own')})`,
  'export.cancelled': () => 'Data export cancelled',
  'export.failed': () => 'Data export failed',
  'export.erased': () => 'Files of a data export erased',
  'incident.reported': (data: Data) => `Security incident reported (${shown(data['severity'], 'no severity')})`,
  'incident.changed': (data: Data) => `Security incident changed (${shown(data['changed'], 'nothing')})`,
  'user.deletion-scheduled': (data: Data) => `Account scheduled for deletion (${shown(data['due_at'], 'in 30 days')})`,
  'user.deletion-cancelled': () => 'Scheduled deletion of the account cancelled',
  'user.account-closed': () => 'Account closed at its owner’s request; its data is being erased',
  'retention.rules-changed': (data: Data) => `Retention rules changed (${String(data['rules'])} rule(s))`,
  'audit.entries-erased': (data: Data) =>
    `Audit entries erased at the end of their retention (${String(data['entries'])}, from before ${shown(data['before'], '').slice(0, 10)})`,
  'retention.announced': (data: Data) => `Erasure of ${String(data['documents'])} document(s) announced`,
  'processing-activity.added': () => 'Entry added to the register of processing',
  'processing-activity.changed': (data: Data) =>
    `Entry of the register of processing changed (version ${String(data['version'])}: ${shown(data['changed'], 'put back')})`,
  'processing-activity.retired': () => 'Entry of the register of processing retired',
  'processing-register.downloaded': (data: Data) =>
    `Register of processing downloaded (${shown(data['format'], 'file')})`,
  'sub-processors.published': (data: Data) =>
    `List of sub-processors published (version ${String(data['version'])}, in force from ${shown(data['effective_at'], 'now')})`,
  'consent-text.added': (data: Data) =>
    `Consent text ${shown(data['version'], '')} added for signers (${shown(data['language'], 'unknown language')})`,
  'consent-text.withdrawn': (data: Data) =>
    `Consent text ${shown(data['version'], '')} withdrawn (${shown(data['language'], 'unknown language')})`,
  'legal-hold.placed': (data: Data) =>
    `Legal hold placed on a ${String(data['kind'])} (${String(data['documents'])} document(s))`,
  'legal-hold.released': (data: Data) => `Legal hold on a ${String(data['kind'])} released`,
  'incident.mailed': (data: Data) => `Mail about a security incident to ${String(data['recipients'])} people affected`,
  'incident.reminded': (data: Data) =>
    `Administrators reminded of a security incident (${String(data['hours'])} of 72 hours)`,
  'incident.report-downloaded': () => 'Report of a security incident downloaded',
  'trust-anchor.added': () => 'Trust anchor added for signatures created elsewhere',
  'trust-anchor.removed': () => 'Trust anchor removed',
  'document.downloaded': (data: Data) => `Download link issued (${String(data['type'])})`,
  'mail.sent': (data: Data) =>
    data['via'] === 'mailbox'
      ? `E-mail (${String(data['mail'])}) delivered to the built-in mailbox`
      : `E-mail (${String(data['mail'])}) handed to the mail server`,
  'mail.held': (data: Data) =>
    `E-mail (${String(data['mail'])}) held until ${shown(data['until'], 'later')}: too many were sent to this address`,
  'mail.bounced': (data: Data) =>
    `E-mail (${String(data['mail'])}) was permanently refused (${shown(data['reason'], 'refused')})`,
  'mail.failed': (data: Data) => `E-mail (${String(data['mail'])}) could not be delivered`,
} as const satisfies Record<string, (data: Data) => string>;

export type AuditAction = keyof typeof AUDIT_TEXT;

export function auditText(action: string, data: Data): string {
  const text = (AUDIT_TEXT as Record<string, ((data: Data) => string) | undefined>)[action];
  return text ? text(data) : action;
}
