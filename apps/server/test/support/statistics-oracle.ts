/** Counts statistics with SQL from the tables, for comparison with those computed from the outbox. */
import { expect } from 'vitest';
import { until } from './until.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

/** The documents that are counted. Erased documents exist only in the recorded counts. */
const DOCUMENTS = `
  select d.tenant_id, c.owner_id, d.template_id, d.status, case when d.deleted_at is null then d.status else 'deleted' end as state,
    case when d.status = 'archived' then d.archived_from else d.status end as outcome, d.created_at, d.sent_at, d.completed_at,
    (select max(o.created_at) from outbox o where o.tenant_id = d.tenant_id and o.document_id = d.id
      and o.kind in ('document.voided', 'document.expired', 'recipient.declined')) as stopped_at
  from documents d join statistics_documents c on c.tenant_id = d.tenant_id and c.document_id = d.id
  union all
  select c.tenant_id, c.owner_id, c.template_id, null, null, c.outcome, c.created_at, c.sent_at,
    case when c.outcome = 'completed' then c.ended_at end, case when c.outcome in ('declined', 'voided', 'expired') then c.ended_at end
  from statistics_documents c where not exists (select from documents d where d.tenant_id = c.tenant_id and d.id = c.document_id)`;
const SCOPED = `select d.*, s.scope, s.scope_id from (${DOCUMENTS}) d, lateral
  (values (0, ''), (1, d.owner_id), (2, d.template_id)) s (scope, scope_id) where s.scope_id is not null`;
const HAPPENED = [
  ['created', 'created_at', 'true'],
  ['sent', 'sent_at', 'sent_at is not null'],
  ['sent_completed', 'sent_at', `sent_at is not null and outcome = 'completed'`],
  ['completed', 'completed_at', `outcome = 'completed'`],
  ...['declined', 'voided', 'expired'].map((outcome) => [outcome, 'stopped_at', `outcome = '${outcome}'`]),
];
const GRAINS = [
  `date_bin('15 minutes', at, '2000-01-01T00:00Z')`,
  `date_trunc('hour', at, 'UTC')`,
  `date_trunc('day', at, 'UTC')`,
  `date_trunc('month', at, 'UTC')`,
];
const PERIODS = GRAINS.map(
  (start, grain) => `
  select tenant_id, scope, scope_id, ${grain} as grain, ${start} as at, what, count(*)::int as n from (
    ${HAPPENED.map(([what, at, where]) => `select tenant_id, scope, scope_id, ${at} as at, '${what}' as what from (${SCOPED}) s where ${where}`).join(' union all ')}
  ) happened group by 1, 2, 3, 4, 5, 6`,
).join(' union all ');
const COUNTED_PERIODS = `select p.tenant_id, p.scope, p.scope_id, p.grain, p.at, c.what, c.n from statistics_periods p, lateral (values
  ${HAPPENED.map(([what]) => `('${what}', p.${what})`).join(', ')}) c (what, n) where c.n <> 0`;
const STATES = `select tenant_id, scope, scope_id, state, count(*)::int as documents from (${SCOPED}) s where state is not null group by 1, 2, 3, 4`;
const COUNTED_STATES =
  'select tenant_id, scope, scope_id, state, documents from statistics_states where documents <> 0';

const difference = (one: string, other: string) =>
  `(select 'too few' as is, * from ((${one}) except all (${other})) few) union all (select 'too many', * from ((${other}) except all (${one})) many) limit 20`;

const UNCOUNTED = `select o.id from outbox o left join statistics_positions p on p.tenant_id = o.tenant_id
  where p.tenant_id is null or p.counted_through is not null or p.xid > pg_snapshot_xmax(pg_current_snapshot())
    or (o.xid >= p.xid and (o.xid > p.xid or o.id > p.event_id)) limit 1`;

/**
 * Repeats the counting until all committed events are counted, because an event waits for every older transaction of
 * the database server, including those of other tests.
 */
export const countedAll = (query: Query, count: () => Promise<unknown>): Promise<true> =>
  until(
    'all events to be counted',
    async () => {
      await count();
      return (await query(UNCOUNTED)).length === 0;
    },
    30_000,
  );

/** Fails if the statistics differ from the tables, or if a document was not counted. */
export async function expectFiguresOfTables(query: Query): Promise<void> {
  const uncounted = `select d.id from documents d where not exists (select from statistics_documents c
    where c.tenant_id = d.tenant_id and c.document_id = d.id)`;
  expect(await query(uncounted), 'documents that were not counted').toEqual([]);
  expect(await query(difference(STATES, COUNTED_STATES)), 'differences in the number of documents per status').toEqual(
    [],
  );
  expect(await query(difference(PERIODS, COUNTED_PERIODS)), 'differences in the events per period').toEqual([]);
}

/** Returns all stored statistics. */
export const figuresIn = async (query: Query): Promise<unknown> => [
  await query(`${COUNTED_STATES} order by 1, 2, 3, 4`),
  await query(`${COUNTED_PERIODS} order by 1, 2, 3, 4, 5, 6`),
  await query(
    'select tenant_id, scope, scope_id, grain, at, durations from statistics_periods where completed > 0 order by 1, 2, 3, 4, 5',
  ),
];
