/** What the audit trail keeps of a request: who, from where, with what. */
import type { IdentityCheck } from '@countersign/contract';
import type { Party } from '../../platform/audit/recorder.ts';
import type { MemberPrincipal, RequestContext, SignerPrincipal } from '../../platform/principal.ts';

export function partyOf(principal: MemberPrincipal | SignerPrincipal): Party {
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
 * Whoever changes something, and what is known of the request in which they do: nothing where there is none, as in what the end of
 * an organization brings about.
 */
export type Actor = Pick<MemberPrincipal, 'tenantId' | 'userId' | 'role'> & {
  party: Party;
  evidence: Record<string, string>;
};

export function actorOf(context: RequestContext<MemberPrincipal>): Actor {
  const { tenantId, userId, role } = context.principal;
  return { tenantId, userId, role, party: partyOf(context.principal), evidence: evidence(context) };
}

/**
 * How the host of an in-person session checked who the signer is, as entries say it. Nothing where the host said nothing, and
 * `identified` only where the host affirmed it (ADR 31).
 */
export function identityFacts(check: IdentityCheck | undefined): Record<string, string> {
  if (check === undefined) return {};
  return {
    ...(check.method !== 'none' && { identified: 'in person, by host' }),
    identity_check: check.method,
    ...(check.kind !== undefined && { identity_document: check.kind }),
  };
}

/** Personal fields: committed to in the entry, sealed beside it. */
export function evidence(context: RequestContext): Record<string, string> {
  return { address: context.address, user_agent: context.userAgent.slice(0, 300) };
}
