import {
  type AuditData,
  type AuditSentences,
  counted,
  minuteText,
  shown,
  sizeText,
} from '../../platform/audit/actions.ts';

/** The words for properties of a document whose names are not words. */
const PROPERTIES: Readonly<Record<string, string>> = {
  external_id: 'external ID',
  planned: 'recipients, fields or message',
};

function changedText(changed: string): string {
  if (changed === '') return 'Saved without changes';
  if (changed === 'planned') return 'Draft prepared for sending';
  return `Changed: ${changed
    .split(', ')
    .map((property) => PROPERTIES[property] ?? property)
    .join(', ')}`;
}

export const auditActions = {
  'document.created': (data: AuditData) =>
    typeof data['template'] === 'string'
      ? `Created from a template (version ${String(data['template_version'])})${data['public_link'] === undefined ? '' : ' through a public link'}`
      : `Uploaded (${sizeText(data['size_bytes'])})`,
  'document.file-replaced': (data: AuditData) => `Replaced the file (${sizeText(data['size_bytes'])})`,
  'document.changed': (data: AuditData) => changedText(shown(data['changed'], '')),
  'document.archived': () => 'Archived',
  'document.deleted': () => 'Moved to the trash',
  'document.restored': (data: AuditData) => `Restored from the ${shown(data['from'], 'trash')}`,
  'document.erased': (data: AuditData) =>
    data['reason'] === 'retention'
      ? 'Permanently deleted with its file when its retention ended'
      : 'Permanently deleted with its file after its retention in the trash',
  'document.scheduled': (data: AuditData) =>
    `Scheduled to be sent on ${minuteText(data['scheduled_for'], 'a later day')}`,
  'document.unscheduled': (data: AuditData) =>
    data['by'] === undefined
      ? 'Scheduled sending canceled'
      : `Scheduled sending canceled because the document was ${shown(data['by'], 'changed')}`,
  'document.schedule-failed': (data: AuditData) => `Scheduled sending failed (${shown(data['code'], 'unknown error')})`,
  'document.sent': (data: AuditData) =>
    `Certified and sent to ${counted(data['signers'], 'recipient')}${data['scheduled_for'] === undefined ? '' : ' as scheduled'}`,
  'document.preparing-link-issued': () => 'A single-use link to prepare the draft was issued to the caller',
  'document.preparing-link-used': () => 'The single-use link to prepare the draft was opened',
  'document.voided': () => 'Voided',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
