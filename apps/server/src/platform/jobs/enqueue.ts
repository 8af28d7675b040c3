/** The one place that writes a job. Only the recorder may import it: it starts what reactions and continuations declare. */
import { newId } from '../crypto/ids.ts';
import { namedStatement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import { type JobRequest, splitCause, type Take, type Wake, withCause } from './queue.ts';

const insertJob = namedStatement<
  { id: string },
  {
    tenantId: string;
    id: string;
    kind: string;
    lane: string;
    uniqueKey: string | null;
    payload: string;
    runAt: Date;
    createdAt: Date;
    /** Of one that is taken with it; null for one that waits. */
    leaseUntil: Date | null;
  }
>(
  'job-insert',
  `insert into jobs (tenant_id, id, kind, lane, unique_key, payload, run_at, created_at, lease_until, state, attempt)
   values (:tenantId, :id, :kind, :lane, :uniqueKey, :payload, :runAt, :createdAt, :leaseUntil,
     case when :leaseUntil::timestamptz is null then 'ready' else 'running' end, case when :leaseUntil::timestamptz is null then 0 else 1 end)
   on conflict (tenant_id, kind, unique_key) where state <> 'dead' and unique_key is not null do nothing returning id`,
);

export function enqueue(tx: Tx, tenantId: string, job: JobRequest, wake: Wake, take?: Take): void {
  const { kind, lane } = job;
  const runAt = job.runAt ?? tx.now;
  const id = newId('job', tx.now);
  const payload = withCause(job.payload, tx.traceparent);
  const isDue = runAt <= tx.now;
  const queued = { tenantId, id, kind, lane, ...splitCause(JSON.parse(payload) as JobRequest['payload']) };
  const taken = isDue ? take?.(tx, queued, tx.now) : undefined;
  const leaseUntil = taken?.leaseUntil ?? null;
  const insert = insertJob({
    tenantId,
    id,
    kind,
    lane,
    uniqueKey: job.uniqueKey ?? null,
    payload,
    runAt,
    createdAt: tx.now,
    leaseUntil,
  });
  if (taken) {
    const made = tx.readLater([insert]);
    let isKnown = false;
    // Another one with its key may be there already: that one is the job.
    tx.afterCommit(() => {
      isKnown = true;
      if (made()[0].length > 0) taken.begin();
    });
    tx.onceOver(() =>
      queueMicrotask(() => {
        if (!isKnown) taken.forgo();
      }),
    );
    return;
  }
  tx.write({ ...insert, silent: true });
  if (isDue) tx.afterCommit(() => wake(lane));
}
