/** The one place that writes a job. Only the recorder may import it: it starts what reactions and continuations declare. */
import { newId } from '../crypto/ids.ts';
import { statement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import type { JobRequest, Wake } from './queue.ts';

const insertJob = statement<unknown, [string, string, string, string, string | null, string, Date, Date]>(
  'job-insert',
  `insert into jobs (tenant_id, id, kind, lane, unique_key, payload, run_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (tenant_id, kind, unique_key) where state <> 'dead' and unique_key is not null do nothing`,
);

export function enqueue(tx: Tx, tenantId: string, job: JobRequest, wake: Wake): void {
  const runAt = job.runAt ?? tx.now;
  const id = newId('job', tx.now);
  tx.write(
    insertJob(tenantId, id, job.kind, job.lane, job.uniqueKey ?? null, JSON.stringify(job.payload), runAt, tx.now),
  );
  if (runAt <= tx.now) tx.afterCommit(() => wake(job.lane));
}
