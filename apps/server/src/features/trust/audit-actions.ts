import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'trust-anchor.added': () => 'Trust anchor added for signatures created elsewhere',
  'trust-anchor.removed': () => 'Trust anchor removed',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
