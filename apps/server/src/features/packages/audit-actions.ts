import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'package.created': (w, data) => w.packages.created(Number(data['documents'])),
  'package.changed': (w, data) => w.packages.changed(w.properties(data['changed'])),
  'package.deleted': (w) => w.packages.deleted,
  'package.sent': (w, data) => w.packages.sent(Number(data['documents']), Number(data['signers'])),
  'package.completed': (w, data) => w.packages.completed(Number(data['documents'])),
  'package.expired': (w) => w.packages.expired,
  'package.reopened': (w) => w.packages.reopened,
  'package.cancelled': (w, { voided }) => (typeof voided === 'number' ? w.packages.canceled(voided) : w.packages.ended),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
