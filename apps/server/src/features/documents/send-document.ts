/**
 * Sends a document: writes fields, signature page and certification signature into one revision, then sends the
 * invitations. docs/understand/signing-flow.md lists the steps, and the effect of a crash at each step.
 */
import type { Document, Id, Signer } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  decideSend,
  refuseUnless,
  type ScheduledInput,
  type SendInput,
  type DocumentRow,
  documentView,
  loadDocument,
  ownDocumentsOnly,
  signerView,
} from '../document-core/index.ts';
import { refuseTurns } from './plan-send.ts';
import { prepareSending, type ReadBefore, readBefore } from './prepare-sending.ts';
import { recordSending } from './record-sending.ts';
import { type Recipients, type SendDependencies, type Sender, senderOf } from './sending.ts';
import { lockDocument, selectDocument, selectFields, selectSigners } from '../document-core/store/index.ts';

export type DraftInput = Omit<SendInput, 'signingOrder'> & { signingOrder?: SendInput['signingOrder'] | undefined };

export async function sendDocument(
  dependencies: SendDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  given: DraftInput,
): Promise<{ document: Document; signers: Signer[] }> {
  const { uow } = dependencies;
  const sender = senderOf(context);
  const [{ document }, known] = await Promise.all([
    loadDocument(uow, context.principal, documentId),
    readBefore(uow, sender, documentId),
  ]);
  return sendDraft(dependencies, sender, { document, known, owner: ownDocumentsOnly(context.principal) }, given);
}

type Draft = { document: DocumentRow; known: ReadBefore; owner: string | null };

/** `within` runs in the sending transaction with the document locked. It may refuse the send request. */
export async function sendDraft(
  dependencies: SendDependencies,
  sender: Sender,
  { document, known, owner }: Draft,
  given: DraftInput,
  within: (tx: Tx, scheduleId: string | null) => void = () => {},
): Promise<{ document: Document; signers: Signer[] }> {
  const { uow } = dependencies;
  const { tenantId } = sender;
  const documentId = document.id;
  const { input, recipients } = readDraft(document, given);
  const sending = await prepareSending(dependencies, sender, document, recipients, input, known);
  const readSent = await uow.run(tenantId, async (tx) => {
    const { trail, locked } = await lockDraft(uow, tx, tenantId, documentId);
    within(tx, locked.schedule_id);
    refuseOther(locked, document, given);
    await recordSending(tx, trail, sender, document, sending, input);
    failpointsOfCommit(tx, 'send');
    return tx.readLater([
      selectDocument({ tenantId, documentId, owner }),
      selectSigners({ tenantId, documentId }),
      selectFields({ tenantId, documentId }),
    ]);
  });
  const [rows, signers, fields] = readSent();
  return { document: documentView(certainRow(rows), signers, fields), signers: signers.map(signerView) };
}

/** Determines how a draft is sent, and to whom. Throws if the draft cannot be sent. */
export function readDraft(document: DocumentRow, given: DraftInput): { input: SendInput; recipients: Recipients } {
  refuseUnless(decideSend(document));
  refuseInPackage(document);
  refuseOtherDraft(document, given.draftRevision);
  const merged = given.signers || !document.schedule ? given : asScheduled(document.schedule.input, given);
  // A draft created from a template includes the template's sending options.
  const input: SendInput = { ...merged, signingOrder: merged.signingOrder ?? document.signing_order };
  input.emailSubject ??= document.email_subject ?? undefined;
  input.emailMessage ??= document.email_message ?? undefined;
  // Recipients planned by a template keep their signing order even if all are asked to sign at the same time.
  if (input.signers) refuseTurns(input.signers, input.signingOrder);
  return { input, recipients: takePlanned(document, input) };
}

/** Uses the options of a scheduled draft for everything that the request omits. */
function asScheduled(kept: ScheduledInput, given: DraftInput): DraftInput {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  // "auto" is the contract's default, so it does not count as requested.
  return { ...kept, ...named, placeTags: given.placeTags === 'auto' ? kept.placeTags : given.placeTags };
}

export async function lockDraft(uow: UnitOfWork, tx: Tx, tenantId: string, documentId: Id<'document'>) {
  const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
    lockDocument({ tenantId, documentId }),
  ]);
  const locked = rows[0][0];
  if (!locked) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
  return { trail, locked };
}

type Locked = Awaited<ReturnType<typeof lockDraft>>['locked'];

/** Throws if the draft has changed since it was checked. */
export function refuseOther(locked: Locked, document: DocumentRow, given: DraftInput): void {
  // Another request may have sent the document while the revision was being created. The revision is then discarded,
  // because nothing refers to it.
  refuseUnless(decideSend(locked));
  refuseInPackage({ id: document.id, package_id: locked.package_id });
  // The file was replaced after the revision was created from it.
  if (locked.blob_id !== document.blob_id) throw new AppError('DRAFT_CHANGED', { revision: locked.draft_revision });
  // Another request may have changed the plan. That change has been acknowledged and must not be lost.
  if (!given.signers || given.draftRevision !== undefined) refuseOtherDraft(locked, document.draft_revision);
}

function refuseOtherDraft(
  { draft_revision: revision }: Pick<DocumentRow, 'draft_revision'>,
  meant: number | undefined,
): void {
  if (meant !== undefined && meant !== revision) throw new AppError('DRAFT_CHANGED', { revision });
}

/** A document in a package must be sent with the package, or removed from the package first. */
function refuseInPackage({ id: documentId, package_id: packageId }: Pick<DocumentRow, 'id' | 'package_id'>): void {
  if (packageId !== null) throw new AppError('DOCUMENT_IN_PACKAGE', { documentId, packageId });
}

/**
 * Fields belong to signers, so a request that includes signers must also include their fields. If it does not, the
 * document has no fields.
 */
function takePlanned(
  { planned }: Pick<DocumentRow, 'planned'>,
  { signers, fields }: Pick<SendInput, 'signers' | 'fields'>,
): Recipients {
  if (signers) return { signers, fields: fields ?? [] };
  if (!planned || planned.signers.length === 0) throw invalid('signers', 'must include at least one signer');
  return { signers: planned.signers, fields: fields ?? planned.fields };
}
