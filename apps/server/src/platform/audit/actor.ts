/** The caller and the origin of a request, in the form that audit entries record. */
import type { Party } from './recorder.ts';
import type { MemberPrincipal, RequestContext, SignerPrincipal } from '../principal.ts';

export function auditActor(principal: MemberPrincipal | SignerPrincipal): Party {
  switch (principal.kind) {
    case 'user':
      return { kind: 'user', id: principal.userId };
    case 'api-key':
      return { kind: 'api-key', id: principal.keyId };
    case 'service':
      return { kind: 'service', id: 'service' };
    case 'signer':
      return { kind: 'signer', id: principal.signerId };
  }
}

/**
 * The member who makes a change, as the audit trail records them. `evidence` is empty for changes without a request,
 * such as those caused by deleting an organization.
 */
export type Actor = Pick<MemberPrincipal, 'tenantId' | 'userId' | 'role'> & {
  party: Party;
  evidence: Record<string, string>;
};

export function actorOf(context: RequestContext<MemberPrincipal>): Actor {
  const { tenantId, userId, role } = context.principal;
  return { tenantId, userId, role, party: auditActor(context.principal), evidence: requestOrigin(context) };
}

/**
 * The network address and user agent. They are personal data: the entry contains a commitment, and the values are
 * sealed separately.
 */
export function requestOrigin(context: RequestContext): Record<string, string> {
  return { address: context.address, user_agent: context.userAgent.slice(0, 300) };
}
