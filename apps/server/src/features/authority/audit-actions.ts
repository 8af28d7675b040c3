import type { AuditData, AuditSentences, AuditText } from '../../platform/audit/actions.ts';

const environmentIn = (w: AuditText, data: AuditData): string => w.name(w.names.environments, data['environment']);

export const auditActions = {
  'keys.rotated': (w, data) =>
    w.authority.keyCreated(
      w.name(w.names.authorities, data['kind']),
      environmentIn(w, data),
      String(data['generation']),
    ),
  'keys.root-exported': (w, data) => w.authority.rootExported(environmentIn(w, data)),
  'keys.root-taken-offline': (w, data) => w.authority.rootTakenOffline(environmentIn(w, data)),
  'keys.root-crl-refreshed': (w, data) => w.authority.listSigned(environmentIn(w, data)),
  'keys.master-key-rotated': (w, data) => w.authority.masterKeyRotated(Number(data['secrets'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
