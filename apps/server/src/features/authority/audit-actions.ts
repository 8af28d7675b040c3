import type { AuditData, AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'keys.rotated': (data: AuditData) =>
    `New key and certificate created: ${String(data['kind'])} of ${String(data['environment'])}, generation ${String(data['generation'])}`,
  'keys.root-exported': (data: AuditData) =>
    `The root certificate of ${String(data['environment'])} was exported with its key`,
  'keys.root-taken-offline': (data: AuditData) => `The root key of ${String(data['environment'])} was taken offline`,
  'keys.root-crl-refreshed': (data: AuditData) =>
    `The offline root of ${String(data['environment'])} signed a new revocation list`,
  'keys.master-key-rotated': (data: AuditData) =>
    `All secrets were re-encrypted under a new master key (${String(data['secrets'])})`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
