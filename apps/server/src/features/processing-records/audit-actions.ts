import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'processing-activity.added': () => 'Entry added to the register of processing',
  'processing-activity.changed': (data: AuditData) =>
    `Entry of the register of processing changed (version ${String(data['version'])}: ${shown(data['changed'], 'put back')})`,
  'processing-activity.retired': () => 'Entry of the register of processing retired',
  'processing-register.downloaded': (data: AuditData) =>
    `Register of processing downloaded (${shown(data['format'], 'file')})`,
  'sub-processors.published': (data: AuditData) =>
    `List of sub-processors published (version ${String(data['version'])}, in force from ${shown(data['effective_at'], 'now')})`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
