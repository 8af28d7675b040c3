import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

/** The kind of e-mail in words, such as `signing code`. */
const kindOf = ({ mail }: AuditData): string => String(mail).replaceAll('-', ' ');

export const auditActions = {
  'mail.sent': (data: AuditData) =>
    data['via'] === 'mailbox'
      ? `E-mail (${kindOf(data)}) delivered to the built-in mailbox`
      : `E-mail (${kindOf(data)}) handed to the mail server`,
  'mail.held': (data: AuditData) =>
    `E-mail (${kindOf(data)}) delayed until ${shown(data['until'], 'later')} because too many were sent to this address`,
  'mail.bounced': (data: AuditData) =>
    `E-mail (${kindOf(data)}) was permanently refused (${shown(data['reason'], 'refused')})`,
  'mail.failed': (data: AuditData) => `E-mail (${kindOf(data)}) could not be delivered`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
