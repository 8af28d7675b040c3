import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'sandbox.clock-advanced': (w, data) => w.sandbox.clockAdvanced(Number(data['seconds'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
