/** SQL for the transparency log. */
import { acrossTenants } from '../../platform/db/across-tenants.ts';
import { namedStatement, statement } from '../../platform/db/statement.ts';

const HASH_BYTES = 32;
/**
 * The number of the entry that follows the last sequenced entry of a stream. If the stream began before the log and its
 * first entries were erased, this is the number of the last erased entry: the log includes the hash of that entry,
 * because the next entry refers to it.
 */
const NEXT_N = (stream: string) => `coalesce((select r.first_n + octet_length(r.hashes) / ${HASH_BYTES} from log_runs r
   where r.tenant_id = $1 and r.stream = ${stream} order by r.first_n desc limit 1),
   (select s.starts_n - 1 from audit_streams s where s.tenant_id = $1 and s.stream = ${stream} and s.starts_n > 0), 0)`;

export const insertLog = statement<unknown, [tenant: string, frontier: Uint8Array]>(
  'log-insert',
  'insert into transparency_logs (tenant_id, frontier, size) values ($1, $2, 0) on conflict (tenant_id) do nothing',
);

export type LogRow = { frontier: Buffer; size: string; fence: string };
const lockText = (wait: '' | 'skip locked', mine: string) =>
  `select frontier, size, fence from transparency_logs where tenant_id = $1 and ${mine} for update ${wait}`;
/**
 * Locks the log only if the caller holds the lease, or if there is no lease. Returns no row while another process
 * writes.
 */
export const lockHeldLog = statement<LogRow, [tenant: string, holder: string]>(
  'log-lock-held',
  lockText('skip locked', '(holder = $2 or holder is null or lease_until < clock_timestamp())'),
);
/** Locks the log, even if another process holds its lease. Waits while that process writes. */
export const lockLog = statement<LogRow, [tenant: string]>('log-lock', lockText('', 'true'));

export type WaitingRow = { stream: string; n: number; hash: string };
/**
 * The oldest entries come first. An entry is visible only after its transaction has ended, and the next entry of the
 * stream waits for that. A later entry of a stream is therefore never visible before an earlier entry.
 */
export const selectWaiting = statement<WaitingRow, [tenant: string, limit: number]>(
  'log-waiting',
  `with streams as materialized (select distinct stream from log_queue where tenant_id = $1),
     next as materialized (select stream, ${NEXT_N('streams.stream')} as n from streams)
   select e.stream, e.n, e.hash from next, lateral ((select stream, n, hash, at from audit_entries e
       where e.tenant_id = $1 and e.stream = next.stream and e.n >= next.n order by e.n limit $2)
     union all select s.stream, s.starts_n - 1, s.starts_hash, coalesce(f.at, s.at) from audit_streams s
       left join audit_entries f on f.tenant_id = $1 and f.stream = s.stream and f.n = s.starts_n
       where s.tenant_id = $1 and s.stream = next.stream and s.starts_n = next.n + 1 and s.starts_hash is not null) e
   order by e.at, e.stream, e.n limit $2`,
);

export type Batch = {
  tenantId: string;
  fence: string;
  before: number;
  size: number;
  frontier: Uint8Array;
  holder: string;
  leaseSeconds: number;
  indexes: number[];
  streams: string[];
  numbers: number[];
  hashes: Uint8Array[];
  counts: number[];
  nodeLevels: number[];
  nodeIndexes: number[];
  nodeHashes: Uint8Array[];
  /** The root for a signed checkpoint of the new size. Set only if a checkpoint is needed now. */
  root: Uint8Array | null;
  note: string | null;
  now: Date;
};
const UNCHANGED =
  '(select tenant_id from transparency_logs where tenant_id = :tenantId and fence = :fence::bigint and size = :before::bigint) l';
/**
 * Appends a batch. Writes nothing if the size or the fence of the log has changed since the log was read. The row of
 * the log itself is changed last, because Citus runs the parts of the statement one after another.
 */
export const appendBatch = namedStatement<{ size: string }, Batch>(
  'log-append',
  `with runs as (select * from unnest(:indexes::bigint[], :streams::text[], :numbers::int[], :hashes::bytea[], :counts::int[])
     as r (first_index, stream, first_n, hashes, count)),
   written as (insert into log_runs (tenant_id, first_index, stream, first_n, hashes)
     select l.tenant_id, first_index, stream, first_n, hashes from ${UNCHANGED}, runs),
   taken as (delete from log_queue q using (select stream, max(first_n + count) as next from runs group by stream) r
     where q.tenant_id = :tenantId and q.stream = r.stream and q.n < r.next),
   nodes as (insert into log_nodes (tenant_id, level, index, hash)
     select l.tenant_id, n.level, n.index, n.hash from ${UNCHANGED},
       unnest(:nodeLevels::int[], :nodeIndexes::bigint[], :nodeHashes::bytea[]) as n (level, index, hash)),
   signed as (insert into log_checkpoints (tenant_id, size, root, note, created_at)
     select l.tenant_id, :size::bigint, :root::bytea, :note, :now::timestamptz from ${UNCHANGED} where :note::text is not null)
   update transparency_logs set size = :size, frontier = :frontier, holder = :holder,
       fence = fence + case when holder = :holder then 0 else 1 end,
       lease_until = statement_timestamp() + make_interval(secs => :leaseSeconds::double precision),
       checkpoint_size = case when :note::text is null then checkpoint_size else :size end
     where tenant_id = :tenantId and fence = :fence::bigint and size = :before::bigint returning size`,
);
/**
 * Removes queue rows of entries that are already in the log. A backfill queues such a row if the entry is sequenced
 * while the backfill reads the stream. The row would prevent the stream from being erased.
 */
