/**
 * Cancels a package. One transaction voids every document that is not completed. Completed documents stay completed.
 */
import type { DocumentStatus, Id, PackageDetails } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type Actor, actorOf } from '../../platform/audit/actor.ts';
import { recordVoided, notifiedOfVoid } from '../documents/index.ts';
import { markDocumentVoided, lockPackageDocuments, selectPackageMembers } from '../document-core/store/index.ts';
import { mayCancel } from './domain.ts';
import { getPackage, loadPackage } from './read-packages.ts';
import { packageEvent, notifiedOfEnd } from './settle.ts';
import { lockPackage, updateOutcome } from './store.ts';

/** Expired documents count as unfinished, because a later extension would bring them back into a canceled package. */
const isUnfinished = ({ status }: { status: DocumentStatus }): boolean =>
  status === 'in-progress' || status === 'expired';

export async function cancelPackage(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  id: Id<'package'>,
  reason: string,
): Promise<PackageDetails> {
  await endPackage(uow, actorOf(context), id, reason);
  return getPackage(uow, context.principal, id);
}

/** Throws PACKAGE_NOT_FOUND, or PACKAGE_STATE for a package that has ended. */
export async function endPackage(uow: UnitOfWork, actor: Actor, id: Id<'package'>, reason: string): Promise<void> {
  const { tenantId, userId, party, evidence } = actor;
  const { documents, signers } = await loadPackage(uow, actor, id);
  await uow.run(tenantId, async (tx) => {
    const ids = documents.map((document) => document.id).toSorted();
    const unfinished = (await tx.query(lockPackageDocuments({ tenantId, documentIds: ids }))).filter(isUnfinished);
    for (const one of unfinished) {
      const documentId = one.id;
      const trail = await uow.recorder.open(tx, tenantId, documentId);
      tx.write(markDocumentVoided({ tenantId, documentId, reason, now: tx.now }));
      // One e-mail covers all of the recipient's documents.
      await recordVoided(trail, actor, { id: documentId, title: one.title, notified: [] }, reason);
    }
    const [locked] = await tx.query(lockPackage(tenantId, id));
    if (!locked) throw new AppError('PACKAGE_NOT_FOUND', { packageId: id });
    const { status, title } = locked;
    // Everyone has signed and the seal will follow shortly, so there is nothing left to cancel.
    if (!mayCancel(status) || unfinished.length === 0)
      throw new AppError('PACKAGE_STATE', { packageId: id, status, unfinished: unfinished.length });
    tx.write(updateOutcome(tenantId, id, 'cancelled', reason, tx.now, tx.now));
    const members = await tx.query(selectPackageMembers({ tenantId, packageId: id }));
    // Recipients of expired documents have already been notified.
    const open = new Set(unfinished.flatMap((one) => (one.status === 'in-progress' ? [one.id] : [])));
    const notified = notifiedOfVoid(signers.filter((signer) => open.has(signer.document_id)));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'package.cancelled',
      actor: party,
      target: { kind: 'package', id },
      data: { documents: documents.length, voided: unfinished.length },
      personal: { personId: userId, fields: { ...evidence, reason } },
      event: {
        kind: 'package.cancelled',
        data: {
          ...packageEvent(id, title, 'cancelled', members),
          recipients: await notifiedOfEnd(tx, tenantId, id, { documents: members, notified }),
        },
      },
    });
  });
}
