import type { AuditData, AuditSentences, AuditText } from '../../platform/audit/actions.ts';
import type { MailKind } from './send-mail-job.ts';

const mailIn = (w: AuditText, data: AuditData): string =>
  w.name(w.names.mails satisfies Record<MailKind, string>, data['mail']);

export const auditActions = {
  'mail.sent': (w, data) => (data['via'] === 'mailbox' ? w.mails.toMailbox : w.mails.toServer)(mailIn(w, data)),
  'mail.held': (w, data) => w.mails.delayed(mailIn(w, data), w.time(data['until'])),
  'mail.bounced': (w, data) => w.mails.refused(mailIn(w, data), w.text(data['reason'])),
  'mail.failed': (w, data) => w.mails.undelivered(mailIn(w, data)),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
