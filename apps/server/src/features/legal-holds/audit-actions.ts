import { type AuditData, type AuditSentences, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'legal-hold.placed': (data: AuditData) =>
    `Legal hold placed on a ${String(data['kind'])} (${counted(data['documents'], 'document')})`,
  'legal-hold.released': (data: AuditData) => `Legal hold on a ${String(data['kind'])} released`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
