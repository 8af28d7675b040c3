/**
 * Erases documents whose retention period has ended: the file, the revisions and all personal data. The audit entries
 * stay (ADR 59). The ledger is written first, then each document is erased in its own transaction, then unreferenced
 * files are deleted. After an interruption at any point, the next run finds the same documents and finishes.
 */
import { readAcross } from '../../platform/db/across-tenants.ts';
import type { Database } from '../../platform/db/database.ts';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Erased, ErasureLedger, Replayed } from '../../platform/ports/erasure-ledger.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectDocumentId } from '../document-core/index.ts';
import { keepHeld } from '../legal-holds/index.ts';
import { announceAgain, eraseRetained, selectErasureDue } from './due-store.ts';
import { standardDays } from './rules.ts';

export type RetentionDependencies = { database: Database; uow: UnitOfWork; ledger: ErasureLedger };
const BATCH = 200;
/** The maximum number of batches per run. The next run continues with the rest. */
const MAX_BATCHES = 50;

/** @returns how many documents were erased */
export async function eraseRetainedDocuments(dependencies: RetentionDependencies): Promise<number> {
  await settleLeftOver(dependencies);
  const { database, uow, ledger } = dependencies;
  let erased = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const due = await readAcross(database, selectErasureDue, uow.now(), BATCH);
    const items = due.map(({ tenant_id: tenantId, document_id: id }) => ({ kind: 'document' as const, tenantId, id }));
    await ledger.intend(items);
    failpoint('retention.noted');
    for (const item of items) {
      const outcome = await eraseOne(uow, item.tenantId, item.id);
      await ledger.settle([item], outcome === 'erased' || outcome === 'absent' ? 'erased' : 'kept');
      if (outcome === 'erased') erased += 1;
    }
    if (due.length < BATCH) break;
  }
  return erased;
}

function eraseOne(uow: UnitOfWork, tenantId: string, id: string): Promise<'erased' | 'kept' | 'held' | 'absent'> {
  return uow.run(tenantId, async (tx) => {
    const standard = await standardDays(tx, tenantId);
    const [row] = await tx.query(eraseRetained(id, standard, tx.now));
    const outcome = row?.outcome ?? 'absent';
    if (outcome === 'held') await keepHeld(tx, tenantId, id);
    if (outcome === 'erased') {
      await uow.recorder.record(tx, tenantId, id, {
        action: 'document.erased',
        actor: { kind: 'system', id: 'retention' },
        target: { kind: 'document', id },
        data: { reason: 'retention' },
      });
      failpointsOfCommit(tx, 'retention');
    }
    return outcome;
  });
}

/**
 * Handles a previous run that was interrupted after it wrote the ledger. Documents that still exist were not erased.
 */
async function settleLeftOver({ uow, ledger }: RetentionDependencies): Promise<void> {
  for (const item of await ledger.unsettled()) {
    if (item.kind !== 'document' || item.tenantId === null) continue;
    const [there] = await uow.read(
      item.tenantId,
      selectDocumentId({ tenantId: item.tenantId, documentId: item.id, owner: null }),
    );
    await ledger.settle([item], there ? 'kept' : 'erased');
  }
}

/**
 * Repeats the erasure of documents that were erased after the restored backup was made. A document under a legal hold
 * is erased when the hold is released.
 */
export async function replayDocuments(uow: UnitOfWork, items: readonly Erased[]): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  for (const item of items) {
    const { kind, tenantId, id } = item;
    if (kind !== 'document' || tenantId === null) continue;
    await uow.run(tenantId, async (tx) => tx.write(announceAgain(tenantId, id, tx.now)));
    const outcome = await eraseOne(uow, tenantId, id);
    replayed.push({ ...item, outcome: outcome === 'kept' ? 'held' : outcome });
  }
  return replayed;
}
