import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'signer.attachment-added': (w, data) =>
    (typeof data['session'] === 'string' ? w.attachments.addedInPerson : w.attachments.added)(w.text(data['sha256'])),
  'signer.attachment-removed': (w) => w.attachments.removed,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
