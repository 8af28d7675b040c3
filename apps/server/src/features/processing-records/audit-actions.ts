import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'processing-activity.added': (w) => w.processingRecords.added,
  'processing-activity.changed': (w, { version, changed }) =>
    changed === undefined
      ? w.processingRecords.putBack(String(version))
      : w.processingRecords.changed(String(version), w.properties(changed)),
  'processing-activity.retired': (w) => w.processingRecords.retired,
  'processing-register.downloaded': (w, data) => w.processingRecords.downloaded(w.text(data['format'])),
  'sub-processors.published': (w, data) =>
    w.processingRecords.subProcessorsPublished(String(data['version']), w.time(data['effective_at'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
