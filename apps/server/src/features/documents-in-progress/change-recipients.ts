/**
 * Lets the sender change recipients, order and fields of a sent document until the first signature. A new first
 * revision is built from the upload and replaces the sent revision (ADR 102, docs/understand/signing-flow.md).
 */
import type { Document, FieldInput, Id, RecipientChange, Signer } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import {
  type ChangedRecipient,
  evidenceOfRevision,
  isUnchanged,
  keptFields,
  mergeRecipients,
  namedRecipients,
  pagesAfter,
  pagesOfUpload,
  prepareSending,
  recipientRow,
  refuseTurns,
  type SendDependencies,
  type Sender,
  senderOf,
  type Sending,
  writeFields,
} from '../documents/index.ts';
import {
  clearSentRevision,
  insertRecipient,
  lockDocument,
  removeRecipientRow,
  selectRevisionHead,
  selectSigners,
  replaceRecipient,
  updateSentDocument,
  vacatePositions,
} from '../document-core/store/index.ts';
import {
  decideWhileOut,
  documentView,
  loadDocument,
  refuseUnless,
  type SignerRow,
  signerView,
  type WholeDocument,
  writeRevision,
} from '../document-core/index.ts';
import { keepHeld, lockHolds } from '../legal-holds/index.ts';
import { refuseWithoutMail } from '../notifications/index.ts';
import { continuations } from './reactions.ts';

export type ChangeDependencies = SendDependencies & { isMailOwnersOnly: boolean };
export type RecipientsInput = {
  signers?: RecipientChange[] | undefined;
  fields?: FieldInput[] | undefined;
  signingOrder?: 'parallel' | 'sequential' | undefined;
};
type Changed = { document: Document; signers: Signer[] };

/** The maximum number of attempts if another request changes a recipient while the revision is being built. */
const MAX_TRIES = 3;

export async function changeRecipients(
  dependencies: ChangeDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  input: RecipientsInput,
): Promise<Changed> {
  const { uow } = dependencies;
  const { principal } = context;
  const sender = senderOf(context);
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const [whole, [head]] = await Promise.all([
      loadDocument(uow, principal, documentId),
      uow.read(principal.tenantId, selectRevisionHead({ tenantId: principal.tenantId, documentId })),
    ]);
    const { document, signers, fields } = whole;
    refuseUnless(decideWhileOut(document, uow.now()));
    refuseAfterSignature(signers, documentId);
    if (document.package_id !== null) throw inPackage(documentId, document.package_id);
    const signingOrder = input.signingOrder ?? document.signing_order;
    const changed = mergeRecipients(signers, input.signers);
    if (input.signers) refuseTurns(input.signers, signingOrder);
    if (!input.fields && signingOrder === document.signing_order && isUnchanged(signers, changed)) return viewOf(whole);
    if ([...signers, ...changed.map((one) => one.input)].some(({ notify }) => notify !== false))
      refuseWithoutMail(dependencies, context);
    const pages = await pagesOfUpload(dependencies, principal, document);
    const recipients = {
      signers: changed.map((one) => one.input),
      fields: input.fields ?? keptFields(fields, changed, { ...document, pages }),
    };
    const sending = await prepareSending(dependencies, sender, { ...document, pages }, recipients, {
      signingOrder,
      acceptWarnings: document.warnings_to_accept,
      coverTags: document.has_placed_tags,
    });
    const prepared: Prepared = { before: whole, sha256: head?.sha256 ?? '', changed, sending, signingOrder, pages };
    if (await commit(dependencies, sender, prepared)) return viewOf(await loadDocument(uow, principal, documentId));
  }
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    { documentId },
    { message: 'The recipients of this document are being changed. Try again shortly.', retryAfter: 2 },
  );
}

const viewOf = ({ document, signers, fields }: WholeDocument): Changed => ({
  document: documentView(document, signers, fields),
  signers: signers.map(signerView),
});

const inPackage = (documentId: string, packageId: string): AppError =>
  new AppError(
    'DOCUMENT_IN_PACKAGE',
    { documentId, packageId },
    { message: 'This document was sent in a package. Correct or remove its recipients individually.' },
  );

function refuseAfterSignature(signers: readonly SignerRow[], documentId: string): void {
  if (!signers.some(({ status }) => status === 'signed')) return;
  throw new AppError(
    'INVALID_STATE',
    { documentId, status: 'in-progress', reason: 'signed' },
    {
      message:
        'A recipient has signed this document, so its fields and its list of recipients can no longer be changed. You can still correct or remove a recipient who has not signed.',
    },
  );
}

type Prepared = {
  before: WholeDocument;
  sha256: string;
  changed: readonly ChangedRecipient[];
  sending: Sending;
  signingOrder: 'parallel' | 'sequential';
  pages: WholeDocument['document']['pages'];
};

/** If this state has changed, the revision was built for an outdated list of recipients. */
const stateOf = ({ id, status, email, name, link_generation: generation, access_code_hash: code }: SignerRow): string =>
  JSON.stringify([id, status, email, name, generation, code]);
