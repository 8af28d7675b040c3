import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'incident.reported': (w, data) => w.incidents.reported(w.name(w.names.severities, data['severity'])),
  'incident.changed': (w, data) => w.incidents.changed(w.properties(data['changed'])),
  'incident.mailed': (w, data) => w.incidents.mailed(Number(data['recipients'])),
  'incident.reminded': (w, data) => w.incidents.reminded(Number(data['hours'])),
  'incident.report-downloaded': (w) => w.incidents.reportDownloaded,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
