import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'user.deletion-scheduled': (w, data) => w.accountDeletion.scheduled(w.time(data['due_at'])),
  'user.deletion-cancelled': (w) => w.accountDeletion.canceled,
  'user.account-closed': (w) => w.accountDeletion.closed,
  'user.personal-data-erased': (w, data) => w.accountDeletion.entriesErased(Number(data['count'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
