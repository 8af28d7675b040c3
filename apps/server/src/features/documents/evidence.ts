/** What the audit trail keeps of a request: who, from where, with what. */
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

/** Personal fields: committed to in the entry, sealed beside it. */
export function evidence(context: RequestContext): Record<string, string> {
  return { address: context.address, user_agent: context.userAgent.slice(0, 300) };
}
