import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'subscription.changed': (w, data) => w.billing.planChanged(w.text(data['from']), w.text(data['to'])),
  'subscription.scheduled': (w, { to, at }) =>
    typeof to === 'string' ? w.billing.planScheduled(to, w.time(at)) : w.billing.scheduleRemoved,
  'subscription.unpaid': (w, data) => w.billing.unpaid(w.time(data['grace_ends_at'])),
  'subscription.paid': (w) => w.billing.paid,
  'invoice.issued': (w, data) => w.billing.invoiceIssued(w.euros(data['total_cents'])),
  'billing-details.changed': (w) => w.billing.detailsChanged,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
