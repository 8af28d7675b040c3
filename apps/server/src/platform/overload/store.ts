import { statement } from '../db/statement.ts';

/**
 * Selects the oldest due job of each queue. Deliveries that were already attempted do not count, because their delay
 * depends on the endpoints.
 */
export const selectOldestWork = statement<
  { lane: string; since: Date | null; event: string | null },
  [lanes: string[], now: Date]
>(
  'backlog-oldest',
  `select lane, (select min(run_at) from jobs j where j.lane = l.lane and state = 'ready' and run_at <= $2) as since, null as event
   from unnest($1::text[]) as l (lane)
   union all select 'webhook', null, (select min(event_id) from webhook_pending)`,
);
