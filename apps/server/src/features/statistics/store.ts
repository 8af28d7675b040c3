/** SQL for counting. */
import { namedStatement, onShardOf, statement } from '../../platform/db/statement.ts';
import { UNANNOUNCED } from '../../platform/audit/unannounced.ts';
import { COUNTS, type Current, type Fact } from './facts.ts';

const list = (kinds: readonly string[]): string => `'{${kinds.join(',')}}'::text[]`;

/** Events after which a document's counts may change. */
export const CHANGES = list([
  'document.created',
  'document.sent',
  'document.signed',
  'document.completed',
  'document.voided',
  'document.expired',
  'recipient.declined',
  ...UNANNOUNCED,
]);
const ENDS = list(['document.voided', 'document.expired', 'recipient.declined']);
/**
 * The oldest transaction that may still be running. All earlier transactions have ended, so nothing can be inserted
 * before it.
 */
const FINAL = 'pg_snapshot_xmin(pg_current_snapshot())';
/**
 * True if the position comes from another server. In a database restored into another server, the transaction counter
 * starts over.
 */
const IS_OF_ANOTHER = 'p.xid > pg_snapshot_xmax(pg_current_snapshot())';

/**
 * Selects tenants with pending changes, and tenants that have never been counted. Each tenant takes one index look-up.
 */
export const selectTenantsWithNews = statement<{ tenant_id: string }, [measuredBefore: Date]>(
  'statistics-news',
  `select t.tenant_id from tenants t left join statistics_positions p on p.tenant_id = t.tenant_id
   where p.tenant_id is null or p.counted_through is not null or p.stored_at <= $1 or ${IS_OF_ANOTHER}
     or (select true from outbox o where o.tenant_id = p.tenant_id and o.xid >= p.xid and o.xid < ${FINAL}
       and (o.xid > p.xid or o.id > p.event_id) order by o.tenant_id, o.xid limit 1)`,
);

export const countDocuments = statement<{ count: number }, [tenant: string]>(
  'statistics-documents-count',
  'select count(*)::int as count from documents where tenant_id = $1',
);
/**
 * Stores the position in the outbox at which counting begins. Changes of transactions that ended before it are in the
 * tables, and all other changes are in the outbox. The tables are read later, so a change can be in both. It is then
 * seen twice but counted once.
 */
export const beginCounting = statement<unknown, [tenant: string, documents: number]>(
  'statistics-begin',
  `insert into statistics_positions (tenant_id, xid, event_id, counted_through, documents_total)
   values ($1, ${FINAL}, '', '', $2) on conflict (tenant_id) do nothing`,
);
export type Position = { xid: string; event_id: string; generation: number; counted_through: string | null };
/** Returns no row if another process is counting. */
export const lockPosition = statement<Position & { is_of_another: boolean }, [tenant: string]>(
  'statistics-position-lock',
  `select xid::text as xid, event_id, generation, counted_through, ${IS_OF_ANOTHER} as is_of_another
   from statistics_positions p where tenant_id = $1 for update skip locked`,
);
export const awaitPosition = statement<{ is_there: boolean }, [tenant: string]>(
  'statistics-position-await',
  'select true as is_there from statistics_positions where tenant_id = $1 for update',
);
/** Starts counting again from the first event. Reading an event twice does not change any figure. */
export const restartPosition = statement<unknown, [tenant: string]>(
  'statistics-position-restart',
  `update statistics_positions set xid = ${FINAL}, event_id = '', counted_through = '', documents_counted = 0,
     documents_total = (select count(*) from statistics_documents where tenant_id = $1) where tenant_id = $1`,
);
export const forgetCounts = [
  statement<unknown, [tenant: string]>(
    'statistics-periods-forget',
    'delete from statistics_periods where tenant_id = $1',
  ),
  statement<unknown, [tenant: string]>(
    'statistics-states-forget',
    'delete from statistics_states where tenant_id = $1',
  ),
  statement<unknown, [tenant: string]>(
    'statistics-generation-next',
    'update statistics_positions set generation = generation + 1 where tenant_id = $1',
  ),
] as const;

