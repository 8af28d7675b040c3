/** Fills statistics as if there had been many documents, without creating the documents. */

type Query = (text: string, values: unknown[]) => Promise<unknown>;
type Filled = {
  tenantId: string;
  /** The number of documents. They are created `everySeconds` apart, up to `until`. */
  documents: number;
  everySeconds: number;
  until: Date;
  owners: readonly string[];
  templates: readonly string[];
};

/** Seven of ten documents are completed after minutes to weeks, one is declined, one is voided, and one is pending. */
const HAPPENED = `select i, owner, template, created_at as at, 'created' as what, 0 as class from d
  union all select i, owner, template, created_at, 'sent', 0 from d
  union all select i, owner, template, created_at, 'sent_completed', 0 from d where i % 10 < 7
  union all select i, owner, template, created_at + took * interval '1 second', 'completed', ceil(ln(took * 1000) / ln(1.015 / 0.985))::int from d where i % 10 < 7
  union all select i, owner, template, created_at + interval '1 hour', case i % 10 when 7 then 'declined' else 'voided' end, 0 from d where i % 10 in (7, 8)`;
const STARTS = `values (0, quarter), (1, date_trunc('hour', quarter, 'UTC')), (2, date_trunc('day', quarter, 'UTC')),
  (3, date_trunc('month', quarter, 'UTC'))`;
const number = (what: string) => `coalesce(sum(n) filter (where what = '${what}'), 0)`;

/** Fills a tenant's statistics, and marks the tenant as counted. */
export async function fillStatistics(query: Query, filled: Filled): Promise<void> {
  const { tenantId, documents, everySeconds, until, owners, templates } = filled;
  await query(`set work_mem = '1GB'`, []);
  await query(
    `insert into statistics_periods (tenant_id, scope, scope_id, grain, at, created, sent, sent_completed, completed, declined, voided, expired, durations)
     with d as (select i, $5::timestamptz - (i * $3::int) * interval '1 second' as created_at, $4::text[] as owners,
         ($4::text[])[1 + i % cardinality($4::text[])] as owner, ($6::text[])[1 + i % cardinality($6::text[])] as template,
         exp(6 + (i::bigint * 7919 % 1000) / 1000.0 * 8)::int as took from generate_series(1, $2::int) i),
       happened as (${HAPPENED}),
       quarters as materialized (select owner, template, date_bin('15 minutes', at, '2000-01-01T00:00Z') as quarter, what, class, count(*) as n
         from happened group by 1, 2, 3, 4, 5),
       counted as (select s.scope, s.scope_id, g.grain, g.start, what, class, sum(n) as n from quarters,
         lateral (values (0, ''), (1, owner), (2, template)) s (scope, scope_id), lateral (${STARTS}) g (grain, start)
         where s.scope_id is not null group by 1, 2, 3, 4, 5, 6)
     select $1, scope, scope_id, grain, start, ${['created', 'sent', 'sent_completed', 'completed', 'declined', 'voided', 'expired'].map(number).join(', ')},
       coalesce(string_agg(int2send(class::int2) || int4send(n::int4), '' order by class) filter (where what = 'completed'), '')
     from counted group by 1, 2, 3, 4, 5`,
    [tenantId, documents, everySeconds, owners, until, templates],
  );
  await query(
    `insert into statistics_states (tenant_id, scope, scope_id, state, documents)
     select $1, scope, scope_id, state, greatest(1, $2::int * share / 10) from (values (0, ''), (1, $3)) s (scope, scope_id),
       (values ('completed', 6), ('archived', 1), ('declined', 1), ('voided', 1), ('in-progress', 1)) v (state, share)`,
    [tenantId, documents, owners[0]],
  );
}
