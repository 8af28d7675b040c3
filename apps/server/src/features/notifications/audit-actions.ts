import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'mail.sent': (data: AuditData) =>
    data['via'] === 'mailbox'
      ? `E-mail (${String(data['mail'])}) delivered to the built-in mailbox`
      : `E-mail (${String(data['mail'])}) handed to the mail server`,
  'mail.held': (data: AuditData) =>
    `E-mail (${String(data['mail'])}) delayed until ${shown(data['until'], 'later')} because too many were sent to this address`,
  'mail.bounced': (data: AuditData) =>
    `E-mail (${String(data['mail'])}) was permanently refused (${shown(data['reason'], 'refused')})`,
  'mail.failed': (data: AuditData) => `E-mail (${String(data['mail'])}) could not be delivered`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
