import { type AuditData, type AuditSentences, shown, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'retention.rules-changed': (data: AuditData) => `Retention rules changed (${counted(data['rules'], 'rule')})`,
  'audit.entries-erased': (data: AuditData) =>
    `Audit entries erased at the end of their retention (${String(data['entries'])}, from before ${shown(data['before'], '').slice(0, 10)})`,
  'retention.announced': (data: AuditData) => `Erasure of ${counted(data['documents'], 'document')} announced`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
