import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'webhook.created': () => 'Webhook endpoint created',
  'webhook.changed': (data: AuditData) => `Webhook endpoint changed (${shown(data['changed'], '') || 'nothing'})`,
  'webhook.deleted': () => 'Webhook endpoint deleted',
  'webhook.secret-rotated': (data: AuditData) =>
    data['confirmed'] === true ? 'Previous webhook secret revoked' : 'Webhook secret rotated',
  'webhook.redelivered': () => 'Webhook delivery resent manually',
  'webhook.dead-letters-replayed': (data: AuditData) => `Webhook dead letters replayed (${String(data['count'])})`,
  'webhook.dead-letters-discarded': (data: AuditData) => `Webhook dead letters discarded (${String(data['count'])})`,
  'webhook.disabled': (data: AuditData) =>
    data['reason'] === 'gone'
      ? 'Webhook endpoint disabled: its receiver answered 410 Gone'
      : 'Webhook endpoint disabled after five days of failed deliveries',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
