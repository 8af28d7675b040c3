/** Deletes the files of an export after a week. The row is kept as a record. */
import { readAcross } from '../../platform/db/across-tenants.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { deleteParts, lockExport, selectDueExports, updateEnded } from './store.ts';

export type EraseDependencies = { database: Database; uow: UnitOfWork };

const BATCH = 500;

/** @returns how many exports were deleted. Idempotent and safe to run in several processes at once. */
export async function eraseExports({ database, uow }: EraseDependencies): Promise<number> {
  const due = await readAcross(database, selectDueExports, uow.now(), BATCH);
  let erased = 0;
  for (const { tenant_id: tenantId, id } of due) {
    const isErased = await uow.run(tenantId, async (tx) => {
      const [row] = await tx.query(lockExport(tenantId, id));
      if (row?.status !== 'ready') return false;
      await deleteParts(tx, tenantId, id);
      tx.write(updateEnded(tenantId, id, 'expired', tx.now));
      await uow.recorder.record(tx, tenantId, tenantId, {
        action: 'export.erased',
        actor: { kind: 'system', id: 'retention' },
        target: { kind: 'export', id },
        data: {},
      });
      return true;
    });
    if (isErased) erased += 1;
  }
  return erased;
}
