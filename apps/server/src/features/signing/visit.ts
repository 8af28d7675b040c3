/** Several documents and roles in one visit: within a package (ADR 30), and within one document (ADR 103). */
import type { Id, SigningView } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal, UserPrincipal } from '../../platform/principal.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import type { VisitRow } from '../document-core/index.ts';
import { asSigner, loadGuardedContext, loadSigningContext, readVisit } from '../recipient-access/index.ts';
import { openSession, type SessionProof } from './recipient-page.ts';
import { sendStepCode } from './second-step.ts';

/**
 * Opens a bearer token for another document of the visit, even if this document has ended. The other document requests
 * its own proofs again. Of the proofs given for this document, only the account sign-in is accepted there, because the
 * address is the same.
 */
export async function openPackageDocument(
  dependencies: { uow: UnitOfWork; links: SigningLinks },
  context: RequestContext<SignerPrincipal>,
  { signerId, otherSignerId }: { signerId: Id<'signer'>; otherSignerId: Id<'signer'> },
  codes: SessionProof,
): Promise<{ bearer: string; expiresAt: string; view: SigningView }> {
  const { uow } = dependencies;
  const { principal } = context;
  if (principal.signerId !== signerId) throw new AppError('INVALID_LINK');
  const other = await asOther(uow, principal, otherSignerId);
  const opened = await openSession(dependencies, { ...context, principal: other }, codes);
  const isSameDocument = opened.view.roles.some(({ signer_id: role }) => role === signerId);
  await noteOpened(uow, context, other, { documentId: opened.view.document.id, isSameDocument });
  return opened;
}

/**
 * Records the link, and the document or role, through which the recipient reached this document, as evidence for the
 * actions that follow.
 */
function noteOpened(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal>,
  other: SignerPrincipal,
  { documentId, isSameDocument }: { documentId: Id<'document'>; isSameDocument: boolean },
): Promise<void> {
  const { tenantId, signerId: from, via } = context.principal;
  const party = { kind: 'signer', id: other.signerId } as const;
  return uow.run(tenantId, (tx) =>
    uow.recorder.record(tx, tenantId, documentId, {
      action: 'signer.package-opened',
      actor: party,
      target: party,
      data: { from, credential: via, step: other.passedStep ?? null, ...(isSameDocument && { same_document: true }) },
      personal: { personId: other.signerId, fields: requestOrigin(context) },
    }),
  );
}

/**
 * Signs, declines or forwards `documentId` with a link, a bearer token or an account. The link of one document of a
 * package also works for the other documents, but the proofs they require still apply. Throws DOCUMENT_NOT_FOUND for
 * every document that is not this recipient's.
 */
export async function actAsSigner<T>(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal | UserPrincipal>,
  documentId: Id<'document'>,
  act: (context: RequestContext<SignerPrincipal>) => Promise<T>,
  /** The recipient to act as, if it is another role with the same e-mail address in the document. */
  signerId?: Id<'signer'>,
): Promise<T> {
  const own = await asSigner(uow, context, documentId);
  if (signerId !== undefined && signerId !== own.principal.signerId) {
    const other = await otherRole(uow, own.principal, documentId, signerId);
    // Access code or recipient authentication is required before anything is recorded.
    await loadSigningContext(uow, other);
    const isSameDocument = (await loadGuardedContext(uow, own.principal)).document_id === documentId;
    await noteOpened(uow, own, other, { documentId, isSameDocument });
    return act({ ...own, principal: other });
  }
  try {
    return await act(own);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DOCUMENT_NOT_FOUND') throw error;
    const other = await otherOfPackage(uow, own.principal, documentId);
    if (!other) throw error;
    // The recipient must have entered the access code or passed recipient authentication before anything is recorded.
    await loadSigningContext(uow, other);
    await noteOpened(uow, own, other, { documentId, isSameDocument: false });
    return act({ ...own, principal: other });
  }
}

/**
 * Throws DOCUMENT_NOT_FOUND for a document that was not sent to this recipient, and SIGNER_NOT_FOUND for a role that
 * belongs to someone else.
 */
async function otherRole(
  uow: UnitOfWork,
  principal: SignerPrincipal,
  documentId: string,
  signerId: Id<'signer'>,
): Promise<SignerPrincipal> {
  // A single-use link only opens a session. Accepting it here as well would use it twice.
  if (principal.linkForOneUse !== undefined) throw new AppError('INVALID_LINK');
  const signing = await loadGuardedContext(uow, principal);
  const own = (await readVisit(uow, principal, signing)).filter((row) => row.document_id === documentId);
  if (own.length === 0 && signing.document_id !== documentId) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
  const other = own.find((row) => row.signer_id === signerId);
  if (!other) throw new AppError('SIGNER_NOT_FOUND', { signerId });
  return inOther(principal, other);
}

async function otherOfPackage(
  uow: UnitOfWork,
  principal: SignerPrincipal,
  documentId: string,
): Promise<SignerPrincipal | undefined> {
  if (principal.inPerson || principal.linkForOneUse !== undefined) return undefined;
  const visit = await readVisit(uow, principal, await loadGuardedContext(uow, principal));
  const other = visit.find((row) => row.document_id === documentId && row.signer_id !== principal.signerId);
  return other && inOther(principal, other);
}

/** Sends a code for this document or for another document of the visit. */
export async function sendVisitCode(
  dependencies: { uow: UnitOfWork; links: SigningLinks },
  context: RequestContext<SignerPrincipal>,
  { signerId, accessCode }: { signerId?: Id<'signer'> | undefined; accessCode?: string | undefined },
): Promise<{ sentTo: string; expiresAt: string }> {
  const { principal } = context;
  const whose =
    signerId === undefined || signerId === principal.signerId
      ? principal
      : await asOther(dependencies.uow, principal, signerId);
  return sendStepCode(dependencies, { ...context, principal: whose }, accessCode);
}

/**
 * Returns the same person as a recipient of another document of the visit. Proofs given for the first document protect
 * only that document, and once it has ended, they can no longer be given with its link.
 */
async function asOther(
  uow: UnitOfWork,
  principal: SignerPrincipal,
  otherSignerId: Id<'signer'>,
): Promise<SignerPrincipal> {
  // A single-use link is for its own document. Other documents of the visit require a session.
  if (principal.inPerson || principal.linkForOneUse !== undefined) throw new AppError('INVALID_LINK');
  const visit = await readVisit(uow, principal, await loadGuardedContext(uow, principal));
  const other = visit.find(({ signer_id: id }) => id === otherSignerId);
  if (!other) throw new AppError('SIGNER_NOT_FOUND', { signerId: otherSignerId });
  return inOther(principal, other);
}

function inOther(principal: SignerPrincipal, other: VisitRow): SignerPrincipal {
  const { passedStep, ...rest } = principal;
  return {
    ...rest,
    signerId: other.signer_id,
    generation: other.link_generation,
    passedCode: false,
    ...(passedStep === 'account' && { passedStep }),
  };
}
