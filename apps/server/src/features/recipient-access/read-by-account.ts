/**
 * Lets a person with an account read documents that were sent to their address: the record, its state, the file and its
 * verification, in the organization of the document (ADR 40). The same proofs are required as on the signing page. As
 * on that page, other recipients appear by name and never by address.
 */
import type { Document, DocumentStatus, Id, Signer } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext, SignerPrincipal, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  decideRead,
  documentView,
  type WholeDocument,
  selectAccountProof,
  loadStoredDocument,
} from '../document-core/index.ts';
import { ownReading } from './own-signer.ts';
import { goneDetails, loadSigningContext } from './signing-context.ts';
import type { SigningContext } from './store.ts';

export type OwnReading = {
  principal: SignerPrincipal;
  whole: WholeDocument;
  /** The document's status, regardless of archiving, which concerns only the sender. */
  status: DocumentStatus;
};

/**
 * `asMember` is set for documents of the caller's own organization. A session can also read documents sent to its
 * address. Throws DOCUMENT_NOT_FOUND for all other documents, and the errors that recipients get when a proof is
 * required or the document has ended.
 */
export async function memberOrRecipient<T>(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  read: { asMember: (principal: MemberPrincipal) => Promise<T>; asRecipient: (reading: OwnReading) => Promise<T> },
): Promise<T> {
  const { principal } = context;
  try {
    return await read.asMember(principal);
  } catch (error) {
    if (principal.kind !== 'user' || !(error instanceof AppError) || error.code !== 'DOCUMENT_NOT_FOUND') throw error;
    const reading = await readAsRecipient(uow, { ...context, principal }, documentId);
    if (!reading) throw error;
    return read.asRecipient(reading);
  }
}

async function readAsRecipient(
  uow: UnitOfWork,
  { principal, environment }: RequestContext<UserPrincipal>,
  documentId: string,
): Promise<OwnReading | undefined> {
  const own = await ownReading(uow, principal, documentId);
  if (!own) return undefined;
  const proved = await withProof(uow, own);
  const signing = await loadContext(uow, proved);
  // Before their turn, recipients get no information about a document, since someone else may still decline it.
  if (!signing || signing.environment !== environment || signing.signer_status === 'waiting') return undefined;
  const decision = decideRead(signing, uow.now());
  if (decision.refused !== undefined) throw new AppError(decision.refused, goneDetails(signing));
  const whole = await loadStoredDocument(uow, own.tenantId, documentId);
  return whole && { principal: proved, whole, status: signing.status };
}

/**
 * Codes are entered on the signing page. Once a person has entered them there, their account does not need them again.
 */
async function withProof(
  uow: UnitOfWork,
  principal: SignerPrincipal & { userId: string },
): Promise<SignerPrincipal & { userId: string }> {
  const { tenantId, signerId, generation, userId } = principal;
  const [proof] = await uow.read(
    tenantId,
    selectAccountProof({ tenantId, signerId, generation, userId, now: uow.now() }),
  );
  return proof ? { ...principal, passedCode: true, passedStep: principal.passedStep ?? 'email-code' } : principal;
}

const DEAD: ReadonlySet<string> = new Set(['INVALID_LINK', 'RECIPIENT_REMOVED', 'LINK_REPLACED']);

/** Returns undefined if the recipient has since been removed, replaced or corrected. */
async function loadContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext | undefined> {
  try {
    return await loadSigningContext(uow, principal);
  } catch (error) {
    if (error instanceof AppError && DEAD.has(error.code)) return undefined;
    throw error;
  }
}

/** Leaves out the sender's own data: plans, tags, other recipients' addresses and their deliveries. */
export function recipientDocument({ principal, whole, status }: OwnReading): Document {
  const { document, signers, fields } = whole;
  const own = fields.filter(({ signer_id: id }) => id === principal.signerId);
  const view = documentView(document, signers, own);
  return {
    ...view,
    status,
    signers: view.signers.map((signer) => (signer.id === principal.signerId ? signer : otherRecipient(signer))),
    description: null,
    archived_at: null,
    template_id: null,
    tags: [],
    metadata: {},
    planned: null,
    scheduled_for: null,
    schedule_error: null,
    variables: {},
    warnings: [],
    warnings_to_accept: [],
  };
}

function otherRecipient(signer: Signer): Signer {
  return {
    ...signer,
    email: '',
    viewed_at: null,
    decline_reason: null,
    delivery: null,
    access_code: 'none',
    two_factor: null,
  };
}

export function recipientStatus({ principal, whole, status }: OwnReading) {
  return {
    status,
    scheduled_for: null,
    signers: whole.signers.map(({ id, email, name, role, status: own, signed_at: signedAt }) => ({
      email: id === principal.signerId ? email : '',
      name,
      role,
      status: own,
      signed_at: signedAt?.toISOString() ?? null,
    })),
  };
}
