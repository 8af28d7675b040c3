/**
 * Applies the audit trail's own retention period: deletes entries from the start of their chain, with the data that
 * opens their commitments to personal data and the keys that are no longer needed. The new start of the chain is
 * stored, so that the rest can be verified. The deletion and its size are recorded as an entry.
 */
import { readSettings } from '@countersign/contract';
import { unlessWorkerLost } from '../../platform/db/across-tenants.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { eraseOldEntries, selectAllTenants } from './due-store.ts';
import { selectSettings } from './rules-store.ts';

const DAY_MS = 86_400_000;
/** The maximum number of entries per tenant and run. The next run continues with the rest. */
const BATCH = 5000;

/** @returns how many entries were erased */
export async function eraseOldAuditEntries({
  database,
  uow,
}: {
  database: Database;
  uow: UnitOfWork;
}): Promise<number> {
  let erased = 0;
  for (const { tenant_id: tenantId } of await database.query({ role: 'jobs' }, selectAllTenants()))
    erased += (await unlessWorkerLost(() => eraseIn(uow, tenantId))) ?? 0;
  return erased;
}

function eraseIn(uow: UnitOfWork, tenantId: string): Promise<number> {
  return uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(selectSettings(tenantId));
    const { audit_retention_days: days } = readSettings(row?.settings ?? {});
    // The limit is the start of a UTC day, so that only one of the day's hourly runs finds entries and records a
    // deletion.
    const before = new Date(Math.floor(tx.now.getTime() / DAY_MS - days) * DAY_MS);
    const [gone] = await tx.query(eraseOldEntries(before, BATCH));
    const count = gone?.count ?? 0;
    if (count > 0)
      await uow.recorder.record(tx, tenantId, tenantId, {
        action: 'audit.entries-erased',
        actor: { kind: 'system', id: 'retention' },
        target: { kind: 'organization', id: tenantId },
        data: { entries: count, before: before.toISOString() },
      });
    return count;
  });
}
