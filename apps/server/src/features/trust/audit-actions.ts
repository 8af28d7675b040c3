import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'trust-anchor.added': (w) => w.trust.anchorAdded,
  'trust-anchor.removed': (w) => w.trust.anchorRemoved,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
