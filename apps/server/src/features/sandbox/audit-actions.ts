import { type AuditData, type AuditSentences, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'sandbox.clock-advanced': (data: AuditData) => `Sandbox clock advanced by ${counted(data['seconds'], 'second')}`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
