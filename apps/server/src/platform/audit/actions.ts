/** Every action the audit trail can hold and the sentence that shows it. An action without a sentence does not compile. */
type Data = Record<string, unknown>;
const shown = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);

export const AUDIT_TEXT = {
  'installation.set-up': () => 'Installation set up',
  'user.logged-in': () => 'Logged in',
  'user.login-failed': () => 'Login refused',
  'user.logged-out': () => 'Logged out',
  'api-key.created': () => 'API key made',
  'api-key.revoked': () => 'API key revoked',
  'document.created': (data: Data) => `Uploaded (${shown(data['size_bytes'], String(data['size_bytes']))} bytes)`,
  'document.sent': (data: Data) => `Certified and sent to ${String(data['signers'])} recipient(s)`,
  'document.viewed': () => 'Opened by a recipient',
  'document.signing-started': () => 'A recipient began to sign',
  'document.signed': (data: Data) => `Signed (revision ${String(data['revision'])})`,
  'document.completed': () => 'Everyone has signed; sealed with validation data and an archive time-stamp',
  'document.voided': () => 'Withdrawn by the sender',
  'document.expired': () => 'Expired before everyone had signed',
  'document.downloaded': (data: Data) => `Download link issued (${String(data['type'])})`,
  'mail.sent': (data: Data) =>
    data['via'] === 'mailbox'
      ? `Mail (${String(data['mail'])}) delivered to the built-in mailbox`
      : `Mail (${String(data['mail'])}) handed to the mail server`,
  'mail.failed': (data: Data) => `Mail (${String(data['mail'])}) could not be delivered`,
} as const satisfies Record<string, (data: Data) => string>;

export type AuditAction = keyof typeof AUDIT_TEXT;

export function auditText(action: string, data: Data): string {
  const text = (AUDIT_TEXT as Record<string, ((data: Data) => string) | undefined>)[action];
  return text ? text(data) : action;
}
