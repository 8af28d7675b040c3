/**
 * Empties the trash: drafts and unfinished documents are erased with their files 30 days after they were deleted.
 * Completed documents are kept (ADR 24) until their retention period ends (ADR 59). Documents under a legal hold are
 * kept until the hold is released. The audit trail of an erased document is kept too, because it contains no personal
 * data in plain text.
 */
import { LIMITS } from '@countersign/contract';
import { readAcross } from '../../platform/db/across-tenants.ts';
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

/** The maximum number of documents per run. The next run continues with the rest. */
const BATCH = 500;
const DAY_MS = 86_400_000;

export type EraseDependencies = { database: Database; uow: UnitOfWork; blobs: CheckedBlobs; ledger: ErasureLedger };

/** @returns how many documents were erased. Idempotent and safe to run in several processes at once. */
export async function eraseTrash({ database, uow, ledger }: EraseDependencies): Promise<number> {
  const before = new Date(uow.now().getTime() - LIMITS.trashDays * DAY_MS);
  const due = await readAcross(database, selectErasable, before, BATCH);
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

/**
 * Erases the document's rows in one transaction. If the process crashes afterwards, the file's row is marked for
 * deletion, and the next run deletes the file.
 */
function eraseDocument(uow: UnitOfWork, tenantId: string, documentId: string, before: Date): Promise<boolean> {
  return uow.run(tenantId, async (tx) => {
    const [, [document], holds] = await tx.queryAll([
      lockHolds(),
      lockForMove({ tenantId, documentId, owner: null }),
      selectStandingHolds(documentId),
    ]);
    // The document has been restored or erased since it was listed.
    if (!document || !isErasable(document, before)) return false;
    if (holds.length > 0) {
      await keepHeld(tx, tenantId, documentId);
      return false;
    }
    await uow.recorder.record(tx, tenantId, documentId, {
      action: 'document.erased',
      actor: { kind: 'system', id: 'trash' },
      target: { kind: 'document', id: documentId },
      data: { status: document.status, deleted_at: document.deleted_at?.toISOString() ?? null },
    });
    const [row] = await tx.query(eraseDocumentRows({ documentId, before, now: tx.now }));
    if (row?.erased !== true) throw new Error(`the database did not erase ${documentId}`);
    failpointsOfCommit(tx, 'erasure');
    return true;
  });
}

/**
 * Deletes files that no document or template needs. The file is deleted before its row. If the process crashes in
 * between, the row is found again and the missing file counts as deleted. Waits while a backup is being made, because
 * the backup may be about to copy the files.
 */
export async function eraseUnusedFiles({ database, uow, blobs }: EraseDependencies): Promise<number> {
  // A backup does not copy files that were already unused when it began. Unused files are therefore listed before the
  // lock is checked, so that they may be deleted even if a backup begins afterwards.
  const unused = await readAcross(database, selectUnusedBlobs, BATCH);
  const [lock] = await database.query({ role: 'jobs' }, selectIsFree(BACKUP_LOCK));
  if (!lock?.is_free) return 0;
  for (const { tenant_id: tenantId, id } of unused) {
    await blobs.delete(`${tenantId}/${id}`);
    failpoint('erasure.file-deleted');
    await uow.run(tenantId, async (tx) => tx.write(forgetBlob(id)));
  }
  return unused.length;
}
