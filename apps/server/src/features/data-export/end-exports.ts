/**
 * Ends the exports of a person whose account is erased: they contain all the account's data, and only this person could
 * download them.
 */
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { deleteParts, lockOpenExports, updateEnded } from './store.ts';

/** Within one tenant, the transaction's current one. The next cleanup deletes the files, as for any export. */
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
