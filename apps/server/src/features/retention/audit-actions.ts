import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'retention.rules-changed': (data: AuditData) => `Retention rules changed (${String(data['rules'])} rule(s))`,
  'audit.entries-erased': (data: AuditData) =>
    `Audit entries erased at the end of their retention (${String(data['entries'])}, from before ${shown(data['before'], '').slice(0, 10)})`,
  'retention.announced': (data: AuditData) => `Erasure of ${String(data['documents'])} document(s) announced`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
