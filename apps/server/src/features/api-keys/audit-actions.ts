import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'api-key.created': () => 'API key created',
  'api-key.revoked': () => 'API key revoked',
  'api-key.rotated': (data: AuditData) =>
    `API key rotated; previous value accepted until ${shown(data['previous_until'], 'now')}`,
  'api-key.handed-over': () => 'API key transferred to another member',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
