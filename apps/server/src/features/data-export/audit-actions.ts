import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'export.requested': (w, data) => w.dataExport.requested(w.name(w.names.exports, data['scope'])),
  'export.finished': (w, data) => w.dataExport.finished(Number(data['documents']), w.size(data['size_bytes'])),
  'export.downloaded': (w, data) => w.dataExport.downloaded(w.name(w.names.exports, data['scope'])),
  'export.cancelled': (w) => w.dataExport.canceled,
  'export.failed': (w) => w.dataExport.failed,
  'export.erased': (w) => w.dataExport.erased,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
