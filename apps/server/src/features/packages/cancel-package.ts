/** Cancelling a package withdraws, in one transaction, what is not completed; what is completed stays so. */
import type { DocumentStatus, Id, PackageDetails } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { evidence, partyOf, recordVoided } from '../documents/index.ts';
import { mayCancel } from './domain.ts';
import { getPackage, loadPackage } from './read-packages.ts';
import { packageEvent } from './settle.ts';
import { lockDocuments, lockPackage, selectMembers, updateOutcome } from './store.ts';

/** An expired one too: extended later, it would come back into a package that is no more. */
const isUnfinished = ({ status }: { status: DocumentStatus }): boolean =>
  status === 'in-progress' || status === 'expired';

export async function cancelPackage(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  id: Id<'package'>,
  reason: string,
): Promise<PackageDetails> {
  const { tenantId, userId } = context.principal;
  const { documents, signers } = await loadPackage(uow, context.principal, id);
  await uow.run(tenantId, async (tx) => {
    const ids = documents.map((document) => document.id).toSorted();
    const unfinished = (await tx.query(lockDocuments(tenantId, ids))).filter(isUnfinished);
    for (const { id: documentId, title, status } of unfinished) {
      const trail = await uow.recorder.open(tx, tenantId, documentId);
      const own = status === 'expired' ? [] : signers.filter((signer) => signer.document_id === documentId);
      await recordVoided(tx, trail, context, { id: documentId as Id<'document'>, title, signers: own }, reason);
    }
    const [locked] = await tx.query(lockPackage(tenantId, id));
    if (!locked) throw new AppError('PACKAGE_NOT_FOUND', { packageId: id });
    const { status, title } = locked;
    // Signed by everybody, and sealed in a moment: there is nothing left to cancel.
    if (!mayCancel(status) || unfinished.length === 0)
      throw new AppError('PACKAGE_STATE', { packageId: id, status, unfinished: unfinished.length });
    tx.write(updateOutcome(tenantId, id, 'cancelled', reason, tx.now, tx.now));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'package.cancelled',
      actor: partyOf(context.principal),
      target: { kind: 'package', id },
      data: { documents: documents.length, voided: unfinished.length },
      personal: { personId: userId, fields: { ...evidence(context), reason } },
      event: {
        kind: 'package.cancelled',
        data: packageEvent(id, title, 'cancelled', await tx.query(selectMembers(tenantId, id))),
      },
    });
  });
  return getPackage(uow, context.principal, id);
}
