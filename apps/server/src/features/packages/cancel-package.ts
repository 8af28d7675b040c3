/** Cancelling a package withdraws, in one transaction, what is not completed; what is completed stays so. */
import type { DocumentStatus, Id, PackageDetails } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  DELETION_REASON,
  deletionContext,
  evidence,
  partyOf,
  recordVoided,
  selectDocument,
  toldOfVoid,
  updateVoided,
} from '../documents/index.ts';
import { mayCancel } from './domain.ts';
import { getPackage, loadPackage } from './read-packages.ts';
import { packageEvent, toldOfEnd } from './settle.ts';
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
    for (const one of unfinished) {
      const documentId = one.id as Id<'document'>;
      const trail = await uow.recorder.open(tx, tenantId, documentId);
      tx.write(updateVoided(tenantId, documentId, reason, tx.now));
      // One mail tells of all.
      await recordVoided(trail, context, { id: documentId, title: one.title, told: [] }, reason);
    }
    const [locked] = await tx.query(lockPackage(tenantId, id));
    if (!locked) throw new AppError('PACKAGE_NOT_FOUND', { packageId: id });
    const { status, title } = locked;
    // Signed by everybody, and sealed in a moment: there is nothing left to cancel.
    if (!mayCancel(status) || unfinished.length === 0)
      throw new AppError('PACKAGE_STATE', { packageId: id, status, unfinished: unfinished.length });
    tx.write(updateOutcome(tenantId, id, 'cancelled', reason, tx.now, tx.now));
    const members = await tx.query(selectMembers(tenantId, id));
    // That the time of a document was over they know.
    const open = new Set(unfinished.flatMap((one) => (one.status === 'in-progress' ? [one.id] : [])));
    const told = toldOfVoid(signers.filter((signer) => open.has(signer.document_id)));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'package.cancelled',
      actor: partyOf(context.principal),
      target: { kind: 'package', id },
      data: { documents: documents.length, voided: unfinished.length },
      personal: { personId: userId, fields: { ...evidence(context), reason } },
      event: {
        kind: 'package.cancelled',
        data: {
          ...packageEvent(id, title, 'cancelled', members),
          recipients: await toldOfEnd(tx, tenantId, id, members, told),
        },
      },
    });
  });
  return getPackage(uow, context.principal, id);
}

/**
 * The end of the organization: the package that this document is in ends as one, so that each hears of it once. False where it is
 * in none.
 */
export async function cancelForDeletion(
  uow: UnitOfWork,
  tenantId: string,
  userId: string,
  documentId: Id<'document'>,
): Promise<boolean> {
  const [document] = await uow.read(tenantId, selectDocument(tenantId, documentId, null));
  if (!document || document.package_id === null) return false;
  const id = document.package_id as Id<'package'>;
  // Over in the meantime, or with another document of it.
  await cancelPackage(uow, deletionContext(tenantId, userId), id, DELETION_REASON).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'PACKAGE_STATE')) throw error;
  });
  return true;
}
