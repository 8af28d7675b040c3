/**
 * Lets the sender remove a recipient who has not signed. The recipient's empty signature field stays in the file, so
 * signed content does not change (ADR 101).
 */
import type { Document, Id } from '@countersign/contract';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  afterSignature,
  decideCorrect,
  documentView,
  loadDocument,
  mustSign,
  refuseUnless,
  type SignerRow,
} from '../document-core/index.ts';
import {
  lockDocument,
  removeRecipientRow,
  selectSigners,
  setDocumentStatus,
  startTurns,
  selectNotYetInvited,
  touchDocument,
} from '../document-core/store/index.ts';
import { lockHolds } from '../legal-holds/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { refuseWithoutMail } from '../notifications/index.ts';
import { continuations } from './reactions.ts';

const shown = ({ id, email, name }: SignerRow) => ({ id, email, name });

export async function removeRecipient(
  { uow, isMailOwnersOnly }: { uow: UnitOfWork; isMailOwnersOnly: boolean },
  context: RequestContext<MemberPrincipal>,
  { id: documentId, signerId }: { id: Id<'document'>; signerId: Id<'signer'> },
): Promise<Document> {
  const { principal } = context;
  const { tenantId } = principal;
  const { document } = await loadDocument(uow, principal, documentId);
  await uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockHolds(),
      lockDocument({ tenantId, documentId }),
      selectSigners({ tenantId, documentId }),
    ]);
    const [, [locked], signers] = rows;
    if (!locked) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    const own = signers.find(({ id }) => id === signerId);
    if (!own) throw new AppError('SIGNER_NOT_FOUND', { signerId });
    const others = signers.filter(({ id }) => id !== signerId);
    refuseUnless(decideCorrect(locked, own, tx.now));
    if (!others.some(({ role }) => mustSign(role)))
      throw new AppError(
        'INVALID_STATE',
        { status: locked.status, reason: 'last_signer' },
        {
          message:
            'This recipient is the only signer of the document. Void the document, or correct the recipient instead.',
        },
      );
    const wasAsked = own.status !== 'waiting';
    const { completed, nextUp } = afterSignature(signers, signerId);
    if ((wasAsked && own.notify) || nextUp.length > 0) refuseWithoutMail({ isMailOwnersOnly }, context);
    const [removal] = await tx.query(removeRecipientRow({ documentId, signerId, now: tx.now }));
    if (removal?.removed !== true) throw new AppError('LEGAL_HOLD', { documentId });
    if (completed) tx.write(setDocumentStatus({ tenantId, documentId, status: 'completed', now: tx.now }));
    else tx.write(touchDocument({ tenantId, documentId, now: tx.now }));
    if (nextUp.length > 0) tx.write(startTurns({ tenantId, signerIds: nextUp, now: tx.now }));
    await trail.record({
      action: 'signer.removed',
      actor: auditActor(principal),
      target: { kind: 'signer', id: signerId },
      data: { role: own.role, last: completed },
      personal: { personId: signerId, fields: { ...requestOrigin(context), email: own.email, name: own.name } },
      event: {
        kind: 'document.corrected',
        data: {
          documentId,
          document: { id: documentId, title: document.title, status: completed ? 'completed' : 'in-progress' },
          signers: others.map(({ email, name }) => ({ email, name })),
          added: [],
          removed: [shown(own)],
        },
      },
    });
    if (completed) uow.recorder.start(tx, tenantId, continuations.completedByRemoval, { documentId });
    const notified =
      locked.package_id === null || nextUp.length === 0
        ? nextUp
        : (await tx.query(selectNotYetInvited({ tenantId, signerIds: nextUp }))).map(({ id }) => id);
    uow.recorder.start(tx, tenantId, continuations.turnByRemoval, { documentId, to: notified });
    if (wasAsked) uow.recorder.start(tx, tenantId, continuations.removed, { documentId, to: [signerId] });
    failpointsOfCommit(tx, 'removal');
  });
  const after = await loadDocument(uow, principal, documentId);
  return documentView(after.document, after.signers, after.fields);
}
