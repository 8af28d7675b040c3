/** Every action the audit trail can hold and the sentence that shows it. An action without a sentence does not compile. */
type Data = Record<string, unknown>;
const shown = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);

export const AUDIT_TEXT = {
  'installation.set-up': () => 'Installation set up',
  'user.logged-in': () => 'Logged in',
  'user.login-failed': () => 'Login refused',
  'user.logged-out': () => 'Logged out',
  'user.registered': () => 'Account made',
  'user.email-verified': () => 'E-mail address proved by mail',
  'user.stepped-up': (data: Data) =>
    data['second_factor'] === 'passkey'
      ? 'Passkey used before a sensitive change'
      : `Password ${data['second_factor'] === undefined ? '' : 'and code '}entered again before a sensitive change`,
  'user.two-factor-enabled': () => 'Authenticator app set up as second factor',
  'user.two-factor-disabled': () => 'Authenticator app taken away',
  'user.recovery-codes-made': () => 'New recovery codes made',
  'user.recovery-code-used': (data: Data) => `Recovery code used; ${String(data['left'])} left`,
  'user.second-factor-refused': () => 'Code of the second factor refused',
  'user.passkey-added': () => 'Passkey added',
  'user.passkey-renamed': () => 'Passkey renamed',
  'user.passkey-removed': () => 'Passkey removed',
  'user.passkey-refused': (data: Data) =>
    data['reason'] === 'counter'
      ? 'Passkey refused: its counter went back, so there may be a copy of it'
      : 'Passkey refused: its signature is not right',
  'user.proof-refused': () => 'Password entered again, and refused',
  'user.password-changed': (data: Data) =>
    data['by'] === 'mail' ? 'Password chosen anew by a link sent by mail' : 'Password changed',
  'user.email-change-asked': () => 'Another e-mail address asked for',
  'user.email-changed': () => 'E-mail address changed',
  'user.email-change-undone': () => 'Change of e-mail address taken back from the old address',
  'user.sessions-ended': (data: Data) =>
    `Ended ${typeof data['count'] === 'number' ? data['count'] : 'some'} of the own sessions`,
  'member.sessions-ended': (data: Data) => `Ended ${Number(data['count'])} sessions of a member`,
  'user.profile-changed': (data: Data) => `Profile changed (${shown(data['changed'], 'nothing')})`,
  'user.switched-organization': () => 'Session moved here from another organization',
  'organization.created': () => 'Organization made',
  'organization.storage-quota-changed': ({ quota_bytes: bytes }: Data) =>
    bytes === null
      ? 'Storage quota removed by the operator'
      : `Storage quota set to ${Number(bytes)} bytes by the operator`,
  'organization.changed': (data: Data) => `Organization changed (${Object.keys(data).join(', ') || 'nothing'})`,
  'organization.deletion-scheduled': (data: Data) =>
    `Deletion of the organization asked for, due ${shown(data['delete_at'], 'in 30 days')}`,
  'organization.deletion-cancelled': () => 'Deletion of the organization cancelled',
  'organization.deleted': () => 'Organization closed; completed documents stay for their retention',
  'member.joined': (data: Data) => `Joined by invitation as ${shown(data['role'], 'member')}`,
  'member.role-changed': (data: Data) =>
    `Role changed from ${shown(data['from'], 'one')} to ${shown(data['to'], 'another')}`,
  'member.two-factor-reset': () => 'Second factors taken away by an administrator',
  'member.two-factor-reset-on-console': () => 'Second factors taken away by the operator, on the console of the server',
  'member.removed': (data: Data) => (data['left'] === true ? 'Left the organization' : 'Removed from the organization'),
  'invitation.sent': (data: Data) => `Invitation sent (${shown(data['role'], 'member')})`,
  'invitation.bounced': (data: Data) =>
    `The mail of the invitation did not arrive (${shown(data['reason'], 'refused')})`,
  'invitation.revoked': () => 'Invitation withdrawn',
  'member.joined-by-sso': (data: Data) => `Joined by single sign-on as ${shown(data['role'], 'member')}`,
  'sso.changed': (data: Data) =>
    `Single sign-on set (${shown(data['protocol'], 'a provider')})${data['other_provider'] === true ? '; another provider is believed than before' : ''}`,
  'sso.removed': () => 'Single sign-on removed',
  'sso.refused': (data: Data) => `Login by single sign-on refused (${shown(data['reason'], 'no reason')})`,
  'sso.asked': () => 'Login by single sign-on waits for the word of the person, asked by mail',
  'domain.added': (data: Data) => `Domain added (${shown(data['domain'], 'one')})`,
  'domain.verified': (data: Data) => `Domain proved (${shown(data['domain'], 'one')})`,
  'domain.removed': (data: Data) => `Domain given up (${shown(data['domain'], 'one')})`,
  'api-key.created': () => 'API key made',
  'api-key.revoked': () => 'API key revoked',
  'api-key.rotated': (data: Data) =>
    `API key given a new value; the old one works until ${shown(data['previous_until'], 'now')}`,
  'api-key.handed-over': () => 'API key handed over to another member',
  'package.created': (data: Data) => `Package made of ${String(data['documents'])} documents`,
  'package.changed': (data: Data) => `Package changed (${shown(data['changed'], 'nothing')})`,
  'package.deleted': () => 'Package deleted before it was sent; its documents stay as drafts',
  'package.sent': (data: Data) =>
    `Package of ${String(data['documents'])} documents sent to ${String(data['signers'])} recipients`,
  'package.completed': (data: Data) => `Package completed: all ${String(data['documents'])} documents are signed`,
  'package.expired': () => 'Package expired: the time of one of its documents has run out',
  'package.reopened': () => 'Package open again: its expired documents were given more time',
  'package.cancelled': (data: Data) =>
    typeof data['voided'] === 'number'
      ? `Package cancelled; ${data['voided']} documents withdrawn`
      : 'Package ended: not every document was completed',
  'signer.package-opened': (data: Data) =>
    `Came from another document of the package (${shown(data['credential'], 'link')})`,
  'sandbox.clock-advanced': (data: Data) => `Sandbox time moved forward by ${String(data['seconds'])} seconds`,
  'webhook.created': () => 'Webhook added',
  'webhook.changed': (data: Data) => `Webhook changed (${shown(data['changed'], '') || 'nothing'})`,
  'webhook.deleted': () => 'Webhook deleted',
  'webhook.secret-rotated': (data: Data) =>
    data['confirmed'] === true ? 'Former secret of a webhook ended' : 'Webhook given a new secret',
  'webhook.redelivered': () => 'Webhook delivery sent again by hand',
  'webhook.dead-letters-replayed': (data: Data) =>
    `Webhook deliveries sent again from the dead-letter queue (${String(data['count'])})`,
  'webhook.dead-letters-discarded': (data: Data) =>
    `Webhook deliveries taken out of the dead-letter queue (${String(data['count'])})`,
  'webhook.disabled': (data: Data) =>
    data['reason'] === 'gone'
      ? 'Webhook switched off: its receiver is gone'
      : 'Webhook switched off after five days of failures',
  'template.created': () => 'Template made',
  'template.changed': (data: Data) => `Template changed (version ${String(data['version'])})`,
  'template.file-replaced': (data: Data) => `Template's file exchanged (version ${String(data['version'])})`,
  'template.shared': (data: Data) =>
    data['shared'] === true ? 'Template shared with the organization' : 'Template shared no longer',
  'template.deleted': () => 'Template deleted',
  'template.restored': () => 'Template taken back',
  'template.erased': () => 'Template erased, at the end of its time in the trash',
  'bulk-send.started': (data: Data) => `Bulk send begun (${String(data['rows'])} rows)`,
  'bulk-send.cancelled': (data: Data) => `Bulk send cancelled (${String(data['rows'])} rows were left)`,
  'bulk-send.retried': (data: Data) => `Failed rows of a bulk send tried again (${String(data['rows'])})`,
  'bulk-send.finished': (data: Data) =>
    `Bulk send finished (${String(data['sent'])} sent, ${String(data['failed'])} failed)`,
  'document.created': (data: Data) =>
    typeof data['template'] === 'string'
      ? `Made of a template (version ${String(data['template_version'])})`
      : `Uploaded (${shown(data['size_bytes'], String(data['size_bytes']))} bytes)`,
  'document.changed': (data: Data) => `Changed (${shown(data['changed'], 'nothing')})`,
  'document.archived': () => 'Archived',
  'document.deleted': () => 'Moved to the trash',
  'document.restored': (data: Data) => `Taken out of the ${shown(data['from'], 'trash')}`,
  'document.erased': () => 'Erased with its file, at the end of its time in the trash',
  'document.sent': (data: Data) => `Certified and sent to ${String(data['signers'])} recipient(s)`,
  'document.viewed': (data: Data) => {
    const revision = typeof data['revision'] === 'number' ? ` (revision ${data['revision']})` : '';
    return data['shown'] === 'reported'
      ? `A recipient's page reported that it was opened${revision}`
      : `Opened by a recipient${revision}`;
  },
  'document.revision-viewed': (data: Data) => `A recipient was shown revision ${String(data['revision'])}`,
  'document.signing-started': () => 'A recipient began to sign',
  'document.signed': (data: Data) =>
    `Signed${data['credential'] === 'in-person' ? ' in person, identified by the host' : ''} (revision ${String(data['revision'])})`,
  'document.completed': () => 'Everyone has signed; sealed with validation data and an archive time-stamp',
  'document.renewed': (data: Data) =>
    `Time-stamped anew for the archive (until ${shown(data['protected_until'], '').slice(0, 10)})`,
  'document.certificate-renewed': (data: Data) =>
    `Certificate of completion time-stamped anew for the archive (until ${shown(data['protected_until'], '').slice(0, 10)})`,
  'document.certificate-made': (data: Data) => `Certificate of completion made (${String(data['pages'])} pages)`,
  'document.declined': () => 'A recipient declined to sign; the document ended',
  'document.extended': (data: Data) => `Given more time, until ${shown(data['expires_at'], 'later').slice(0, 16)}`,
  'document.stuck': (data: Data) =>
    `Not sealed within five minutes of the last signature (${shown(data['job'], 'seal')} queued again)`,
  'signer.reminded': (data: Data) => (data['by'] === 'schedule' ? 'Reminded by schedule' : 'Reminded by the sender'),
  'signer.reminders-stopped': () => 'The recipient asked for no more reminders',
  'signer.forwarded': () => 'A recipient named somebody else to sign in their place; the old link ended',
  'signer.corrected': (data: Data) => `A recipient was corrected by the sender (${shown(data['changed'], 'nothing')})`,
  'signer.resent': () => 'The invitation was sent again',
  'signer.link-issued': () => 'A signing link for one use was issued to the caller (embedded signing)',
  'signer.own-link-issued': (data: Data) =>
    `A recipient came by their own account (${data['second_factor'] === null ? '' : 'with a second factor, '}login by ${shown(data['login'], 'password')}); a link for one use was issued to them`,
  'signer.link-used': () => 'The signing link for one use was opened',
  'signer.attachment-added': (data: Data) =>
    `A file was attached${typeof data['session'] === 'string' ? ' in person, on the device of the host' : ''} (SHA-256 ${shown(data['sha256'], 'unknown')})`,
  'signer.attachment-removed': () => 'An attached file was taken back',
  'signer.access-code-passed': () => 'The access code was entered',
  'signer.access-code-refused': (data: Data) => `A wrong access code was entered (${String(data['left'])} tries left)`,
  'signer.access-locked': () => 'Locked after five wrong access codes; the sender is told',
  'signer.step-code-sent': () => 'A code was sent to the second address of a recipient',
  'signer.step-passed': (data: Data) =>
    data['step'] === 'account'
      ? 'The second step was passed: own account with a second factor'
      : 'The second step was passed: code from the second address',
  'signer.step-refused': (data: Data) =>
    `A wrong code of the second step was entered (${String(data['left'])} tries left)`,
  'signer.step-locked': () => 'Locked after five wrong codes of the second step; the sender is told',
  'in-person.started': (data: Data) =>
    `The host handed a device to a recipient (in person${data['access_code'] === true ? ', with an access code' : ''})`,
  'in-person.verified': (data: Data) =>
    data['factors'] === 'access-code'
      ? 'The in-person session was opened with its access code'
      : 'The in-person session was opened',
  'in-person.code-refused': (data: Data) =>
    `A wrong access code was entered in person (${String(data['left'])} tries left)`,
  'in-person.locked': () => 'The in-person session was locked after five wrong access codes',
  'in-person.ended': () => 'The host took the device back; the in-person session ended',
  'document.voided': () => 'Withdrawn by the sender',
  'document.expired': () => 'Expired before everyone had signed',
  'certificate.revoked': (data: Data) =>
    `A signer's certificate was revoked as of ${String(data['revoked_at'])} (${shown(data['reason'], 'no reason').replaceAll('_', ' ')})`,
  'keys.rotated': (data: Data) =>
    `New key and certificate: ${String(data['kind'])} of ${String(data['environment'])}, generation ${String(data['generation'])}`,
  'keys.root-exported': (data: Data) => `The root of ${String(data['environment'])} was exported with its key`,
  'keys.root-taken-offline': (data: Data) => `The root of ${String(data['environment'])} was taken offline`,
  'keys.root-crl-refreshed': (data: Data) =>
    `The offline root of ${String(data['environment'])} signed a new revocation list`,
  'keys.master-key-rotated': (data: Data) =>
    `All secrets were sealed anew by another master key (${String(data['secrets'])})`,
  'trust-anchor.added': () => 'A root certificate is trusted for signatures made elsewhere',
  'trust-anchor.removed': () => 'A root certificate is trusted no longer',
  'document.downloaded': (data: Data) => `Download link issued (${String(data['type'])})`,
  'mail.sent': (data: Data) =>
    data['via'] === 'mailbox'
      ? `Mail (${String(data['mail'])}) delivered to the built-in mailbox`
      : `Mail (${String(data['mail'])}) handed to the mail server`,
  'mail.held': (data: Data) =>
    `Mail (${String(data['mail'])}) waits until ${shown(data['until'], 'later')}: many were sent to this address`,
  'mail.bounced': (data: Data) =>
    `Mail (${String(data['mail'])}) was refused for good (${shown(data['reason'], 'refused')})`,
  'mail.failed': (data: Data) => `Mail (${String(data['mail'])}) could not be delivered`,
} as const satisfies Record<string, (data: Data) => string>;

export type AuditAction = keyof typeof AUDIT_TEXT;

export function auditText(action: string, data: Data): string {
  const text = (AUDIT_TEXT as Record<string, ((data: Data) => string) | undefined>)[action];
  return text ? text(data) : action;
}
