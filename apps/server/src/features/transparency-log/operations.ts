/** Maps the operations of the contract to use cases. */
import type { Handlers } from '../../platform/invoke/operations.ts';
import { getAuditCheckpoint, getAuditConsistency, getAuditProof, type ProofServices } from './proofs.ts';

export function operations(services: ProofServices) {
  return {
    getAuditCheckpoint: (_, { principal }) => getAuditCheckpoint(services, principal.tenantId),
    getAuditProof: ({ query }, { principal }) => getAuditProof(services, principal.tenantId, query),
    getAuditConsistency: ({ query }, { principal }) => getAuditConsistency(services, principal.tenantId, query),
  } satisfies Partial<Handlers>;
}
