/** Signing with an account: who has proved an address by mail is the signer whom the document was sent to at that address. */
import { addressKey, type Id } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import { isBound, type RequestContext, type SignerPrincipal, type UserPrincipal } from '../../platform/principal.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type OwnSignerRow, selectAccountValid, selectOwnPlace, selectOwnSigner } from '../document-core/index.ts';

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
  const own = await findOwn(uow, principal, (emailKey) => selectOwnSigner({ documentId, emailKey }));
  if (!own) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
  return { ...context, principal: own.principal };
}

/** The same by a place in a document; undefined for every place that is not this address's. Throws EMAIL_NOT_VERIFIED. */
export function ownPlace(
  uow: UnitOfWork,
  principal: UserPrincipal,
  signerId: Id<'signer'>,
): Promise<OwnPlace | undefined> {
  return findOwn(uow, principal, (emailKey) => selectOwnPlace({ signerId, emailKey }));
}

/** Links and bearers that were made for an account end with its address, and when it is taken back from somebody (ADR 45). */
export async function isAccountValid(uow: UnitOfWork, { signerId, userId, madeAt }: SignerPrincipal): Promise<boolean> {
  if (userId === undefined || madeAt === undefined) return true;
  const [row] = await uow.readAuth(selectAccountValid({ signerId, userId, madeAt }));
  return row?.stands === true;
}

/** For reading; undefined for every document that was not sent to an address which this account has proved. */
export async function ownReading(
  uow: UnitOfWork,
  principal: UserPrincipal,
  documentId: string,
): Promise<OwnPlace['principal'] | undefined> {
  if (!principal.emailVerified) return undefined;
  return (await findOwn(uow, principal, (emailKey) => selectOwnSigner({ documentId, emailKey })))?.principal;
}

type OwnPlace = { documentId: Id<'document'>; principal: SignerPrincipal & { userId: string } };

async function findOwn(
  uow: UnitOfWork,
  principal: UserPrincipal,
  select: (emailKey: string) => Statement<OwnSignerRow>,
): Promise<OwnPlace | undefined> {
  if (!principal.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
  const rows = await uow.readAuth(select(addressKey(principal.email)));
  const row = rows.find(({ tenant_id: tenantId }) => !isBound(principal) || tenantId === principal.tenantId);
  return (
    row && {
      documentId: row.document_id,
      principal: {
        kind: 'signer',
        tenantId: row.tenant_id,
        signerId: row.id,
        generation: row.link_generation,
        via: 'account',
        passedCode: false,
        passedStep: isProved(principal) ? 'account' : undefined,
        userId: principal.userId,
        bySession: true,
      },
    }
  );
}

/** An authenticator app or a passkey: a recovery code is for getting back in, and a provider's word is not the account's. */
const isProved = ({ secondFactor }: UserPrincipal): boolean => secondFactor === 'totp' || secondFactor === 'passkey';
