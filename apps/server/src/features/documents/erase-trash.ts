/**
 * The end of the trash: drafts and unfinished documents are erased with their files, 30 days after they were deleted. Completed
 * documents stay (ADR 24) until their retention ends (ADR 59), and whatever a legal hold covers stays until that is released. The audit trail of an erased document stays: it holds no personal
 * data in the clear.
 */
import { LIMITS } from '@countersign/contract';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { BACKUP_LOCK, selectIsFree } from '../../platform/db/advisory-lock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ErasureLedger } from '../../platform/ports/erasure-ledger.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { isErasable } from '../document-core/index.ts';
import { eraseDocumentRows, lockForMove, selectErasable } from '../document-core/store/index.ts';
import { forgetBlob, selectUnusedBlobs } from './unused-files.ts';
import { keepHeld, lockHolds, selectStandingHolds } from '../legal-holds/index.ts';

/** A turn does no more; the next one goes on. */
const BATCH = 500;
const DAY_MS = 86_400_000;

export type EraseDependencies = { database: Database; uow: UnitOfWork; blobs: CheckedBlobs; ledger: ErasureLedger };

/** How many documents were erased. Safe to run twice, and from several processes at once. */
export async function eraseTrash({ database, uow, ledger }: EraseDependencies): Promise<number> {
  const before = new Date(uow.now().getTime() - LIMITS.trashDays * DAY_MS);
  const due = await database.query({ role: 'jobs' }, selectErasable({ before, count: BATCH }));
  const items = due.map(({ tenant_id: tenantId, id }) => ({ kind: 'document' as const, tenantId, id }));
  await ledger.intend(items);
  let erased = 0;
  for (const item of items) {
    const gone = await eraseDocument(uow, item.tenantId, item.id, before);
    await ledger.settle([item], gone ? 'erased' : 'kept');
    if (gone) erased += 1;
  }
  return erased;
}

/** Its rows, in one transaction. A crash afterwards leaves a file whose row says that it is to go: the next turn sees to that. */
function eraseDocument(uow: UnitOfWork, tenantId: string, documentId: string, before: Date): Promise<boolean> {
  return uow.run(tenantId, async (tx) => {
    const [, [document], holds] = await tx.queryAll([
      lockHolds(),
      lockForMove({ tenantId, documentId, owner: null }),
      selectStandingHolds(documentId),
    ]);
    // Restored or erased since.
    if (!document || !isErasable(document, before)) return false;
    if (holds.length > 0) {
      tx.write(keepHeld(tenantId, documentId));
      return false;
    }
    await uow.recorder.record(tx, tenantId, documentId, {
      action: 'document.erased',
      actor: { kind: 'system', id: 'trash' },
      target: { kind: 'document', id: documentId },
      data: { status: document.status, deleted_at: document.deleted_at?.toISOString() ?? null },
    });
    const [row] = await tx.query(eraseDocumentRows({ documentId, before, now: tx.now }));
    if (row?.erased !== true) throw new Error(`the database keeps ${documentId}, which was to be erased`);
    failpointsOfCommit(tx, 'erasure');
    return true;
  });
}

/**
 * Files that no document and no template needs any more. The file first: a crash between the two finds the row again, and a file
 * that is gone is deleted already. They stay while a backup is being made, which may be about to copy them.
 */
export async function eraseUnusedFiles({ database, uow, blobs }: EraseDependencies): Promise<number> {
  // A backup copies no file that was unused when it began, so the question comes after the look: those found here before it began may go.
  const [unused, [lock]] = await database.queryAll({ role: 'jobs' }, [
    selectUnusedBlobs(BATCH),
    selectIsFree(BACKUP_LOCK),
  ]);
  if (!lock?.is_free) return 0;
  for (const { tenant_id: tenantId, id } of unused) {
    await blobs.delete(`${tenantId}/${id}`);
    failpoint('erasure.file-deleted');
    await uow.run(tenantId, async (tx) => tx.write(forgetBlob(id)));
  }
  return unused.length;
}
