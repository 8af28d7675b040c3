import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'signer.attachment-added': (data: AuditData) =>
    `A file was attached${typeof data['session'] === 'string' ? ' in person, on the device of the host' : ''} (SHA-256 ${shown(data['sha256'], 'unknown')})`,
  'signer.attachment-removed': () => 'An attached file was removed',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
