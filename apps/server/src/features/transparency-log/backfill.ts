/**
 * Queues entries that were recorded before the log existed, stream by stream. The sequencer processes them like new
 * entries.
 */
import { readAcross } from '../../platform/db/across-tenants.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { endBackfill, moveBackfill, queueStreams, selectBackfills } from './store.ts';

const STREAMS = 1_000;

export async function backfillLogs({ database, uow }: { database: Database; uow: UnitOfWork }): Promise<void> {
  for (const { tenant_id: tenantId, after_stream: after } of await readAcross(database, selectBackfills))
    await uow.run(tenantId, async (tx) => {
      const [streams] = await tx.query(queueStreams(tenantId, after, STREAMS));
      const isLast = !streams || streams.count < STREAMS || streams.last === null;
      if (!isLast) {
        tx.write(moveBackfill(tenantId, streams.last ?? ''));
        return;
      }
      const [before] = await tx.query(endBackfill(tenantId));
      if (!before || before.erased === 0) return;
      // The log begins with hashes of entries that no longer exist. The verifier expects a later entry that records
      // their erasure.
      await uow.recorder.record(tx, tenantId, tenantId, {
        action: 'audit.entries-erased',
        actor: { kind: 'system', id: 'retention' },
        target: { kind: 'organization', id: tenantId },
        data: { entries: before.erased, before: tx.now.toISOString() },
      });
    });
}
