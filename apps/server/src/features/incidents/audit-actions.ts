import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'incident.reported': (data: AuditData) => `Security incident reported (${shown(data['severity'], 'no severity')})`,
  'incident.changed': (data: AuditData) => `Security incident changed (${shown(data['changed'], 'nothing')})`,
  'incident.mailed': (data: AuditData) =>
    `Mail about a security incident to ${String(data['recipients'])} people affected`,
  'incident.reminded': (data: AuditData) =>
    `Administrators reminded of a security incident (${String(data['hours'])} of 72 hours)`,
  'incident.report-downloaded': () => 'Report of a security incident downloaded',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
