import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'api-key.created': (w) => w.apiKeys.created,
  'api-key.revoked': (w) => w.apiKeys.revoked,
  'api-key.rotated': (w, { previous_until: until }) =>
    until === null ? w.apiKeys.rotated : w.apiKeys.rotatedUntil(w.time(until)),
  'api-key.handed-over': (w) => w.apiKeys.transferred,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
