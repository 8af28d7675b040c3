import { type AuditData, type AuditSentences, counted, minuteText, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'document.corrected': (data: AuditData) =>
    `Recipients or fields changed, certified again and sent to ${counted(data['signers'], 'recipient')}; the previous links were revoked`,
  'document.declined': () => 'Declined to sign, which ended the document',
  'document.extended': (data: AuditData) => `Deadline extended to ${minuteText(data['expires_at'], 'a later time')}`,
  'document.stuck': (data: AuditData) =>
    `Not sealed within five minutes of the last signature (${shown(data['job'], 'seal')} queued again)`,
  'signer.reminded': (data: AuditData) =>
    data['by'] === 'schedule' ? 'Reminder sent on schedule' : 'Reminder sent by the sender',
  'signer.reminders-stopped': () => 'Turned off reminders',
  'signer.forwarded': () => 'Forwarded the document to someone else to sign; the previous link was revoked',
  'signer.corrected': (data: AuditData) =>
    `The sender changed the details of a recipient (${shown(data['changed'], 'nothing')})`,
  'signer.removed': (data: AuditData) =>
    data['last'] === true
      ? 'The sender removed a recipient who had not signed. Everyone else had signed.'
      : 'The sender removed a recipient',
  'signer.resent': () => 'The invitation was sent again',
  'signer.link-issued': (data: AuditData) =>
    data['long_lived'] === true
      ? 'A signing link was issued to the caller, valid until the document expires (link handed out by the sender)'
      : 'A single-use signing link was issued to the caller (embedded signing)',
  'document.expired': () => 'Expired before all recipients had signed',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