export const dropSequenced = statement<unknown, [tenant: string]>(
  'log-queue-drop',
  `delete from log_queue where tenant_id = $1 and n < ${NEXT_N('log_queue.stream')}`,
);
export const selectQueuedTenants = acrossTenants<{ tenant_id: string }>(
  'log-queued-tenants',
  'select tenant_id from log_queue where {tenant_id} group by tenant_id order by tenant_id',
);

export const selectBackfills = acrossTenants<{ tenant_id: string; after_stream: string }>(
  'log-backfills',
  'select tenant_id, after_stream from log_backfills where {tenant_id} order by tenant_id limit 20',
);
/** Queues the head of each stream that is missing from the log. The sequencer also adds the entries before it. */
export const queueStreams = statement<
  { last: string | null; count: number },
  [tenant: string, after: string, limit: number]
>(
  'log-backfill-queue',
  `with streams as materialized (select stream, n from audit_streams where tenant_id = $1 and stream > $2 order by stream limit $3),
   queued as (insert into log_queue (tenant_id, stream, n) select a.tenant_id, a.stream, a.n from audit_streams a
     where a.tenant_id = $1 and a.stream in (select stream from streams) and a.n >= ${NEXT_N('a.stream')})
   select max(stream) as last, count(*)::int as count from streams`,
);
export const moveBackfill = statement<unknown, [tenant: string, after: string]>(
  'log-backfill-move',
  'update log_backfills set after_stream = $2 where tenant_id = $1',
);
/** Returns how many entries were erased before the log existed. */
export const endBackfill = statement<{ erased: number }, [tenant: string]>(
  'log-backfill-end',
  `with ended as (delete from log_backfills where tenant_id = $1)
   select coalesce(sum(starts_n), 0)::int as erased from audit_streams where tenant_id = $1 and starts_n > 0`,
);

export type RunRow = { first_index: string; first_n: number; hashes: Buffer };
/** Returns no row if the entry is not in the log. */
export const selectRunOf = statement<RunRow, [tenant: string, stream: string, n: number]>(
  'log-run-of-entry',
  `select first_index, first_n, hashes from log_runs where tenant_id = $1 and stream = $2 and first_n <= $3
   order by first_n desc limit 1`,
);
/**
 * The condition that selects the run with entry $2 and all later runs. The first run starts at 0, so a run is always
 * found and no coalesce is needed. The function coalesce is not leakproof and would prevent PostgreSQL from searching
 * the index.
 */
const FROM_RUN_OF_START = `first_index >= (select max(s.first_index) from log_runs s where s.tenant_id = $1 and s.first_index <= $2)`;
/** `start` is inclusive and `end` is exclusive. */
export const selectRuns = statement<RunRow, [tenant: string, start: number, end: number]>(
  'log-runs',
  `select first_index, first_n, hashes from log_runs where tenant_id = $1 and first_index < $3 and ${FROM_RUN_OF_START}
   order by first_index`,
);
export const selectNodes = statement<{ hash: Buffer }, [tenant: string, level: number, start: number, end: number]>(
  'log-nodes',
  'select hash from log_nodes where tenant_id = $1 and level = $2 and index >= $3 and index < $4 order by index',
);
export const selectEntryBytes = statement<{ bytes: Buffer }, [tenant: string, stream: string, n: number]>(
  'log-entry-bytes',
  'select bytes from audit_entries where tenant_id = $1 and stream = $2 and n = $3',
);

/** The number of bytes that the export writes for an entry whose retention period has ended. */
const REMOVED_BYTES = 75;
/** Selects the entries from `start` (inclusive) to `end` (exclusive) with their leaf hashes. */
const LEAVES_OF_ENTRIES = `(select r.first_index + offset_in_run as index, r.stream, r.first_n + offset_in_run as n,
     encode(substring(r.hashes from offset_in_run * ${HASH_BYTES} + 1 for ${HASH_BYTES}), 'hex') as hash
   from log_runs r cross join lateral generate_series(0, octet_length(r.hashes) / ${HASH_BYTES} - 1) offset_in_run
   where r.tenant_id = $1 and r.first_index < $3 and r.${FROM_RUN_OF_START}) l
   left join audit_entries e on e.tenant_id = $1 and e.stream = l.stream and e.n = l.n`;
