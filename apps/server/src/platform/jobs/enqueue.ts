/**
 * Writes jobs. No other code does, and only the recorder may import it. The recorder starts the jobs that reactions and
 * continuations declare.
 */
import { newId } from '../crypto/ids.ts';
import { statement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import { type JobRequest, splitCause, type Take, type ClaimedNow, type Wake, withCause } from './queue.ts';

type NewJob = {
  id: string;
  kind: string;
  lane: string;
  /** The key that ensures that the same work is queued only once. Default: the ID of the job. */
  unique_key: string;
  payload: JobRequest['payload'];
  run_at: Date;
  /** Set for a job that is claimed immediately. Null for a waiting job. */
  lease_until: Date | null;
};
const insertJobs = statement<{ id: string }, [tenant: string, createdAt: Date, jobs: string]>(
  'jobs-insert',
  `insert into jobs (tenant_id, id, kind, lane, unique_key, payload, run_at, created_at, lease_until, state, attempt)
   select $1, id, kind, lane, unique_key, payload, run_at, $2, lease_until, case when lease_until is null then 'ready' else 'running' end,
     case when lease_until is null then 0 else 1 end
   from jsonb_to_recordset($3) as r (id text, kind text, lane text, unique_key text, payload jsonb, run_at timestamptz, lease_until timestamptz)
   on conflict (tenant_id, kind, unique_key) do nothing returning id`,
);

type Asked = { queued: NewJob; isDue: boolean; lane: JobRequest['lane']; taken: ClaimedNow | undefined };

export function enqueue(tx: Tx, tenantId: string, jobs: readonly JobRequest[], wake: Wake, take?: Take): void {
  if (jobs.length === 0) return;
  const asked = jobs.map((job) => prepare(tx, tenantId, job, take));
  const insert = insertJobs(tenantId, tx.now, JSON.stringify(asked.map(({ queued }) => queued)));
  const isTaking = asked.some(({ taken }) => taken);
  const made = isTaking ? tx.readLater([insert]) : undefined;
  if (!made) tx.write({ ...insert, silent: true });
  let isKnown = false;
  tx.afterCommit(() => {
    isKnown = true;
    const ids = new Set(made?.()[0].map(({ id }) => id));
    for (const { queued, taken, isDue, lane } of asked) {
      // If a job with the same key already exists, nothing was inserted, and the existing job does the work.
      if (taken && ids.has(queued.id)) taken.begin();
      if (!taken && isDue) wake(lane);
    }
  });
  if (isTaking)
    tx.onceOver(() =>
      queueMicrotask(() => {
        if (!isKnown) for (const { taken } of asked) taken?.forgo();
      }),
    );
}

function prepare(tx: Tx, tenantId: string, job: JobRequest, take?: Take): Asked {
  const { kind, lane } = job;
  const runAt = job.runAt ?? tx.now;
  const id = newId('job', tx.now);
  const uniqueKey = job.uniqueKey ?? id;
  const payload = withCause(job.payload, tx.traceparent);
  const isDue = runAt <= tx.now;
  const taken = isDue ? take?.(tx, { tenantId, id, kind, uniqueKey, lane, ...splitCause(payload) }, tx.now) : undefined;
  const queued = {
    id,
    kind,
    lane,
    unique_key: uniqueKey,
    payload,
    run_at: runAt,
    lease_until: taken?.leaseUntil ?? null,
  };
  return { queued, isDue, lane, taken };
}
