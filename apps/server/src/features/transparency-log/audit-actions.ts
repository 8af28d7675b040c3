import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'audit.key-rotated': (w, data) => w.transparencyLog.keyRotated(String(data['generation'])),
  'audit.pin-contradicted': (w, data) =>
    (data['source'] === 'presented' ? w.transparencyLog.contradictsPresented : w.transparencyLog.contradictsPinFile)(
      Number(data['size']),
      Number(data['pinned']),
    ),
  'audit.pin-accepted': (w, data) =>
    w.transparencyLog.accepted(Number(data['size']), Number(data['pinned']), w.text(data['reason'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
