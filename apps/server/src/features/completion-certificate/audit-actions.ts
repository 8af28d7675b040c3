import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'document.certificate-renewed': (w, data) => w.completionCertificate.renewed(w.day(data['protected_until'])),
  'document.certificate-made': (w, data) => w.completionCertificate.created(Number(data['pages'])),
  'document.downloaded': (w, data) => w.completionCertificate.linkIssued(w.name(w.names.files, data['type'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
