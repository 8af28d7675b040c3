/**
 * Signing with an account. An account with a verified address is the signer to whom the document was sent at that
 * address.
 */
import { addressKey, type Id } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import { isBound, type RequestContext, type SignerPrincipal, type UserPrincipal } from '../../platform/principal.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type OwnSignerRow, selectAccountValid, selectOwnPlace, selectOwnSigner } from '../document-core/index.ts';

/**
 * Returns the caller as the signer, in the organization of the document. A session of an organization's identity
 * provider is valid in that organization only. Throws EMAIL_NOT_VERIFIED, and DOCUMENT_NOT_FOUND for every document
 * that was not sent to this address.
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

/** Returns undefined for a signer with another address. Throws EMAIL_NOT_VERIFIED. */
export function ownPlace(
  uow: UnitOfWork,
  principal: UserPrincipal,
  signerId: Id<'signer'>,
): Promise<OwnPlace | undefined> {
  return findOwn(uow, principal, (emailKey) => selectOwnPlace({ signerId, emailKey }));
}

/**
 * Returns whether a link or token made for an account is still valid. It ends when the account's address changes, and
 * when an address change is undone, which signs out everyone else (ADR 45).
 */
export async function isAccountValid(uow: UnitOfWork, { signerId, userId, madeAt }: SignerPrincipal): Promise<boolean> {
  if (userId === undefined || madeAt === undefined) return true;
  const [row] = await uow.readAuth(selectAccountValid({ signerId, userId, madeAt }));
  return row?.stands === true;
}

/** Returns undefined if the document was not sent to the verified address of this account. */
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

/**
 * Recovery codes do not count, because they are meant for regaining access. A second factor that only an identity
 * provider reports does not count either, because it does not belong to the account.
 */
const isProved = ({ secondFactor }: UserPrincipal): boolean => secondFactor === 'totp' || secondFactor === 'passkey';
