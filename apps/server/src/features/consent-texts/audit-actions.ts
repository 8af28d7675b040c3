import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'consent-text.added': (data: AuditData) =>
    `Consent text ${shown(data['version'], '')} added for signers (${shown(data['language'], 'unknown language')})`,
  'consent-text.withdrawn': (data: AuditData) =>
    `Consent text ${shown(data['version'], '')} withdrawn (${shown(data['language'], 'unknown language')})`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
