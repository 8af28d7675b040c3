/** Queues the entries from before the log existed, stream by stream. The sequencer takes them like new ones. */
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { endBackfill, moveBackfill, queueStreams, selectBackfills } from './store.ts';

/** Streams of a tenant and run. */
const STREAMS = 1_000;

export async function backfillLogs({ database, uow }: { database: Database; uow: UnitOfWork }): Promise<void> {
  for (const { tenant_id: tenantId, after_stream: after } of await database.query({ role: 'jobs' }, selectBackfills()))
    await uow.run(tenantId, async (tx) => {
      const [streams] = await tx.query(queueStreams(tenantId, after, STREAMS));
      const isLast = !streams || streams.count < STREAMS || streams.last === null;
      tx.write(isLast ? endBackfill(tenantId) : moveBackfill(tenantId, streams.last ?? ''));
    });
}
