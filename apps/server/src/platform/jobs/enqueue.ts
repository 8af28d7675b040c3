/** The one place that writes a job. Only the recorder may import it: it starts what reactions and continuations declare. */
import { newId } from '../crypto/ids.ts';
import { namedStatement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import type { JobRequest, Wake } from './queue.ts';

const insertJob = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    kind: string;
    lane: string;
    uniqueKey: string | null;
    payload: string;
    runAt: Date;
    createdAt: Date;
  }
>(
  'job-insert',
  `insert into jobs (tenant_id, id, kind, lane, unique_key, payload, run_at, created_at)
   values (:tenantId, :id, :kind, :lane, :uniqueKey, :payload, :runAt, :createdAt)
   on conflict (tenant_id, kind, unique_key) where state <> 'dead' and unique_key is not null do nothing`,
);

export function enqueue(tx: Tx, tenantId: string, job: JobRequest, wake: Wake): void {
  const runAt = job.runAt ?? tx.now;
  const id = newId('job', tx.now);
  tx.write(
    insertJob({
      tenantId,
      id,
      kind: job.kind,
      lane: job.lane,
      uniqueKey: job.uniqueKey ?? null,
      payload: JSON.stringify(job.payload),
      runAt,
      createdAt: tx.now,
    }),
  );
  if (runAt <= tx.now) tx.afterCommit(() => wake(job.lane));
}
