import { type AuditData, type AuditSentences, shown, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'package.created': (data: AuditData) => `Package created (${counted(data['documents'], 'document')})`,
  'package.changed': (data: AuditData) => `Package changed (${shown(data['changed'], 'nothing')})`,
  'package.deleted': () => 'Package deleted before it was sent; its documents were kept as drafts',
  'package.sent': (data: AuditData) =>
    `Package sent (${counted(data['documents'], 'document')}, ${counted(data['signers'], 'recipient')})`,
  'package.completed': (data: AuditData) => `Package completed: all ${String(data['documents'])} documents completed`,
  'package.expired': () => 'Package expired: one of its documents expired',
  'package.reopened': () => 'Package reopened: the deadline of its expired documents was extended',
  'package.cancelled': (data: AuditData) =>
    typeof data['voided'] === 'number'
      ? `Package canceled (${data['voided']} documents voided)`
      : 'Package ended: not every document was completed',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
