/** Voids a document for every recipient at the same time, on request or when its organization is deleted. */
import type { Document, Id } from '@countersign/contract';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type Actor, actorOf } from '../../platform/audit/actor.ts';
import { decideVoid, documentView, loadDocument, refuseUnless } from '../document-core/index.ts';
import { lockDocument, markDocumentVoided } from '../document-core/store/index.ts';
import { recordVoided, notifiedOfVoid } from '../documents/index.ts';
import { endPackage, settlePackage } from '../packages/index.ts';

export async function voidDocument(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  reason: string,
): Promise<Document> {
  await endDocument(uow, actorOf(context), documentId, reason);
  const after = await loadDocument(uow, context.principal, documentId);
  return documentView(after.document, after.signers, after.fields);
}

/** Throws DOCUMENT_NOT_FOUND, or INVALID_STATE for a document that has ended. */
async function endDocument(uow: UnitOfWork, actor: Actor, documentId: Id<'document'>, reason: string): Promise<void> {
  const { tenantId, userId, party } = actor;
  const whole = await loadDocument(uow, actor, documentId);
  await uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(
      tx,
      tenantId,
      documentId,
      [lockDocument({ tenantId, documentId })],
      userId,
    );
    const locked = rows[0][0];
    refuseUnless(decideVoid(locked ?? { ...whole.document, deleted_at: tx.now }));
    const { title } = whole.document;
    const notified = notifiedOfVoid(whole.signers);
    tx.write(markDocumentVoided({ tenantId, documentId, reason, now: tx.now }));
    const others = await settlePackage(tx, tenantId, locked?.package_id ?? null);
    await recordVoided(trail, actor, { id: documentId, title, notified: others.ofEnd(notified) }, reason);
    await others.record(uow.recorder, party, notified);
    failpointsOfCommit(tx, 'void');
  });
}

const DELETION_REASON = 'The organization was deleted.';

/**
 * Closing the organization voids documents in progress, on behalf of the person who requested its deletion. A
 * document's package ends as a whole, so that each recipient is notified once. Documents that have already ended stay
 * unchanged.
 */
export async function voidForDeletion(
  uow: UnitOfWork,
  tenantId: string,
  userId: string,
  documentId: Id<'document'>,
): Promise<void> {
  const actor: Actor = { tenantId, userId, role: 'admin', party: { kind: 'service', id: 'service' }, evidence: {} };
  const { document } = await loadDocument(uow, actor, documentId);
  const ending =
    document.package_id === null
      ? endDocument(uow, actor, documentId, DELETION_REASON)
      : endPackage(uow, actor, document.package_id, DELETION_REASON);
  await ending.catch((error: unknown) => {
    if (!(error instanceof AppError && (error.code === 'INVALID_STATE' || error.code === 'PACKAGE_STATE'))) throw error;
  });
}
