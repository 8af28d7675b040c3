import { type AuditData, type AuditSentences, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'audit.key-rotated': (data: AuditData) =>
    `New key for checkpoints of the audit log created: generation ${String(data['generation'])}`,
  'audit.pin-contradicted': (data: AuditData) =>
    `The audit log of ${counted(data['size'], 'entry', 'entries')} contradicts a checkpoint of ${counted(data['pinned'], 'entry', 'entries')} that ${data['source'] === 'presented' ? 'was presented for verification' : 'is stored in PIN_FILE'}`,
  'audit.pin-accepted': (data: AuditData) =>
    `The audit log of ${counted(data['size'], 'entry', 'entries')} was accepted although a checkpoint of ${counted(data['pinned'], 'entry', 'entries')} contradicts it: ${String(data['reason'])}`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
