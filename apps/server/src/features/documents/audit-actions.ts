import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'document.created': (data: AuditData) =>
    typeof data['template'] === 'string'
      ? `Created from a template (version ${String(data['template_version'])})${data['public_link'] === undefined ? '' : ' through a public link'}`
      : `Uploaded (${shown(data['size_bytes'], String(data['size_bytes']))} bytes)`,
  'document.file-replaced': (data: AuditData) => `Replaced the file (${String(data['size_bytes'])} bytes)`,
  'document.changed': (data: AuditData) => `Changed (${shown(data['changed'], 'nothing')})`,
  'document.archived': () => 'Archived',
  'document.deleted': () => 'Moved to the trash',
  'document.restored': (data: AuditData) => `Restored from the ${shown(data['from'], 'trash')}`,
  'document.erased': (data: AuditData) =>
    data['reason'] === 'retention'
      ? 'Permanently deleted with its file when its retention ended'
      : 'Permanently deleted with its file after its retention in the trash',
  'document.scheduled': (data: AuditData) =>
    `Scheduled to be sent at ${shown(data['scheduled_for'], 'a later time').slice(0, 16)}`,
  'document.unscheduled': (data: AuditData) =>
    data['by'] === undefined
      ? 'Scheduled sending canceled'
      : `Scheduled sending canceled because the document was ${shown(data['by'], 'changed')}`,
  'document.schedule-failed': (data: AuditData) => `Scheduled sending failed (${shown(data['code'], 'unknown error')})`,
  'document.sent': (data: AuditData) =>
    `Certified and sent to ${String(data['signers'])} recipient(s)${data['scheduled_for'] === undefined ? '' : ' as scheduled'}`,
  'document.preparing-link-issued': () => 'A single-use link to prepare the draft was issued to the caller',
  'document.preparing-link-used': () => 'The single-use link to prepare the draft was opened',
  'document.voided': () => 'Voided',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
