/**
 * SQL for due deletions. One condition is used for the list, the announcements and, in the database function, the
 * erasure.
 */
import type { DocumentStatus, Id } from '@countersign/contract';
import { acrossTenants } from '../../platform/db/across-tenants.ts';
import { namedStatement, statement } from '../../platform/db/statement.ts';

/** The total time by which the sandbox's clock was advanced since `moment`. */
const movedSince = (moment: string): string =>
  `make_interval(secs => coalesce((select sum(m.seconds) from sandbox_clock_moves m where m.tenant_id = :tenantId and m.at >= ${moment}), 0)::double precision)`;
/**
 * The time at which retention starts: the completion, or the last change if the document is not completed. In a
 * sandbox, the time by which the clock was advanced is included.
 */
const BASIS = `coalesce(d.completed_at, d.updated_at) - ${movedSince('coalesce(d.completed_at, d.updated_at)')}`;
/**
 * Computes the retention period for the rows of the statement in the same way as the database function retention_days.
 */
const DAYS = `greatest(coalesce((select r.days from retention_rules r where r.tenant_id = :tenantId and r.kind = 'template' and r.target = d.template_id), :standard::int),
      (select max(r.days) from retention_rules r where r.tenant_id = :tenantId and r.kind = 'tag' and r.target = any(d.tags)))`;
/**
 * Excludes documents younger than the shortest period, because they cannot be due. The condition has two parts, because
 * each of them uses an index that begins with `created_at`.
 */
const OLD = `d.tenant_id = :tenantId and d.created_at <= :until::timestamptz + ${movedSince("'-infinity'")} - make_interval(hours => 24 * least(:standard::int,
      (select min(r.days) from retention_rules r where r.tenant_id = :tenantId)))`;
const DUE = `select d.*, (${BASIS}) + make_interval(hours => 24 * ${DAYS}) as ends_at
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
};
type Due = { tenantId: string; standard: number; until: Date };
export const selectDue = namedStatement<DueRow, Due & { afterAt: Date | null; afterId: string | null; limit: number }>(
  'retention-due',
  `with due as (${DUE})
   select d.id, d.title, d.status, d.ends_at, a.announced_at, a.erase_at,
     (select json_build_object('id', u.id, 'name', u.name, 'email', u.email) from users u where u.id = d.owner_id) as owner
   from due d left join lateral (select announced_at, erase_at from retention_announcements
     where tenant_id = :tenantId and document_id = d.id limit 1) a on true
   where d.ends_at <= :until and (:afterAt::timestamptz is null or (d.ends_at, d.id) > (:afterAt, :afterId))
   order by d.ends_at, d.id limit :limit`,
);

export const countHolds = statement<{ id: Id<'document'>; holds: number }, [ids: readonly string[]]>(
  'retention-holds',
  'select id, (select count(*)::int from standing_holds(id)) as holds from unnest($1::text[]) as u (id)',
);

export type AnnouncedRow = { document_id: Id<'document'>; erase_at: Date };
export const selectDocumentOwners = statement<
  { id: Id<'document'>; owner_id: Id<'user'> },
  [tenant: string, documents: readonly string[]]
>('retention-document-owners', 'select id, owner_id from documents where tenant_id = $1 and id = any($2)');
/** Marks documents as announced. If two processes run concurrently, the second finds them already announced. */
export const announceDue = namedStatement<AnnouncedRow, Due & { now: Date; limit: number }>(
  'retention-announce',
  `insert into retention_announcements (tenant_id, document_id, announced_at, erase_at)
   select d.tenant_id, d.id, :now::timestamptz, greatest(d.ends_at, :now::timestamptz + interval '720 hours') from (${DUE}) d
   where d.ends_at <= :until and not exists (select 1 from retention_announcements a where a.tenant_id = :tenantId and a.document_id = d.id)
   order by d.ends_at, d.id limit :limit
   on conflict (tenant_id, document_id) do nothing returning document_id, erase_at`,
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
/** Selects due erasures across tenants. Documents already marked as held are skipped. */
export const selectErasureDue = acrossTenants<
  { tenant_id: Id<'tenant'>; document_id: Id<'document'> },
  [now: Date, limit: number]
>(
  'retention-erasure-due',
  `select a.tenant_id, a.document_id from retention_announcements a where a.erase_at <= $1 and {a.tenant_id} and ${NOT_HELD}
   order by a.erase_at, a.tenant_id, a.document_id limit $2`,
);
export const eraseRetained = statement<
  { outcome: 'erased' | 'kept' | 'held' | 'absent' },
  [document: string, standard: number, now: Date]
>('retention-erase', 'select erase_retained_document($1, $2, $3) as outcome');
/** Makes a document due that had been erased before a backup was restored. The next run erases it again. */
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
/** Selects what a run would erase now, with the same condition as the erasure. */
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
         and not exists (select from retention_announcements a where a.tenant_id = :tenantId and a.document_id = d.id and a.erase_at <= :now)
     union all
     select 'template', t.id, t.name, 'trash', t.deleted_at from templates t
       where t.tenant_id = :tenantId and t.deleted_at <= :trashedBefore
         and not exists (select from bulk_sends b where b.tenant_id = :tenantId and b.template_id = t.id and b.status = 'running'))
   select g.*, case g.kind when 'document' then 1 + (select count(*)::int from attachments f where f.tenant_id = :tenantId and f.document_id = g.id)
       else (select count(*)::int from template_files f where f.tenant_id = :tenantId and f.template_id = g.id) end as files
   from gone g where :after::text is null or g.id > :after order by g.id limit :limit`,
);
/** Erases old entries. The database function itself checks legal holds and documents. */
export const eraseOldEntries = statement<{ count: number }, [before: Date, most: number]>(
  'retention-old-entries',
  'select erase_old_entries($1, $2) as count',
);
