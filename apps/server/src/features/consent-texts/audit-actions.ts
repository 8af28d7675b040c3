import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'consent-text.added': (w, data) => w.consentTexts.added(w.text(data['version']), w.text(data['language'])),
  'consent-text.withdrawn': (w, data) => w.consentTexts.withdrawn(w.text(data['version']), w.text(data['language'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
