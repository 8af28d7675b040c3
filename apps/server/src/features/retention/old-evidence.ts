/**
 * The end of the audit trail's own retention: what opens the commitments to personal data goes, and keys that seal nothing any more. The
 * entries stay, so that chains and proofs go on to hold.
 */
import { readSettings } from '@countersign/contract';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { eraseOldEvidence, selectAllTenants } from './due-store.ts';
import { selectSettings } from './rules-store.ts';

const DAY_MS = 86_400_000;
/** Of a tenant in a turn; the next one goes on. */
const BATCH = 5000;

/** How many entries cannot be opened any more. */
export async function closeOldEvidence({ database, uow }: { database: Database; uow: UnitOfWork }): Promise<number> {
  let closed = 0;
  for (const { tenant_id: tenantId } of await database.query({ role: 'jobs' }, selectAllTenants()))
    closed += await uow.run(tenantId, async (tx) => {
      const [row] = await tx.query(selectSettings(tenantId));
      const { audit_retention_days: days } = readSettings(row?.settings ?? {});
      const [gone] = await tx.query(eraseOldEvidence(new Date(tx.now.getTime() - days * DAY_MS), BATCH));
      return gone?.count ?? 0;
    });
  return closed;
}
