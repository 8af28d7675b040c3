import type { AuditData, AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'organization.storage-quota-changed': ({ quota_bytes: bytes }: AuditData) =>
    bytes === null
      ? 'Storage quota removed by the operator'
      : `Storage quota set to ${Number(bytes)} bytes by the operator`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
