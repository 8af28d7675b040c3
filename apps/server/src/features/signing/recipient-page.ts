/** The operations of the signing page: the session, the view, pages, the file, and two audit events. */
import type { Id, SigningView } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import { type RequestContext, type SignerPrincipal, taskOwner } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type DocumentFile, downloadName, openDocumentFile, pdfSource } from '../document-core/index.ts';
import { type PageDependencies, refusePage, renderPage } from '../documents/index.ts';
import { markRecipientStarted, noteAccountProof } from '../document-core/store/index.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import { passAccessCode } from './access-code.ts';
import { passSecondStep } from './second-step.ts';
import {
  loadGuardedContext,
  loadReadableContext,
  readVisit,
  refuseUnreadable,
  type SigningContext,
} from '../recipient-access/index.ts';
import { spendLink } from './one-use.ts';
import { noteShown } from './shown-revisions.ts';
import { signingView } from './view.ts';

/**
 * The maximum time for which codes entered with an account count for that account. They must not outlast the session in
 * which they were entered.
 */
const ACCOUNT_PROOF_MS = 12 * 3_600_000;

export type SessionProof = {
  accessCode?: string | undefined;
  stepCode?: string | undefined;
  /** The tenant whose pages may embed this page, according to the page's URL. */
  embed?: string | undefined;
};

export async function openSession(
  { uow, links }: { uow: UnitOfWork; links: SigningLinks },
  context: RequestContext<SignerPrincipal>,
  { accessCode, stepCode, embed }: SessionProof = {},
): Promise<{ bearer: string; expiresAt: string; view: SigningView }> {
  // The page is embedded in another organization's page, so visitors might not see what they are clicking.
  if (embed !== undefined && embed !== context.principal.tenantId) throw new AppError('INVALID_LINK');
  // An in-person device has its own session, which cannot be extended.
  if (context.principal.inPerson) throw new AppError('INVALID_LINK');
  const signing = await loadGuardedContext(uow, context.principal);
  // The code is checked first, so that a visitor who does not have it yet does not use up a single-use link.
  const known = await passAccessCode(uow, context, signing, accessCode);
  const proved = await passSecondStep({ uow, links }, { ...context, principal: known }, signing, stepCode);
  const { linkForOneUse, ...principal } = proved;
  const visit = await readVisit(uow, principal, signing);
  refuseUnreadable(signing, uow.now(), visit);
  if (linkForOneUse !== undefined)
    await uow.run(principal.tenantId, async (tx) =>
      spendLink(tx, await uow.recorder.open(tx, principal.tenantId, signing.document_id), context),
    );
  await keepAccountProof(uow, principal, signing);
  const { bearer, expiresAt } = links.session(principal, uow.now());
  return { bearer, expiresAt: expiresAt.toISOString(), view: signingView(signing, principal, visit) };
}

/**
 * Records that the codes were entered with the account, which can later read the document with its own session
 * (read-by-account.ts).
 */
async function keepAccountProof(
  uow: UnitOfWork,
  { tenantId, signerId, generation, userId }: SignerPrincipal,
  signing: SigningContext,
): Promise<void> {
  if (userId === undefined || !(signing.has_access_code || signing.second_step === 'email-code')) return;
  await uow.run(tenantId, async (tx) => {
    const until = new Date(tx.now.getTime() + ACCOUNT_PROOF_MS);
    await tx.query(noteAccountProof({ tenantId, signerId, generation, userId, until }));
  });
}

export async function getView(
  uow: UnitOfWork,
  principal: SignerPrincipal,
  signerId: Id<'signer'>,
): Promise<SigningView> {
  const signing = await own(uow, principal, signerId);
  return signingView(signing, principal, await readVisit(uow, principal, signing));
}

/** A recipient's link opens only its own document, regardless of the path. */
async function own(uow: UnitOfWork, principal: SignerPrincipal, signerId: Id<'signer'>) {
  if (principal.signerId !== signerId) throw new AppError('INVALID_LINK');
  return loadReadableContext(uow, principal);
}

export async function getPdf(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal>,
  signerId: Id<'signer'>,
): Promise<{ file: DocumentFile; filename: string; noteShown: () => Promise<void> }> {
  const { principal } = context;
  const signing = await own(uow, principal, signerId);
  const file = await openDocumentFile(uow, principal.tenantId, signing.document_id);
  return {
    file,
    filename: downloadName(signing.filename, signing.sealed_at ? 'signed' : 'current'),
    noteShown: () => noteShown(uow, context, signing, { revision: file.revision, delivery: 'file' }),
  };
}

export async function getPage(
  dependencies: PageDependencies,
  context: RequestContext<SignerPrincipal>,
  signerId: Id<'signer'>,
  { page, width }: { page: number; width: number },
): Promise<{ bytes: Uint8Array; etag: string; noteShown: () => Promise<void> }> {
  const { uow } = dependencies;
  const { principal } = context;
  const signing = await own(uow, principal, signerId);
  const document = { id: signing.document_id, pages: signing.page_count };
  const { bytes, etag, revision } = await renderPage(dependencies, context, document, { page, width });
  return { bytes, etag, noteShown: () => noteShown(uow, context, signing, { revision, delivery: 'page' }) };
}

export async function getPageText(
  { uow, pdf, blobs }: PageDependencies,
  context: RequestContext<SignerPrincipal>,
  signerId: Id<'signer'>,
  page: number,
) {
  const { principal } = context;
  const signing = await own(uow, principal, signerId);
  if (page > signing.page_count) throw new AppError('NOT_FOUND', { pages: signing.page_count });
  const file = await openDocumentFile(uow, principal.tenantId, signing.document_id);
  const source = await pdfSource(blobs, file);
  const text = await pdf
    .pageText(source, page, { owner: taskOwner(principal), signal: context.gone?.() })
    .catch(refusePage);
  await noteShown(uow, context, signing, { revision: file.revision, delivery: 'text' });
  return { page, width: text.width, height: text.height, lines: [...text.lines] };
}

/**
 * Records that the recipient's page reported showing the document. The delivery of the data is already recorded, so the
 * report proves nothing more.
 */
export async function markViewed(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal>,
  signerId: Id<'signer'>,
): Promise<void> {
  const signing = await own(uow, context.principal, signerId);
  await noteShown(uow, context, signing, { revision: signing.revision, delivery: 'reported' });
}

/** Records that the recipient has started. If the page reports this several times, only the first report counts. */
export async function markStarted(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal>,
  signerId: Id<'signer'>,
): Promise<void> {
  const { principal } = context;
  const signing = await own(uow, principal, signerId);
  if (signing.signer_status === 'signed') return;
  const documentId = signing.document_id;
  await uow.run(principal.tenantId, async (tx) => {
    const [first] = await tx.query(
      markRecipientStarted({ tenantId: principal.tenantId, signerId: principal.signerId, now: tx.now }),
    );
    if (!first) return;
    await uow.recorder.record(tx, principal.tenantId, documentId, {
      action: 'document.signing-started',
      actor: { kind: 'signer', id: principal.signerId },
      target: { kind: 'document', id: documentId },
      data: { revision: signing.revision, credential: principal.via },
      personal: {
        personId: principal.signerId,
        fields: { ...requestOrigin(context), email: signing.email, name: signing.name },
      },
      event: {
        kind: 'recipient.started',
        data: {
          documentId,
          document: { id: documentId, title: signing.title, status: signing.status },
          signer: { id: signerId, email: signing.email, name: signing.name },
        },
      },
    });
  });
}
