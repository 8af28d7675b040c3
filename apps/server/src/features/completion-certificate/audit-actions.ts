import { type AuditData, type AuditSentences, shown, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'document.certificate-renewed': (data: AuditData) =>
    `Archive time-stamp of the certificate of completion renewed (until ${shown(data['protected_until'], '').slice(0, 10)})`,
  'document.certificate-made': (data: AuditData) =>
    `Certificate of completion created (${counted(data['pages'], 'page')})`,
  'document.downloaded': (data: AuditData) => `Download link issued (${String(data['type'])})`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
