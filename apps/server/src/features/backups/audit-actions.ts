import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'backup.requested': (w) => w.backups.requested,
  'backup.made': (w, data) => w.backups.created(Number(data['rows']), Number(data['files'])),
  'backup.failed': (w) => w.backups.failed,
  'backup.verified': (w, data) => (data['valid'] === true ? w.backups.intact : w.backups.damaged),
  'backup.downloaded': (w) => w.backups.downloaded,
  'backup.deleted': (w) => w.backups.deleted,
  'backup.base-made': (w, data) => w.backups.baseCreated(Number(data['files'])),
  'backup.base-failed': (w) => w.backups.baseFailed,
  'backup.archive-failed': (w) => w.backups.archiveFailed,
  'backup.archive-resumed': (w) => w.backups.archiveResumed,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
