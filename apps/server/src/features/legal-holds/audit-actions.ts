import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'legal-hold.placed': (w, { kind, documents }) => {
    const count = Number(documents);
    if (kind === 'person') return w.legalHolds.placedOnPerson(count);
    return kind === 'tag' ? w.legalHolds.placedOnTag(count) : w.legalHolds.placedOnDocument(count);
  },
  'legal-hold.released': (w, { kind }) => {
    if (kind === 'person') return w.legalHolds.releasedFromPerson;
    return kind === 'tag' ? w.legalHolds.releasedFromTag : w.legalHolds.releasedFromDocument;
  },
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
