import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'organization.storage-quota-changed': (w, { quota_bytes: bytes }) =>
    bytes === null ? w.storage.quotaRemoved : w.storage.quotaSet(Number(bytes)),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
