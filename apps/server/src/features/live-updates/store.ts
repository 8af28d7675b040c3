/**
 * SQL for live updates. Events are ordered by transaction (`xid`), up to the oldest transaction that is still running,
 * so no event can appear before an event that was already read. Within a transaction, a document's events are ordered
 * by sequence.
 */
import type { EventKind, Id } from '@countersign/contract';
import { UNANNOUNCED } from '../../platform/audit/unannounced.ts';
import { BEHIND_ALL_IDS, boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

/** The position of a stream. All events up to and including this position were sent or are not relevant. */
export type Position = { xid: string; sequence: number; id: string };
export type EventRow = {
  xid: string;
  id: Id<'event'>;
  kind: EventKind;
  document_id: Id<'document'> | null;
  sequence: number | null;
  data: Record<string, unknown>;
  created_at: Date;
};

const ORDER = 'o.xid, coalesce(o.sequence, 0), o.id';
/** The SQL condition for an event that is final and public. */
const FINAL = `o.xid < pg_snapshot_xmin(pg_current_snapshot()) and o.kind <> all('{${UNANNOUNCED.join(',')}}')`;

/** Selects the newest final event. Events that were written before events were ordered have the position 0. */
export const selectNewest = statement<Position, [tenant: string]>(
  'live-newest',
  `select o.xid::text as xid, coalesce(o.sequence, 0) as sequence, o.id from outbox o
   where o.tenant_id = $1 and o.xid > '0' and ${FINAL}
   order by o.xid desc, coalesce(o.sequence, 0) desc, o.id desc limit 1`,
);
/** Selects an event from which a stream can resume. It must be final and recent enough. */
export const selectPosition = statement<Position, [tenant: string, event: string, since: Date]>(
  'live-position',
  `select o.xid::text as xid, coalesce(o.sequence, 0) as sequence, o.id from outbox o
   where o.tenant_id = $1 and o.id = $2 and o.created_at >= $3 and o.xid > '0' and ${FINAL}`,
);
/** Selects the owner of each document, because members see only the events of their own documents. */
const selectOwners = statement<
  { id: Id<'document'>; owner_id: Id<'user'> },
  [tenant: string, documents: readonly string[]]
>('live-owners', 'select id, owner_id from documents where tenant_id = $1 and id = any($2)');
/**
 * Selects later events. `since` excludes events from before a restore, because their transaction IDs come from another
 * database.
 */
export const selectAfter = namedStatement<
  EventRow,
  { tenantId: string; xid: string; sequence: number; id: string; since: Date; documentId: string | null; limit: number }
>(
  'live-after',
  `select o.xid::text as xid, o.id, o.kind, o.document_id, o.sequence, o.data, o.created_at
   from outbox o
   where o.tenant_id = :tenantId and o.xid >= :xid::xid8 and (${ORDER}) > (:xid::xid8, :sequence::int, :id::text) and ${FINAL}
     and o.created_at >= :since and (:documentId::text is null or o.document_id = :documentId)
   order by ${ORDER} limit :limit`,
);
/** Selects past events, newest first. IDs are ordered by time. */
export const selectPast = namedStatement<
  EventRow,
  {
    tenantId: string;
    since: Date;
    before: string | null;
    kind: string | null;
    documentId: string | null;
    limit: number;
  }
>(
  'events-past',
  `select o.xid::text as xid, o.id, o.kind, o.document_id, o.sequence, o.data, o.created_at
   from outbox o
   where o.tenant_id = :tenantId and o.id < ${boundOr(':before::text', BEHIND_ALL_IDS)} and o.created_at >= :since
     and o.kind <> all('{${UNANNOUNCED.join(',')}}') and (:kind::text is null or o.kind = :kind)
     and (:documentId::text is null or o.document_id = :documentId)
   order by o.id desc limit :limit`,
);
/**
 * Selects those of the given tenants that have new events, in one index scan for all of them. The order of the index is
 * forced, because the planner assumes that the first row of the table belongs to the tenant
 * (0200-plans-for-large-tenants.sql).
 */
export const selectNews = statement<
  { tenant_id: Id<'tenant'> },
  [tenants: string[], xids: string[], sequences: number[], ids: string[], since: Date]
>(
  'live-news',
  `select t.tenant_id from unnest($1::text[], $2::xid8[], $3::int[], $4::text[]) as t (tenant_id, xid, sequence, id)
   where (select true from outbox o where o.tenant_id = t.tenant_id and o.xid >= t.xid
     and (${ORDER}) > (t.xid, t.sequence, t.id) and ${FINAL} and o.created_at >= $5 order by o.tenant_id, o.xid limit 1)`,
);

export type OwnedEvent = EventRow & { owner_id: Id<'user'> | null };
/**
 * Returns events together with the owner of their document, because the owner may see them. A separate statement reads
 * the documents, because on Citus they are on a different node than the outbox.
 */
export async function withOwners(
  tenantId: string,
  rows: readonly EventRow[],
  read: (query: ReturnType<typeof selectOwners>) => Promise<{ id: Id<'document'>; owner_id: Id<'user'> }[]>,
): Promise<OwnedEvent[]> {
  const ids = new Set(rows.flatMap(({ document_id: id }) => (id === null ? [] : [id])));
  const documents = ids.size === 0 ? [] : await read(selectOwners(tenantId, [...ids]));
  const owners = new Map(documents.map(({ id, owner_id: ownerId }) => [id, ownerId]));
  return rows.map((row) => ({ ...row, owner_id: (row.document_id && owners.get(row.document_id)) ?? null }));
}
