import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'template.created': (w) => w.templates.created,
  'template.changed': (w, data) => w.templates.changed(String(data['version'])),
  'template.file-replaced': (w, data) => w.templates.fileReplaced(String(data['version'])),
  'template.shared': (w, data) => (data['shared'] === true ? w.templates.shared : w.templates.unshared),
  'template.deleted': (w) => w.templates.deleted,
  'template.restored': (w) => w.templates.restored,
  'template.erased': (w) => w.templates.erased,
  'bulk-send.started': (w, data) => w.templates.bulkSendStarted(Number(data['rows'])),
  'bulk-send.cancelled': (w, data) => w.templates.bulkSendCanceled(Number(data['rows'])),
  'bulk-send.retried': (w, data) => w.templates.bulkSendRetried(Number(data['rows'])),
  'bulk-send.finished': (w, data) => w.templates.bulkSendFinished(Number(data['sent']), Number(data['failed'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
