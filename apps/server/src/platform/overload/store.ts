/** SQL of the backlog. */
import { statement } from '../db/statement.ts';

/** Of each lane one look at the front of its index. Deliveries that were made are the endpoints' business, and wait for those. */
export const selectOldestWork = statement<
  { lane: string; since: Date | null; event: string | null },
  [lanes: string[], now: Date]
>(
  'backlog-oldest',
  `select lane, (select min(run_at) from jobs j where j.lane = l.lane and state = 'ready' and run_at <= $2) as since, null as event
   from unnest($1::text[]) as l (lane)
   union all select 'webhook', null, (select min(event_id) from webhook_pending)`,
);
