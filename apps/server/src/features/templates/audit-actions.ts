import { type AuditData, type AuditSentences, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'template.created': () => 'Template created',
  'template.changed': (data: AuditData) => `Template changed (version ${String(data['version'])})`,
  'template.file-replaced': (data: AuditData) => `Template file replaced (version ${String(data['version'])})`,
  'template.shared': (data: AuditData) =>
    data['shared'] === true ? 'Template shared with the organization' : 'Template no longer shared',
  'template.deleted': () => 'Template deleted',
  'template.restored': () => 'Template restored from the trash',
  'template.erased': () => 'Template permanently deleted after its retention in the trash',
  'bulk-send.started': (data: AuditData) => `Bulk send started (${counted(data['rows'], 'row')})`,
  'bulk-send.cancelled': (data: AuditData) => `Bulk send canceled (${counted(data['rows'], 'row')} not sent)`,
  'bulk-send.retried': (data: AuditData) => `Failed rows of a bulk send retried (${String(data['rows'])})`,
  'bulk-send.finished': (data: AuditData) =>
    `Bulk send finished (${String(data['sent'])} sent, ${String(data['failed'])} failed)`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
