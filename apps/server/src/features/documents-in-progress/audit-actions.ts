import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'document.corrected': (w, data) => w.progress.corrected(Number(data['signers'])),
  'document.declined': (w) => w.progress.declined,
  'document.extended': (w, data) => w.progress.extended(w.minute(data['expires_at'])),
  'document.stuck': (w, data) => w.progress.stuck(w.text(data['job'])),
  'signer.reminded': (w, data) => (data['by'] === 'schedule' ? w.progress.remindedOnSchedule : w.progress.reminded),
  'signer.reminders-stopped': (w) => w.progress.remindersStopped,
  'signer.forwarded': (w) => w.progress.forwarded,
  'signer.corrected': (w, data) => w.progress.recipientChanged(w.properties(data['changed'])),
  'signer.removed': (w, data) =>
    data['last'] === true ? w.progress.lastRecipientRemoved : w.progress.recipientRemoved,
  'signer.resent': (w) => w.progress.invitedAgain,
  'signer.link-issued': (w, data) => (data['long_lived'] === true ? w.progress.linkHandedOut : w.progress.linkEmbedded),
  'document.expired': (w) => w.progress.expired,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
