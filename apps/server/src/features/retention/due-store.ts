/** SQL for due deletions: one selection for the list, the announcements and, in the database function, the erasure. */
import type { DocumentStatus, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

/** Retention starts at the completion, or at the last change. In a sandbox, moves of its clock count too. */
const BASIS = `case when exists (select from sandbox_clock_moves where tenant_id = :tenantId)
    then kept_from(coalesce(d.completed_at, d.updated_at)) else coalesce(d.completed_at, d.updated_at) end`;
/**
 * Documents younger than the shortest period cannot be due. Two parts, because each has an index that begins with
 * `created_at`.
 */
const OLD = `d.tenant_id = :tenantId and d.created_at <= :until::timestamptz + clock_moved_since('-infinity') - make_interval(hours => 24 * least(:standard::int,
      (select min(r.days) from retention_rules r where r.tenant_id = :tenantId)))`;
const DUE = `select d.*, (${BASIS}) + make_interval(hours => 24 * retention_days(d.tags, d.template_id, :standard)) as ends_at
  from (select d.* from documents d where ${OLD} and d.deleted_at is null
    union all select d.* from documents d where ${OLD} and d.deleted_at is not null and d.completed_at is not null) d
  where d.status <> 'in-progress' and (d.completed_at is null or d.sealed_at is not null)`;

export type DueRow = {
  id: Id<'document'>;
  title: string;
  status: DocumentStatus;
  owner: { id: Id<'user'>; name: string; email: string } | null;
  ends_at: Date;
  announced_at: Date | null;
  erase_at: Date | null;
  holds: number;
};
type Due = { tenantId: string; standard: number; until: Date };
export const selectDue = namedStatement<DueRow, Due & { afterAt: Date | null; afterId: string | null; limit: number }>(
  'retention-due',
  `with due as (${DUE})
   select d.id, d.title, d.status, d.ends_at, a.announced_at, a.erase_at,
     (select json_build_object('id', u.id, 'name', u.name, 'email', u.email) from users u where u.id = d.owner_id) as owner,
     (select count(*)::int from standing_holds(d.id)) as holds
   from due d left join lateral (select announced_at, erase_at from retention_announcements
     where tenant_id = :tenantId and document_id = d.id limit 1) a on true
   where d.ends_at <= :until and (:afterAt::timestamptz is null or (d.ends_at, d.id) > (:afterAt, :afterId))
   order by d.ends_at, d.id limit :limit`,
);

export type AnnouncedRow = { document_id: Id<'document'>; owner_id: Id<'user'>; erase_at: Date };
/** Of two concurrent processes, the second finds them announced. */
export const announceDue = namedStatement<AnnouncedRow, Due & { now: Date; limit: number }>(
  'retention-announce',
  `with due as (${DUE}), announced as (
     insert into retention_announcements (tenant_id, document_id, announced_at, erase_at)
     select d.tenant_id, d.id, :now, greatest(d.ends_at, :now::timestamptz + interval '720 hours') from due d
     where d.ends_at <= :until and not exists (select from retention_announcements a where a.tenant_id = d.tenant_id and a.document_id = d.id)
     order by d.ends_at, d.id limit :limit
     on conflict (tenant_id, document_id) do nothing returning document_id, erase_at)
   select a.document_id, a.erase_at, d.owner_id from announced a join documents d on d.tenant_id = :tenantId and d.id = a.document_id`,
);
export const selectOwners = statement<{ id: Id<'user'>; name: string; email: string }, [ids: readonly string[]]>(
  'retention-owners',
  'select id, name, email from users where id = any($1)',
);
export const selectAllTenants = statement<{ tenant_id: Id<'tenant'> }>(
  'retention-tenants',
  'select tenant_id from tenants order by tenant_id',
);

const NOT_HELD = `not exists (select from legal_hold_documents p join legal_holds h on h.tenant_id = p.tenant_id and h.id = p.hold_id
  where p.tenant_id = a.tenant_id and p.document_id = a.document_id and h.released_at is null)`;
/** Across tenants. Documents already marked as held are skipped. */
export const selectErasureDue = statement<
  { tenant_id: Id<'tenant'>; document_id: Id<'document'> },
  [now: Date, limit: number]
>(
  'retention-erasure-due',
  `select a.tenant_id, a.document_id from retention_announcements a where a.erase_at <= $1 and ${NOT_HELD}
   order by a.erase_at, a.tenant_id, a.document_id limit $2`,
);
export const eraseRetained = statement<
  { outcome: 'erased' | 'kept' | 'held' | 'absent' },
  [document: string, standard: number, now: Date]
>('retention-erase', 'select erase_retained_document($1, $2, $3) as outcome');
/** After a restore: the document was erased before, so the next run erases it. */
export const announceAgain = statement<unknown, [tenant: string, id: string, now: Date]>(
  'retention-announce-again',
  `insert into retention_announcements (tenant_id, document_id, announced_at, erase_at, was_erased)
   select tenant_id, id, $3, $3, true from documents where tenant_id = $1 and id = $2
   on conflict (tenant_id, document_id) do update set erase_at = excluded.erase_at, was_erased = true`,
);

export type WouldGoRow = {
  kind: 'document' | 'template';
  id: Id<'document'> | Id<'template'>;
  title: string;
  reason: 'retention' | 'trash';
  since: Date;
  files: number;
};
/** Exactly what a run would erase now, with the same condition as the erasure. */
export const selectWouldGo = namedStatement<
  WouldGoRow,
  { tenantId: string; standard: number; now: Date; trashedBefore: Date; after: string | null; limit: number }
>(
  'retention-dry-run',
  `with gone as (
     select 'document' as kind, d.id, d.title, 'retention' as reason, a.erase_at as since from retention_announcements a
       join documents d on d.tenant_id = a.tenant_id and d.id = a.document_id
       where a.tenant_id = :tenantId and a.erase_at <= :now and not exists (select from standing_holds(d.id))
         and (a.was_erased or (d.status <> 'in-progress' and (d.completed_at is null or d.sealed_at is not null)
           and (${BASIS}) + make_interval(hours => 24 * retention_days(d.tags, d.template_id, :standard)) <= :now))
     union all
     select 'document', d.id, d.title, 'trash', d.deleted_at from documents d
       where d.tenant_id = :tenantId and d.deleted_at <= :trashedBefore and d.completed_at is null and d.status <> 'in-progress'
         and not exists (select from standing_holds(d.id))
         and not exists (select from retention_announcements a where a.tenant_id = d.tenant_id and a.document_id = d.id and a.erase_at <= :now)
     union all
     select 'template', t.id, t.name, 'trash', t.deleted_at from templates t
       where t.tenant_id = :tenantId and t.deleted_at <= :trashedBefore
         and not exists (select from bulk_sends b where b.tenant_id = t.tenant_id and b.template_id = t.id and b.status = 'running'))
   select g.*, case g.kind when 'document' then 1 + (select count(*)::int from attachments f where f.tenant_id = :tenantId and f.document_id = g.id)
       else (select count(*)::int from template_files f where f.tenant_id = :tenantId and f.template_id = g.id) end as files
   from gone g where :after::text is null or g.id > :after order by g.id limit :limit`,
);
/** In a tenant: the database function, which checks holds and documents. */
export const eraseOldEntries = statement<{ count: number }, [before: Date, most: number]>(
  'retention-old-entries',
  'select erase_old_entries($1, $2) as count',
);