export type NewsRow = { xid: string; id: string; document_id: string | null };
/** Selects new events. `document_id` is null if the event does not affect the statistics. */
export const selectNews = statement<NewsRow, [tenant: string, xid: string, event: string, limit: number]>(
  'statistics-events',
  `select o.xid::text as xid, o.id, case when o.kind = any(${CHANGES}) then o.document_id end as document_id
   from outbox o where o.tenant_id = $1 and o.xid >= $2::xid8 and o.xid < ${FINAL} and (o.xid > $2::xid8 or o.id > $3)
   order by o.xid, o.id limit $4`,
);
/** Selects documents, including erased documents, of which only the counts are left. */
export const selectNextDocuments = statement<{ id: string }, [tenant: string, after: string, limit: number]>(
  'statistics-documents-next',
  `(select id from documents where tenant_id = $1 and id > $2 order by id limit $3)
   union (select document_id from statistics_documents where tenant_id = $1 and document_id > $2 order by document_id limit $3)
   order by 1 limit $3`,
);

/**
 * A document's current values, and the values with which it was last counted. The current values are null if the
 * document no longer exists. The columns that start with `counted_` are null if it has never been counted.
 */
export type DocumentSnapshot = {
  id: string;
  owner_id: string | null;
  counted_owner_id: string | null;
  counted_template_id: Fact['template_id'];
  counted_state: Fact['state'];
  counted_outcome: Fact['outcome'];
  counted_created_at: Date;
  counted_sent_at: Date | null;
  counted_ended_at: Date | null;
  generation: number | null;
} & Omit<Current, 'owner_id' | 'stopped_at'>;
export const selectSnapshots = statement<DocumentSnapshot, [tenant: string, ids: readonly string[]]>(
  'statistics-looks',
  `select i.id, d.owner_id, d.template_id, d.status, d.archived_from, d.deleted_at, d.created_at, d.sent_at, d.completed_at,
     f.owner_id as counted_owner_id, f.template_id as counted_template_id, f.state as counted_state, f.outcome as counted_outcome,
     f.created_at as counted_created_at, f.sent_at as counted_sent_at, f.ended_at as counted_ended_at, f.generation
   from unnest($2::text[]) i (id) left join documents d on d.tenant_id = $1 and d.id = i.id
   left join statistics_documents f on f.tenant_id = $1 and f.document_id = i.id`,
);
/** Selects only documents that ended without being completed. */
export const selectStops = statement<{ document_id: string; at: Date }, [tenant: string, ids: readonly string[]]>(
  'statistics-stops',
  `select document_id, max(created_at) as at from outbox
   where tenant_id = $1 and document_id = any($2) and kind = any(${ENDS}) group by document_id`,
);

/** Each parameter is an array with one value per document. */
export const writeFacts = namedStatement<
  unknown,
  {
    tenantId: string;
    generation: number;
    ids: readonly string[];
    owners: readonly string[];
    templates: readonly (string | null)[];
    states: readonly string[];
    outcomes: readonly string[];
    created: readonly Date[];
    sent: readonly (Date | null)[];
    ended: readonly (Date | null)[];
  }
>(
  'statistics-documents-write',
  `insert into statistics_documents (tenant_id, document_id, owner_id, template_id, state, outcome, created_at, sent_at, ended_at, generation)
   select s.tenant_id, u.*, :generation::int from ${onShardOf(':tenantId')}, unnest(:ids::text[], :owners::text[], :templates::text[], :states::text[], :outcomes::text[],
     :created::timestamptz[], :sent::timestamptz[], :ended::timestamptz[]) u
   on conflict (tenant_id, document_id) do update set template_id = excluded.template_id, state = excluded.state, outcome = excluded.outcome,
     created_at = excluded.created_at, sent_at = excluded.sent_at, ended_at = excluded.ended_at, generation = excluded.generation`,
);

