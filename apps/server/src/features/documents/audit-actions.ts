import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'document.created': (w, data) => {
    if (typeof data['template'] !== 'string') return w.documents.uploaded(w.size(data['size_bytes']));
    const version = String(data['template_version']);
    return data['public_link'] === undefined
      ? w.documents.createdFromTemplate(version)
      : w.documents.createdFromPublicLink(version);
  },
  'document.file-replaced': (w, data) => w.documents.fileReplaced(w.size(data['size_bytes'])),
  'document.changed': (w, { changed }) => {
    if (changed === '') return w.documents.saved;
    return changed === 'planned' ? w.documents.prepared : w.documents.changed(w.properties(changed));
  },
  'document.archived': (w) => w.documents.archived,
  'document.deleted': (w) => w.documents.deleted,
  'document.restored': (w, data) =>
    data['from'] === 'archive' ? w.documents.restoredFromArchive : w.documents.restoredFromTrash,
  'document.erased': (w, data) =>
    data['reason'] === 'retention' ? w.documents.erasedAfterRetention : w.documents.erasedFromTrash,
  'document.scheduled': (w, data) => w.documents.scheduled(w.minute(data['scheduled_for'])),
  'document.unscheduled': (w, { by }) => {
    if (by === 'archived') return w.documents.unscheduledArchived;
    return by === 'deleted' ? w.documents.unscheduledDeleted : w.documents.unscheduled;
  },
  'document.schedule-failed': (w, data) => w.documents.scheduleFailed(w.text(data['code'])),
  'document.sent': (w, data) =>
    (data['scheduled_for'] === undefined ? w.documents.sent : w.documents.sentAsScheduled)(Number(data['signers'])),
  'document.preparing-link-issued': (w) => w.documents.preparingLinkIssued,
  'document.preparing-link-used': (w) => w.documents.preparingLinkOpened,
  'document.voided': (w) => w.documents.voided,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
