import { type AuditData, type AuditSentences, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'backup.requested': () => 'Backup of the installation requested',
  'backup.made': (data: AuditData) =>
    `Backup of the installation created (${counted(data['rows'], 'row')}, ${counted(data['files'], 'file')})`,
  'backup.failed': () => 'Backup of the installation failed',
  'backup.verified': (data: AuditData) =>
    data['valid'] === true ? 'Backup verified: it is intact' : 'Backup verified: it is damaged',
  'backup.downloaded': () => 'Backup downloaded',
  'backup.deleted': () => 'Backup deleted',
  'backup.base-made': (data: AuditData) => `Base backup of the database created (${counted(data['files'], 'file')})`,
  'backup.base-failed': () => 'Base backup of the database failed',
  'backup.archive-failed': () => 'Archiving of the database log failed',
  'backup.archive-resumed': () => 'Archiving of the database log resumed',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