type PeriodKeys = {
  tenantId: string;
  scopes: readonly number[];
  scopeIds: readonly string[];
  grains: readonly number[];
  ats: readonly Date[];
};
/** Selects the durations of the given periods, in the order of the keys. Periods without durations have no row. */
export const selectDurations = namedStatement<
  { scope: number; scope_id: string; grain: number; at: Date; durations: Buffer },
  PeriodKeys
>(
  'statistics-durations',
  `select p.scope, p.scope_id, p.grain, p.at, p.durations
   from ${onShardOf(':tenantId')}, unnest(:scopes::smallint[], :scopeIds::text[], :grains::smallint[], :ats::timestamptz[]) u (scope, scope_id, grain, at)
   join statistics_periods p on p.tenant_id = :tenantId and p.scope = u.scope and p.scope_id = u.scope_id
     and p.grain = u.grain and p.at = u.at`,
);
/** Adds the counts to the stored counts. `durations` replaces the stored value unless it is null. */
export const writePeriods = namedStatement<
  unknown,
  PeriodKeys & Record<(typeof COUNTS)[number], readonly number[]> & { durations: readonly (Buffer | null)[] }
>(
  'statistics-periods-write',
  `insert into statistics_periods (tenant_id, scope, scope_id, grain, at, ${COUNTS.join(', ')}, durations)
   select s.tenant_id, u.scope, u.scope_id, u.grain, u.at, ${COUNTS.map((count) => `u.${count}`).join(', ')}, coalesce(u.durations, '')
   from ${onShardOf(':tenantId')}, unnest(:scopes::smallint[], :scopeIds::text[], :grains::smallint[], :ats::timestamptz[], ${COUNTS.map((count) => `:${count}::int[]`).join(', ')},
     :durations::bytea[]) u (scope, scope_id, grain, at, ${COUNTS.join(', ')}, durations)
   on conflict (tenant_id, scope, scope_id, grain, at) do update set
     ${COUNTS.map((count) => `${count} = statistics_periods.${count} + excluded.${count}`).join(', ')},
     durations = case when excluded.durations = '' and excluded.completed = 0 then statistics_periods.durations else excluded.durations end`,
);
export const writeStates = namedStatement<
  unknown,
  {
    tenantId: string;
    scopes: readonly number[];
    scopeIds: readonly string[];
    states: readonly string[];
    documents: readonly number[];
  }
>(
  'statistics-states-write',
  `insert into statistics_states (tenant_id, scope, scope_id, state, documents)
   select s.tenant_id, u.* from ${onShardOf(':tenantId')}, unnest(:scopes::smallint[], :scopeIds::text[], :states::text[], :documents::int[]) u
   on conflict (tenant_id, scope, scope_id, state) do update set documents = statistics_states.documents + excluded.documents`,
);
export const movePosition = namedStatement<
  unknown,
  { tenantId: string; xid: string; eventId: string; countedThrough: string | null; counted: number }
>(
  'statistics-position-move',
  `update statistics_positions set xid = :xid::xid8, event_id = :eventId, counted_through = :countedThrough,
     documents_counted = documents_counted + :counted where tenant_id = :tenantId`,
);
/**
 * Checks whether the files should be measured again. The longer a measurement takes, the less often it is repeated, so
 * that measuring takes at most one percent of the time.
 */
export const selectStorageDue = statement<{ began: Date }, [tenant: string, now: Date]>(
  'statistics-storage-due',
  `select clock_timestamp() as began from statistics_positions
   where tenant_id = $1 and (stored_at is null or stored_at + 100 * stored_in <= $2)`,
);
/** Counts all files of the tenant. This is slow, because it reads the row of every file. */
export const measureStorage = statement<{ files: number; bytes: number }, [tenant: string]>(
  'statistics-storage-measure',
  'select count(*)::int as files, coalesce(sum(size_bytes), 0)::bigint as bytes from blobs where tenant_id = $1',
);
export const keepStorage = statement<unknown, [tenant: string, now: Date, files: number, bytes: number, began: Date]>(
  'statistics-storage-keep',
  `update statistics_positions set stored_files = $3, stored_bytes = $4, stored_at = $2, stored_in = clock_timestamp() - $5
   where tenant_id = $1`,
);
