/**
 * Send: fields, signature page and certification signature go into one revision, then invitations go out.
 * docs/signing-flow.md lists the steps and what a crash at each means.
 */
import type { Document, Id, Signer } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { decideSend } from './domain.ts';
import { refuseTurns } from './plan-send.ts';
import { prepareSending, senderNames } from './prepare-sending.ts';
import { recordSending } from './record-sending.ts';
import { refuseUnless } from './refuse-unless.ts';
import { type Recipients, type SendDependencies, senderOf, type SendInput } from './sending.ts';
import { type DocumentRow, lockDocument, selectDocument, selectFields, selectSigners } from './store.ts';
import { documentView, loadDocument, ownDocumentsOnly, signerView } from './view.ts';

export async function sendDocument(
  dependencies: SendDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  given: Omit<SendInput, 'signingOrder'> & { signingOrder?: SendInput['signingOrder'] | undefined },
): Promise<{ document: Document; signers: Signer[] }> {
  const { uow } = dependencies;
  const { tenantId } = context.principal;
  const sender = senderOf(context);
  const [{ document }, named] = await Promise.all([
    loadDocument(uow, context.principal, documentId),
    senderNames(uow, sender),
  ]);
  refuseUnless(decideSend(document));
  refuseInPackage(document);
  refuseOtherDraft(document, given.draftRevision);
  // A draft of a template holds how it is to be sent.
  const input: SendInput = { ...given, signingOrder: given.signingOrder ?? document.signing_order };
  input.emailSubject ??= document.email_subject ?? undefined;
  input.emailMessage ??= document.email_message ?? undefined;
  // What a template planned keeps the order of its roles, also for sending to all at once.
  if (input.signers) refuseTurns(input.signers, input.signingOrder);
  const sending = await prepareSending(dependencies, sender, document, takePlanned(document, input), input, named);
  const readSent = await uow.run(tenantId, async (tx) => {
    const { trail, rows: locks } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument(tenantId, documentId),
    ]);
    const locked = locks[0][0];
    if (!locked) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    // Somebody else may have sent it while the revision was made; then this one is dropped, nothing refers to it.
    refuseUnless(decideSend(locked));
    refuseInPackage({ id: documentId, package_id: locked.package_id });
    // Or given it another file: the revision was made from the former one.
    if (locked.blob_id !== document.blob_id) throw new AppError('DRAFT_CHANGED', { revision: locked.draft_revision });
    // Or planned it otherwise, and been told that this is kept.
    if (!given.signers || given.draftRevision !== undefined) refuseOtherDraft(locked, document.draft_revision);
    await recordSending(tx, trail, sender, document, sending, input);
    failpointsOfCommit(tx, 'send');
    return tx.readLater([
      selectDocument(tenantId, documentId, ownDocumentsOnly(context.principal)),
      selectSigners(tenantId, documentId),
      selectFields(tenantId, documentId),
    ]);
  });
  const [rows, signers, fields] = readSent();
  return { document: documentView(certainRow(rows), signers, fields), signers: signers.map(signerView) };
}

function refuseOtherDraft(
  { draft_revision: revision }: Pick<DocumentRow, 'draft_revision'>,
  meant: number | undefined,
): void {
  if (meant !== undefined && meant !== revision) throw new AppError('DRAFT_CHANGED', { revision });
}

/** It goes out with the others of its package, or is taken out of it first. */
function refuseInPackage({ id: documentId, package_id: packageId }: Pick<DocumentRow, 'id' | 'package_id'>): void {
  if (packageId !== null) throw new AppError('DOCUMENT_IN_PACKAGE', { documentId, packageId });
}

/** Fields belong to signers: whoever names the signers names the fields as well, or there are none. */
function takePlanned(
  { planned }: Pick<DocumentRow, 'planned'>,
  { signers, fields }: Pick<SendInput, 'signers' | 'fields'>,
): Recipients {
  if (signers) return { signers, fields: fields ?? [] };
  if (!planned || planned.signers.length === 0) throw invalid('signers', 'must name at least one signer');
  return { signers: planned.signers, fields: fields ?? planned.fields };
}
