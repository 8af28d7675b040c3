/** SQL for reading metrics, in the `metrics` role, which cannot read any names. */
import { statement } from '../../platform/db/statement.ts';

/** Limits the time for reading metrics, because reading them must not delay anything, in particular the database. */
export const limitScrape = statement('metrics-limit', `select set_config('statement_timeout', '2000', true)`);

export const selectJobFigures = statement<
  { lane: string; waiting: number; dead: number; oldest: Date | null },
  [now: Date]
>(
  'metrics-jobs',
  `select lane, count(*) filter (where state = 'ready')::int as waiting, count(*) filter (where state = 'dead')::int as dead,
     min(run_at) filter (where state = 'ready') as oldest
   from jobs where state = 'dead' or (state = 'ready' and run_at <= $1) group by lane`,
);

export const selectWebhookFigures = statement<{ waiting: number; dead: number; oldest: Date | null }, [now: Date]>(
  'metrics-webhooks',
  `select count(*) filter (where state = 'pending')::int as waiting, count(*) filter (where state = 'dead')::int as dead,
     min(run_at) filter (where state = 'pending') as oldest
   from webhook_deliveries where state = 'dead' or (state = 'pending' and run_at <= $1)`,
);

export const selectDatabaseFigures = statement<{ bytes: string; damaged: number }>(
  'metrics-database',
  `select pg_database_size(current_database())::text as bytes, (select count(*)::int from damaged_blobs) as damaged`,
);
