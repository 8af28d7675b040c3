import type { AuditData, AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'legal-hold.placed': (data: AuditData) =>
    `Legal hold placed on a ${String(data['kind'])} (${String(data['documents'])} document(s))`,
  'legal-hold.released': (data: AuditData) => `Legal hold on a ${String(data['kind'])} released`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
