/**
 * Ends the exports of a person whose account is erased. The exports contain all data of the account, and only this
 * person could download them.
 */
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { deleteParts, lockOpenExports, updateEnded } from './store.ts';

/** Ends exports within the transaction's current tenant. The next cleanup deletes the files, as for any export. */
export async function endExportsOf(uow: UnitOfWork, tx: Tx, tenantId: string, userId: string): Promise<void> {
  for (const { id, status } of await tx.query(lockOpenExports(tenantId, userId))) {
    const isRunning = status === 'running';
    await deleteParts(tx, tenantId, id);
    tx.write(updateEnded(tenantId, id, isRunning ? 'cancelled' : 'expired', tx.now));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: isRunning ? 'export.cancelled' : 'export.erased',
      actor: { kind: 'system', id: 'deletion' },
      target: { kind: 'export', id },
      data: {},
    });
  }
}
