/** SQL that reads statistics. */
import type { Environment, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import { COUNTS } from './facts.ts';
import { CHANGES } from './store.ts';

/**
 * Selects the time up to which a tenant has been counted, and the time since which changes have been waiting. All
 * changes before the first time are included. Read these times before the figures, so that the figures are at least as
 * current.
 */
export const selectStanding = statement<
  {
    is_complete: boolean;
    documents_counted: number;
    documents_total: number;
    waiting_since: Date | null;
    stored_files: number;
    stored_bytes: number;
    stored_at: Date | null;
  },
  [tenant: string]
>(
  'statistics-standing',
  `select p.counted_through is null as is_complete, p.documents_counted, p.documents_total, p.stored_files, p.stored_bytes, p.stored_at,
     (select min(n.created_at) from (select o.created_at from outbox o where o.tenant_id = $1 and o.xid >= p.xid
       and o.xid < pg_snapshot_xmax(pg_current_snapshot()) and (o.xid > p.xid or o.id > p.event_id) and o.kind = any(${CHANGES})
       order by o.xid limit 1000) n) as waiting_since
   from statistics_positions p where p.tenant_id = $1`,
);

export const selectStates = statement<
  { state: string; documents: number },
  [tenant: string, scope: number, scopeId: string]
>(
  'statistics-states',
  'select state, documents from statistics_states where tenant_id = $1 and scope = $2 and scope_id = $3',
);

/** `durations` contains the durations to add, and `taken` those to subtract. Either is null if there are none. */
export type Sums = Record<(typeof COUNTS)[number], number> & { durations: Buffer | null; taken: Buffer | null };
const SUMS = `${COUNTS.map((count) => `sum(g.sign * p.${count})::int as ${count}`).join(', ')},
  string_agg(p.durations, '') filter (where g.sign > 0) as durations, string_agg(p.durations, '') filter (where g.sign < 0) as taken`;
const SEGMENTS = `unnest(:buckets::int[], :grains::smallint[], :froms::timestamptz[], :tos::timestamptz[], :signs::int[])
  g (bucket, grain, "from", "to", sign)`;
const IN_SEGMENT = 'p.grain = g.grain and p.at >= g."from" and p.at < g."to"';
export type Segments = {
  buckets: readonly number[];
  grains: readonly number[];
  froms: readonly Date[];
  tos: readonly Date[];
  signs: readonly number[];
};
/** Selects one row per bucket. Buckets in which nothing happened have no row. */
export const selectSeries = namedStatement<
  Sums & { bucket: number },
  Segments & { tenantId: string; scope: number; scopeId: string }
>(
  'statistics-series',
  `select g.bucket, ${SUMS} from ${SEGMENTS}
   join statistics_periods p on p.tenant_id = :tenantId and p.scope = :scope::smallint and p.scope_id = :scopeId and ${IN_SEGMENT}
   group by g.bucket order by g.bucket`,
);
type Leader<I> = Sums & { id: I; name: string | null };
type LeadersOf = Segments & { tenantId: string; limit: number };
const topSegments = (scope: number) => `select p.scope_id as id, ${SUMS} from ${SEGMENTS}
   join statistics_periods p on p.tenant_id = :tenantId and p.scope = ${scope} and ${IN_SEGMENT}
   group by p.scope_id having sum(g.sign * (${COUNTS.map((count) => `p.${count}`).join(' + ')})) > 0
   order by sum(g.sign * p.sent) desc, sum(g.sign * p.created) desc, p.scope_id limit :limit`;
/** Row-level security hides the names of people who are not members. */
export const selectMembers = namedStatement<Leader<`usr_${string}`>, LeadersOf>(
  'statistics-members',
  `select l.*, u.name from (${topSegments(1)}) l left join users u on u.id = l.id order by l.sent desc, l.created desc, l.id`,
);
export const selectTemplates = namedStatement<Leader<`tpl_${string}`>, LeadersOf>(
  'statistics-templates',
  `select l.*, t.name from (${topSegments(2)}) l left join templates t on t.tenant_id = :tenantId and t.id = l.id and t.deleted_at is null
   order by l.sent desc, l.created desc, l.id`,
);

type Buckets = [tenant: string, froms: readonly Date[], tos: readonly Date[]];
const BUCKETS = 'unnest($2::timestamptz[], $3::timestamptz[]) with ordinality b ("from", "to", n)';
/** An hour belongs to the bucket in which it begins. */
export const selectApi = statement<{ bucket: number; requests: number; refused: number }, Buckets>(
  'statistics-api',
  `select (b.n - 1)::int as bucket, sum(a.requests)::float8 as requests, sum(a.refused)::float8 as refused
   from ${BUCKETS} join statistics_api a on a.tenant_id = $1 and a.hour >= b."from" and a.hour < b."to" group by b.n`,
);
export const selectWebhooks = statement<{ bucket: number; delivered: number; failed: number; dead: number }, Buckets>(
  'statistics-webhooks',
  `select (b.n - 1)::int as bucket, sum(w.delivered)::int as delivered, sum(w.failed)::int as failed, sum(w.dead)::int as dead
   from ${BUCKETS} join statistics_webhooks w on w.tenant_id = $1 and w.hour >= b."from" and w.hour < b."to" group by b.n`,
);
export const selectRoom = statement<
  { members: number; invited: number; quota_bytes: number | null },
  [tenant: string, now: Date]
>(
  'statistics-room',
  `select (select count(*)::int from memberships where tenant_id = $1) as members,
     (select count(*)::int from invitations where tenant_id = $1 and accepted_at is null and revoked_at is null and expires_at > $2) as invited,
     (select s.quota_bytes from organization_storage s join tenants t on t.organization_id = s.organization_id where t.tenant_id = $1) as quota_bytes`,
);
/** The person's time zone applies only if the organization has none. */
export const selectTimeZone = statement<{ time_zone: string | null }, [tenant: string, user: string]>(
  'statistics-time-zone',
  `select coalesce(o.settings->>'time_zone', (select u.time_zone from users u where u.id = $2)) as time_zone from organizations o where o.tenant_id = $1`,
);
/** `all` selects the tenants of every organization. Runs in the role `auth`. */
export const selectCountable = statement<
  { tenant_id: Id<'tenant'>; organization_id: Id<'organization'>; environment: Environment },
  [organization: string]
>(
  'statistics-countable',
  `select tenant_id, organization_id, environment from tenants where $1 = 'all' or organization_id = $1 order by tenant_id`,
);
