import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'subscription.changed': (data: AuditData) =>
    `Plan changed from ${shown(data['from'], 'unknown')} to ${shown(data['to'], 'unknown')}`,
  'subscription.scheduled': ({ to, at }: AuditData) =>
    typeof to === 'string'
      ? `Plan scheduled to change to ${to} (${shown(at, 'at the end of the period')})`
      : 'Scheduled change of plan removed',
  'subscription.unpaid': (data: AuditData) =>
    `Invoice unpaid; the plan keeps its rights until ${shown(data['grace_ends_at'], 'the end of the grace period')}`,
  'subscription.paid': () => 'Unpaid invoice paid',
  'invoice.issued': ({ total_cents: cents }: AuditData) => `Invoice issued (${(Number(cents) / 100).toFixed(2)} EUR)`,
  'billing-details.changed': () => 'Billing details changed',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
