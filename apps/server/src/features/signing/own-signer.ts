/** Signing with an account: who has proved an address by mail is the signer whom the document was sent to at that address. */
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectOwnSigner } from './store.ts';

/**
 * The caller as that signer, in whichever organization the document is. An account whose session an organization's identity
 * provider vouches for is believed in that organization alone. Throws EMAIL_NOT_VERIFIED, and DOCUMENT_NOT_FOUND for every
 * document that was not sent to this address.
 */
export async function asSigner(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal | UserPrincipal>,
  documentId: string,
): Promise<RequestContext<SignerPrincipal>> {
  const { principal } = context;
  if (principal.kind === 'signer') return { ...context, principal };
  if (!principal.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
  const rows = await uow.readAuth(selectOwnSigner(documentId, principal.email.toLowerCase()));
  const isBound = principal.method === 'saml' || principal.method === 'oidc';
  const row = rows.find(({ tenant_id: tenantId }) => !isBound || tenantId === principal.tenantId);
  if (!row) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
  return {
    ...context,
    principal: {
      kind: 'signer',
      tenantId: row.tenant_id,
      signerId: row.id,
      generation: row.link_generation,
      via: 'account',
      passedCode: false,
      passedStep: isProved(principal) ? 'account' : undefined,
      userId: principal.userId,
    },
  };
}

/** An authenticator app or a passkey: a recovery code is for getting back in, and a provider's word is not the account's. */
const isProved = ({ secondFactor }: UserPrincipal): boolean => secondFactor === 'totp' || secondFactor === 'passkey';
