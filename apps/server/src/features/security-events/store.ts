/** SQL for security events. */
import type { Id } from '@countersign/contract';
import { boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

/**
 * The columns of the events to add, each as a list. In `tenants`, null means an event without an organization, which
 * belongs to the operator's organization.
 */
export type AddEvents = {
  tenants: readonly (string | null)[];
  ids: readonly string[];
  kinds: readonly string[];
  severities: readonly string[];
  ats: readonly Date[];
  counts: readonly number[];
  users: readonly (string | null)[];
  addresses: readonly (string | null)[];
  subjects: readonly (string | null)[];
  details: readonly string[];
  mergeKeys: readonly (Buffer | null)[];
};

/**
 * Inserts events. An event that repeats within the same minute only increases the count. Before set-up there is no
 * operator's organization, and nothing is stored.
 */
export const addEvents = namedStatement<unknown, AddEvents>(
  'security-events-add',
  `insert into security_events as e (tenant_id, id, kind, severity, at, last_at, count, user_id, address, subject, details, merge_key)
   select t.tenant_id, n.id, n.kind, n.severity, n.at, n.at, n.count, n.user_id, n.address, n.subject, n.details::jsonb, n.merge_key
   from unnest(:tenants::text[], :ids::text[], :kinds::text[], :severities::text[], :ats::timestamptz[], :counts::int[],
     :users::text[], :addresses::text[], :subjects::text[], :details::text[], :mergeKeys::bytea[])
     as n (tenant_id, id, kind, severity, at, count, user_id, address, subject, details, merge_key)
   join tenants t on t.tenant_id = coalesce(n.tenant_id,
     (select l.tenant_id from tenants l join organizations o on o.tenant_id = l.tenant_id where l.environment = 'live' and o.is_operator limit 1))
   on conflict (tenant_id, merge_key) do update set count = e.count + excluded.count, last_at = greatest(e.last_at, excluded.last_at)`,
);

export type EventRow = {
  id: Id<'securityEvent'>;
  kind: string;
  severity: 'critical' | 'high' | 'medium' | 'low';
  at: Date;
  last_at: Date;
  count: number;
  user_id: string | null;
  user_name: string | null;
  address: string | null;
  subject: string | null;
  details: Record<string, unknown>;
};
export type EventLook = {
  tenantId: string;
  kind: string | null;
  severities: readonly string[];
  user: string | null;
  address: string | null;
  from: Date | null;
  to: Date | null;
  before: string | null;
  limit: number;
};
/**
 * Selects events, newest first. A cursor that is not an event of the tenant returns nothing. `offset 0` keeps the
 * filters out of the inner query. With the filters in it, the planner expects a single row and sorts all rows to find
 * it.
 */
export const selectEvents = namedStatement<EventRow, EventLook>(
  'security-events-select',
  `select e.id, e.kind, e.severity, e.at, e.last_at, e.count, e.user_id, u.name as user_name, e.address, e.subject, e.details
   from (select * from security_events where tenant_id = :tenantId
       and (at, id) < (case when :before::text is null then ${boundOr(':to::timestamptz', `'infinity'`)}
         else (select b.at from security_events b where b.tenant_id = :tenantId and b.id = :before) end, ${boundOr(':before::text', `''`)})
     order by at desc, id desc offset 0) e
   left join users u on u.id = e.user_id
   where (:kind::text is null or e.kind = :kind or starts_with(e.kind, :kind || '.'))
     and e.severity = any(:severities::text[])
     and (:user::text is null or e.user_id = :user) and (:address::text is null or e.address = :address)
     and (:from::timestamptz is null or e.at >= :from) and (:to is null or e.at < :to)
   order by e.at desc, e.id desc limit :limit`,
);

export const sweepEvents = statement<{ count: number }, [now: Date]>(
  'sweep-security-events',
  `with old as (delete from security_events where at < $1::timestamptz - interval '400 days' returning 1) select count(*)::int as count from old`,
);

const COLUMNS = 'e.id, e.kind, e.severity, e.at, e.last_at, e.count, e.user_id, e.address, e.subject, e.details';

export const selectSubscribers = statement<{ tenant_id: string }>(
  'security-events-subscribers',
  `select distinct tenant_id from webhook_endpoints where active and deleted_at is null and 'security.events' = any(events)`,
);
export const clearUnsubscribed = statement<unknown, [subscribers: readonly string[]]>(
  'security-events-unheard',
  'update security_events set to_webhooks = false where to_webhooks and tenant_id <> all($1::text[])',
);
export const selectListening = statement<{ tenant_id: string; organization_id: Id<'organization'> }, []>(
  'security-events-listening',
  `select distinct e.tenant_id, t.organization_id from security_events e join tenants t on t.tenant_id = e.tenant_id where e.to_webhooks
   limit 100`,
);
/**
 * Selects events without people's names. Deliveries stay in the outbox, and when an account is deleted, only IDs can be
 * found there.
 */
export const lockForWebhooks = statement<EventRow, [tenant: string, limit: number]>(
  'security-events-lock-for-webhooks',
  `select ${COLUMNS}, null as user_name
   from security_events e where e.tenant_id = $1 and e.to_webhooks order by e.at, e.id limit $2 for update of e skip locked`,
);
export const toWebhooksDone = statement<unknown, [tenant: string, ids: readonly string[]]>(
  'security-events-webhooks-done',
  'update security_events set to_webhooks = false where tenant_id = $1 and id = any($2)',
);
/** Only events of the operator's organization go to its log server. All others are marked as done. */
export const markUnlogged = statement<unknown, []>(
  'security-events-unlogged',
  `update security_events e set to_syslog = false from tenants t join organizations o on o.tenant_id = t.tenant_id
   where e.to_syslog and t.tenant_id = e.tenant_id and not (o.is_operator and t.environment = 'live')`,
);
/** Claims events for the log server, in no particular order. Other processes skip them until `until`. */
export const claimForSyslog = statement<EventRow, [now: Date, until: Date, limit: number]>(
  'security-events-claim-for-syslog',
  `update security_events e set syslog_claimed_until = $2 where (e.tenant_id, e.id) in (
     select w.tenant_id, w.id from security_events w
     where w.to_syslog and (w.syslog_claimed_until is null or w.syslog_claimed_until <= $1)
     order by w.at, w.id limit $3 for update skip locked)
   returning ${COLUMNS}, null as user_name`,
);
export const freeForSyslog = statement<unknown, [ids: readonly string[]]>(
  'security-events-free-for-syslog',
  'update security_events set syslog_claimed_until = null where to_syslog and id = any($1)',
);
/** If `ids` is null, all events are marked. */
export const markLogged = statement<unknown, [ids: readonly string[] | null]>(
  'security-events-logged',
  'update security_events set to_syslog = false where to_syslog and ($1::text[] is null or id = any($1))',
);