const LEAVES = `${LEAVES_OF_ENTRIES} where l.index >= $2 and l.index < $3`;
/** `bytes` is null once the entry's retention period has ended. */
export const selectLeaves = statement<
  { hash: string; bytes: Buffer | null },
  [tenant: string, start: number, end: number]
>('log-leaves', `select l.hash, e.bytes from ${LEAVES} order by l.index`);
/** The size of `entries.jsonl` in bytes, including its line feeds. */
export const measureLeaves = statement<{ bytes: string }, [tenant: string, start: number, end: number]>(
  'log-leaves-measure',
  `select coalesce(sum(coalesce(octet_length(e.bytes), ${REMOVED_BYTES}) + 1), 0) as bytes from ${LEAVES}`,
);

export type PersonalLeafRow = {
  id: string;
  bytes: Buffer;
  person_id: string | null;
  sealed: Buffer | null;
  key_sealed: Buffer | null;
};
/** If the row or the key is missing, the fields were erased. `start` is inclusive and `end` is exclusive. */
export const selectPersonalLeaves = statement<PersonalLeafRow, [tenant: string, start: number, end: number]>(
  'log-leaves-personal',
  `select e.id, e.bytes, p.person_id, p.sealed, k.key_sealed from ${LEAVES_OF_ENTRIES}
     left join audit_personal p on p.tenant_id = $1 and p.entry_id = e.id
     left join person_keys k on k.tenant_id = p.tenant_id and k.person_id = p.person_id
   where l.index >= $2 and l.index < $3 and e.id is not null order by l.index`,
);
/**
 * A JSON string contains no unescaped quotation mark, so this text matches only a property of the entry, never a part
 * of a value.
 */
const HAS_TYPE = (type: string) => `position(convert_to('"type":"${type}"', 'UTF8') in bytes) > 0`;
export const selectDocumentErasures = statement<
  { stream: string; id: string },
  [tenant: string, streams: readonly string[]]
>(
  'log-document-erasures',
  `select distinct on (stream) stream, id from audit_entries
   where tenant_id = $1 and stream = any($2) and ${HAS_TYPE('document.erased')} order by stream, n desc`,
);
export const selectAccountErasures = statement<{ bytes: Buffer }, [tenant: string]>(
  'log-account-erasures',
  `select bytes from audit_entries where tenant_id = $1 and stream = $1
     and (${HAS_TYPE('user.account-closed')} or ${HAS_TYPE('user.personal-data-erased')}) order by n`,
);

/** The condition that no checkpoint covers entry `e`. */
const IS_LATE = `not exists (select from log_runs r join transparency_logs l on l.tenant_id = r.tenant_id
     where r.tenant_id = e.tenant_id and r.stream = e.stream and r.first_n <= e.n
       and e.n < r.first_n + octet_length(r.hashes) / ${HASH_BYTES} and r.first_index + e.n - r.first_n < l.checkpoint_size)`;
export type LateRow = { tenant_id: string; stream: string; n: number; id: string; at: Date };
/** Selects entries from `after` to `until`, the oldest first. */
export const selectLate = statement<LateRow, [after: Date, until: Date, limit: number]>(
  'log-late-entries',
  `select e.tenant_id, e.stream, e.n, e.id, e.at from tenants t cross join lateral (select tenant_id, stream, n, id, at
     from audit_entries where tenant_id = t.tenant_id and at > $1 and at <= $2) e where ${IS_LATE} order by e.at limit $3`,
);
export const selectStillLate = statement<{ id: string }, [tenants: string[], streams: string[], numbers: number[]]>(
  'log-late-entries-still',
  `select e.id from unnest($1::text[], $2::text[], $3::int[]) as late (tenant_id, stream, n)
     join audit_entries e on e.tenant_id = late.tenant_id and e.stream = late.stream and e.n = late.n where ${IS_LATE}`,
);
export type ReportedLateRow = Omit<LateRow, 'id' | 'at'> & { entry_id: string; since: Date };
export const selectReportedLate = statement<ReportedLateRow, [limit: number]>(
  'log-late-reported',
  'select tenant_id, stream, n, entry_id, since from log_late_entries order by since limit $1',
);
/** Returns a row only if no process has reported the entry before. */
export const reportLate = statement<
  { entry_id: string },
  [tenant: string, stream: string, n: number, entryId: string, since: Date]
>(
  'log-late-report',
  `insert into log_late_entries (tenant_id, stream, n, entry_id, since) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, stream, n) do nothing returning entry_id`,
);
export const forgetLate = statement<unknown, [entryIds: string[]]>(
  'log-late-forget',
  'delete from log_late_entries where entry_id = any ($1)',
);
export const selectIsQueued = statement<{ is_queued: boolean }, [tenant: string, stream: string]>(
  'log-queue-has',
  'select exists (select 1 from log_queue where tenant_id = $1 and stream = $2) as is_queued',
);
export const queueAgain = statement<unknown, [tenant: string, stream: string, n: number]>(
  'log-queue-again',
  'insert into log_queue (tenant_id, stream, n) values ($1, $2, $3)',
);
