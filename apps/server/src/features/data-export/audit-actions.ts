import { type AuditData, type AuditSentences, shown, counted, sizeText } from '../../platform/audit/actions.ts';

export const auditActions = {
  'export.requested': (data: AuditData) => `Data export requested (${shown(data['scope'], 'own')})`,
  'export.finished': (data: AuditData) =>
    `Data export finished (${counted(data['documents'], 'document')}, ${sizeText(data['size_bytes'])})`,
  'export.downloaded': (data: AuditData) => `Data export downloaded (${shown(data['scope'], 'own')})`,
  'export.cancelled': () => 'Data export canceled',
  'export.failed': () => 'Data export failed',
  'export.erased': () => 'Files of a data export erased',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
