import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'user.deletion-scheduled': (data: AuditData) =>
    `Account scheduled for deletion (${shown(data['due_at'], 'in 30 days')})`,
  'user.deletion-cancelled': () => 'Scheduled deletion of the account canceled',
  'user.account-closed': () => 'Account closed at its owner’s request; its data is being erased',
  'user.personal-data-erased': ({ count }: AuditData) =>
    `Personal data of ${String(count)} audit ${count === 1 ? 'entry' : 'entries'} erased with the account`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
