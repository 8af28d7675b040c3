import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'webhook.created': (w) => w.webhooks.created,
  'webhook.changed': (w, data) => w.webhooks.changed(w.properties(data['changed'], ' ')),
  'webhook.deleted': (w) => w.webhooks.deleted,
  'webhook.secret-rotated': (w, data) =>
    data['confirmed'] === true ? w.webhooks.secretRevoked : w.webhooks.secretRotated,
  'webhook.redelivered': (w) => w.webhooks.resent,
  'webhook.dead-letters-replayed': (w, data) => w.webhooks.replayed(Number(data['count'])),
  'webhook.dead-letters-discarded': (w, data) => w.webhooks.discarded(Number(data['count'])),
  'webhook.disabled': (w, data) => (data['reason'] === 'gone' ? w.webhooks.disabledGone : w.webhooks.disabledFailing),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
