/**
 * The end of the audit trail's own retention: entries go from the beginning of their chain on, with what opens their commitments to
 * personal data and the keys that seal nothing any more. Where a chain begins now is kept, so that what is left can be checked; that
 * entries went, and how many, is an entry itself.
 */
import { readSettings } from '@countersign/contract';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { eraseOldEntries, selectAllTenants } from './due-store.ts';
import { selectSettings } from './rules-store.ts';

const DAY_MS = 86_400_000;
/** Of a tenant in a turn; the next one goes on. */
const BATCH = 5000;

/** How many entries were erased. */
export async function eraseOldAuditEntries({
  database,
  uow,
}: {
  database: Database;
  uow: UnitOfWork;
}): Promise<number> {
  let erased = 0;
  for (const { tenant_id: tenantId } of await database.query({ role: 'jobs' }, selectAllTenants()))
    erased += await uow.run(tenantId, async (tx) => {
      const [row] = await tx.query(selectSettings(tenantId));
      const { audit_retention_days: days } = readSettings(row?.settings ?? {});
      // Days of UTC as a whole: of a run every hour one a day finds any, and leaves an entry that says so.
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
  return erased;
}