const isSame = (before: readonly SignerRow[], now: readonly SignerRow[]): boolean =>
  before.map(stateOf).join() === now.map(stateOf).join();

const shown = ({ id, email, name }: Pick<SignerRow, 'id' | 'email' | 'name'>) => ({ id, email, name });

/**
 * Writes the change in one transaction. Returns false if a recipient changed, or if the revision was replaced, while
 * the new revision was being built.
 */
function commit({ uow }: ChangeDependencies, sender: Sender, prepared: Prepared): Promise<boolean> {
  const { before, changed, sending, signingOrder } = prepared;
  const { tenantId } = sender;
  const { id: documentId, title } = before.document;
  const { plan, statuses } = sending;
  return uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(
      tx,
      tenantId,
      documentId,
      [
        lockHolds(),
        lockDocument({ tenantId, documentId }),
        selectSigners({ tenantId, documentId }),
        selectRevisionHead({ tenantId, documentId }),
      ],
      sender.userId,
    );
    const [, [locked], signers, [head]] = rows;
    if (!locked) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    refuseUnless(decideWhileOut(locked, tx.now));
    refuseAfterSignature(signers, documentId);
    if (head?.sha256 !== prepared.sha256 || !isSame(before.signers, signers)) return false;
    const [revision] = await tx.query(clearSentRevision({ documentId }));
    if (revision?.cleared !== true) throw new AppError('LEGAL_HOLD', { documentId });
    const stays = new Map(
      changed.flatMap(({ input, before: row }) => (row && input.id === row.id ? [[row.id, row]] : [])),
    );
    const removed = signers.filter(({ id }) => !stays.has(id));
    for (const { id } of removed) await tx.query(removeRecipientRow({ documentId, signerId: id, now: tx.now }));
    // A hold on a person still covers the document after the person's address is removed.
    await keepHeld(tx, tenantId, documentId);
    tx.write(vacatePositions({ tenantId, documentId }));
    for (const [index, { id }] of plan.signers.entries()) {
      const row = recipientRow(tx, tenantId, documentId, sending, {}, index);
      tx.write(stays.has(id) ? replaceRecipient(row) : insertRecipient(row));
    }
    const pages = JSON.stringify(pagesAfter(prepared.pages, sending.prepared.pageCount));
    tx.write(updateSentDocument({ tenantId, id: documentId, signingOrder, pages, now: tx.now }));
    writeRevision(tx, tenantId, documentId, { n: 1, kind: 'sent' }, sending.revision);
    const places = new Map(sending.prepared.places.map(({ field, place }) => [field, place]));
    writeFields(tx, tenantId, documentId, plan, places);
    const added = plan.signers.filter(({ id }) => !stays.has(id));
    await trail.record({
      action: 'document.corrected',
      actor: sender.party,
      target: { kind: 'document', id: documentId },
      data: {
        ...evidenceOfRevision(sending, signingOrder),
        before_sha256: prepared.sha256,
        before_order: before.document.signing_order,
        fields: plan.fields.length,
        before_fields: before.fields.length,
        added: added.map(({ id }) => id).join(' '),
        removed: removed.map(({ id }) => id).join(' '),
      },
      personal: {
        personId: sender.userId,
        fields: {
          ...sender.evidence,
          recipients: namedRecipients(plan),
          recipients_before: JSON.stringify(
            signers.map((row) => ({ ...shown(row), role: row.role, order: row.signing_order })),
          ),
        },
      },
      event: {
        kind: 'document.corrected',
        data: {
          documentId,
          document: { id: documentId, title, status: 'in-progress' },
          signers: plan.signers.map(({ input: { email, name } }) => ({ email, name })),
          added: added.map(({ id, input: { email, name } }) => ({ id, email, name })),
          removed: removed.map(shown),
        },
      },
    });
    const told: Record<'first' | 'copies' | 'again', Id<'signer'>[]> = { first: [], copies: [], again: [] };
    for (const [index, { id }] of plan.signers.entries()) {
      const wasAsked = stays.has(id) && stays.get(id)?.status !== 'waiting';
      if (wasAsked) told.again.push(id);
      else if (statuses[index] === 'pending-signature') told.first.push(id);
      else if (statuses[index] === 'notified') told.copies.push(id);
    }
    const occasion = ` ${sending.revision.sha256.slice(0, 16)}`;
    uow.recorder.start(tx, tenantId, continuations.changed, { documentId, to: told.again, occasion });
    uow.recorder.start(tx, tenantId, continuations.invitedByChange, { documentId, to: told.first });
    uow.recorder.start(tx, tenantId, continuations.copiedByChange, { documentId, to: told.copies });
    const dismissed = removed.filter(({ status }) => status !== 'waiting').map(({ id }) => id);
    uow.recorder.start(tx, tenantId, continuations.removed, { documentId, to: dismissed });
    failpointsOfCommit(tx, 'change');
    return true;
  });
}
