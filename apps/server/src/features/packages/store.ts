/** SQL for packages. Every statement names the tenant, and row-level security checks it again. */
import type { PackageStatus, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { Page } from '../../platform/paging.ts';

export type PackageRow = {
  id: Id<'package'>;
  owner_id: Id<'user'>;
  owner_name: string;
  owner_email: string;
  title: string;
  status: PackageStatus;
  environment: 'live' | 'sandbox';
  documents: number;
  completed: number;
  cancel_reason: string | null;
  created_at: Date;
  updated_at: Date;
  sent_at: Date | null;
  ended_at: Date | null;
  external_id: string | null;
};

/**
 * `$2` is the calling member, or null for callers who see everything. A member cannot see a package that contains
 * another person's document.
 */
const SEEN = `($2::text is null or (p.owner_id = $2 and not exists (select from documents d
    where d.tenant_id = $1 and d.package_id = p.id and d.owner_id <> $2)))`;
const ROW = `select p.*, u.name as owner_name, u.email as owner_email, t.environment,
    coalesce(p.document_count, (select count(*)::int from documents d where d.tenant_id = $1 and d.package_id = p.id)) as documents,
    (select count(*)::int from documents d where d.tenant_id = $1 and d.package_id = p.id
      and coalesce(d.archived_from, d.status) = 'completed') as completed
  from packages p join users u on u.id = p.owner_id join tenants t on t.tenant_id = p.tenant_id`;

export const selectPackage = statement<PackageRow, [tenant: string, member: string | null, id: string]>(
  'package-select',
  `${ROW} where p.tenant_id = $1 and ${SEEN} and p.id = $3`,
);
/** The requested filters. Null means that a filter is not requested. */
export type PackageFilter = {
  tenantId: string;
  member: string | null;
  status: string | null;
  owner: string | null;
  externalId: string | null;
  templateId: string | null;
  metadata: string | null;
  createdAfter: string | null;
  createdBefore: string | null;
  updatedAfter: string | null;
  updatedBefore: string | null;
};
const FILTER = `p.tenant_id = :tenantId and (:member::text is null or (p.owner_id = :member and not exists (select from documents d
    where d.tenant_id = :tenantId and d.package_id = p.id and d.owner_id <> :member)))
  and (:status::text is null or p.status = :status) and (:owner::text is null or p.owner_id = :owner)
  and (:externalId::text is null or p.external_id = :externalId)
  and (:createdAfter::timestamptz is null or p.created_at >= :createdAfter) and (:createdBefore::timestamptz is null or p.created_at < :createdBefore)
  and (:updatedAfter::timestamptz is null or p.updated_at >= :updatedAfter) and (:updatedBefore::timestamptz is null or p.updated_at < :updatedBefore)
  and (:templateId::text is null or exists (select from documents d
    where d.tenant_id = :tenantId and d.package_id = p.id and d.template_id = :templateId))
  and (:metadata::jsonb is null or exists (select from documents d
    where d.tenant_id = :tenantId and d.package_id = p.id and d.metadata @> :metadata))`;
export const listPackageRows = namedStatement<PackageRow, PackageFilter & Page>(
  'packages-list',
  `${ROW.replaceAll('$1', ':tenantId')} where ${FILTER}
     and (:afterId::text is null or (p.created_at, p.id) < (:afterValue::timestamptz, :afterId))
   order by p.created_at desc, p.id desc limit :limit offset :offset`,
);
export const countPackages = namedStatement<{ count: number }, PackageFilter>(
  'packages-count',
  `select count(*)::int as count from packages p where ${FILTER}`,
);

export const insertPackage = statement<unknown, [tenant: string, id: string, owner: string, title: string, now: Date]>(
  'package-insert',
  'insert into packages (tenant_id, id, owner_id, title, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)',
);
export const updateTitle = statement<unknown, [tenant: string, id: string, title: string | null, now: Date]>(
  'package-title',
  'update packages set title = coalesce($3, title), updated_at = $4 where tenant_id = $1 and id = $2',
);
export const deletePackageRow = statement<unknown, [tenant: string, id: string]>(
  'package-delete',
  'delete from packages where tenant_id = $1 and id = $2',
);

/**
 * Locks the package after the locks on documents and their chain heads, and before the tenant's chain head
 * (docs/ARCHITECTURE.md, "Locks").
 */
export const lockPackage = statement<
  { title: string; status: PackageStatus; document_count: number | null },
  [tenant: string, id: string]
>('package-lock', 'select title, status, document_count from packages where tenant_id = $1 and id = $2 for update');
export const updateOutcome = statement<
  unknown,
  [tenant: string, id: string, status: string, reason: string | null, now: Date, endedAt: Date | null]
>(
  'package-outcome',
  `update packages set status = $3, cancel_reason = $4, updated_at = $5, ended_at = $6 where tenant_id = $1 and id = $2`,
);
export const updatePackageSent = statement<unknown, [tenant: string, id: string, count: number, now: Date]>(
  'package-sent',
  `update packages set status = 'in-progress', document_count = $3, sent_at = $4, updated_at = $4
   where tenant_id = $1 and id = $2`,
);
