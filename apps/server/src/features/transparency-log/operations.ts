import type { Handlers } from '../../platform/invoke/operations.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { acceptAuditLog, getAuditLogState } from './log-overview.ts';
import { getAuditCheckpoint, getAuditConsistency, getAuditProof, type ProofServices } from './proofs.ts';

export function operations(services: ProofServices & { uow: UnitOfWork }) {
  return {
    getAuditCheckpoint: (_, { principal }) => getAuditCheckpoint(services, principal.tenantId),
    getAuditProof: ({ query }, { principal }) => getAuditProof(services, principal.tenantId, query),
    verifyCheckpoint: async ({ body }) => {
      const compared = await services.transparencyLog.pins.present(body.text);
      if (compared.state === 'unknown') return { outcome: 'unknown', entries: null, size: null };
      return { outcome: compared.state, entries: compared.pinned, size: compared.size };
    },
    getAuditLogState: (_, { principal }) => getAuditLogState(services, principal.tenantId),
    acceptAuditLog: ({ body }, context) => acceptAuditLog(services.uow, context, body.reason),
    getAuditConsistency: ({ query }, { principal }) => getAuditConsistency(services, principal.tenantId, query),
  } satisfies Partial<Handlers>;
}
