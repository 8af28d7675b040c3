/**
 * SQL of live updates. Order is that of transactions (`xid`), as far as all older ones have ended: nothing can slip in behind what was
 * read. Within a transaction the events of a document stand in their sequence.
 */
import type { EventKind, Id } from '@countersign/contract';
import { UNANNOUNCED } from '../../platform/audit/unannounced.ts';
import { BEHIND_ALL_IDS, boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

/** Where a stream stands: everything up to here, it included, was sent or is none of its business. */
export type Position = { xid: string; sequence: number; id: string };
export type EventRow = {
  xid: string;
  id: Id<'event'>;
  kind: EventKind;
  document_id: Id<'document'> | null;
  sequence: number | null;
  data: Record<string, unknown>;
  created_at: Date;
  owner_id: Id<'user'> | null;
};

const ORDER = 'o.xid, coalesce(o.sequence, 0), o.id';
/** Final, and an event of the interface. */
const FINAL = `o.xid < pg_snapshot_xmin(pg_current_snapshot()) and o.kind <> all('{${UNANNOUNCED.join(',')}}')`;

/** The newest event that is final; those from before there was an order have 0. */
export const selectNewest = statement<Position, [tenant: string]>(
  'live-newest',
  `select o.xid::text as xid, coalesce(o.sequence, 0) as sequence, o.id from outbox o
   where o.tenant_id = $1 and o.xid > '0' and ${FINAL}
   order by o.xid desc, coalesce(o.sequence, 0) desc, o.id desc limit 1`,
);
/** An event from which a stream can go on: final, and not too long ago. */
export const selectPosition = statement<Position, [tenant: string, event: string, since: Date]>(
  'live-position',
  `select o.xid::text as xid, coalesce(o.sequence, 0) as sequence, o.id from outbox o
   where o.tenant_id = $1 and o.id = $2 and o.created_at >= $3 and o.xid > '0' and ${FINAL}`,
);
/** What came after, with the owner of its document. `since` leaves out what a restored database brought from another one's count. */
export const selectAfter = namedStatement<
  EventRow,
  { tenantId: string; xid: string; sequence: number; id: string; since: Date; documentId: string | null; limit: number }
>(
  'live-after',
  `select o.xid::text as xid, o.id, o.kind, o.document_id, o.sequence, o.data, o.created_at, d.owner_id
   from outbox o left join documents d on d.tenant_id = o.tenant_id and d.id = o.document_id
   where o.tenant_id = :tenantId and o.xid >= :xid::xid8 and (${ORDER}) > (:xid::xid8, :sequence::int, :id::text) and ${FINAL}
     and o.created_at >= :since and (:documentId::text is null or o.document_id = :documentId)
   order by ${ORDER} limit :limit`,
);
/** The newest first, of one member's documents where `owner` names them. Ids are in the order of time. */
export const selectPast = namedStatement<
  EventRow,
  {
    tenantId: string;
    since: Date;
    before: string | null;
    kind: string | null;
    documentId: string | null;
    owner: string | null;
    limit: number;
  }
>(
  'events-past',
  `select o.xid::text as xid, o.id, o.kind, o.document_id, o.sequence, o.data, o.created_at, d.owner_id
   from outbox o left join documents d on d.tenant_id = o.tenant_id and d.id = o.document_id
   where o.tenant_id = :tenantId and o.id < ${boundOr(':before::text', BEHIND_ALL_IDS)} and o.created_at >= :since
     and o.kind <> all('{${UNANNOUNCED.join(',')}}') and (:kind::text is null or o.kind = :kind)
     and (:documentId::text is null or o.document_id = :documentId) and (:owner::text is null or d.owner_id = :owner)
   order by o.id desc limit :limit`,
);
/**
 * Of the tenants that are listened to, those with something new: one look for all of them, and at nothing but that. In the order of an
 * index, because the planner believes that the first row of the table is the tenant's (0200-plans-for-large-tenants.sql).
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
