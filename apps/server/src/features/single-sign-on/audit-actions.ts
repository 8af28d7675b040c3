import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'member.joined-by-sso': (w, data) => w.singleSignOn.joined(w.name(w.names.roles, data['role'])),
  'sso.changed': (w, data) =>
    (data['other_provider'] === true ? w.singleSignOn.providerReplaced : w.singleSignOn.configured)(
      w.text(data['protocol']),
    ),
  'sso.removed': (w) => w.singleSignOn.removed,
  'sso.refused': (w, data) => w.singleSignOn.refused(w.text(data['reason'])),
  'sso.asked': (w) => w.singleSignOn.awaiting,
  'domain.added': (w, data) => w.singleSignOn.domainAdded(w.text(data['domain'])),
  'domain.verified': (w, data) => w.singleSignOn.domainVerified(w.text(data['domain'])),
  'domain.removed': (w, data) => w.singleSignOn.domainRemoved(w.text(data['domain'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
