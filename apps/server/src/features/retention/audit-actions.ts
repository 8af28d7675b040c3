import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'retention.rules-changed': (w, data) => w.retention.rulesChanged(Number(data['rules'])),
  'audit.entries-erased': (w, data) => w.retention.entriesErased(Number(data['entries']), w.day(data['before'])),
  'retention.announced': (w, data) => w.retention.announced(Number(data['documents'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
