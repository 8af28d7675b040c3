/** SQL for templates and their versions. Every statement names the tenant, and row-level security checks it again. */
import type { Environment, TemplateField, TemplateRole, Id } from '@countersign/contract';
import { acrossTenants } from '../../platform/db/across-tenants.ts';
import type { Page } from '../../platform/paging.ts';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { PageSize, Variable } from '../document-core/index.ts';

export type TemplateContent = {
  roles: TemplateRole[];
  fields: TemplateField[];
  signingOrder: 'parallel' | 'sequential';
  emailSubject: string | null;
  emailMessage: string | null;
};

export type TemplateListRow = {
  id: Id<'template'>;
  owner_id: Id<'user'>;
  owner_name: string;
  owner_email: string;
  environment: Environment;
  name: string;
  description: string | null;
  shared: boolean;
  version: number;
  filename: string;
  pages: PageSize[];
  size_bytes: number;
  sha256: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  metadata: Record<string, string>;
  external_id: string | null;
  content: TemplateContent;
};
export type TemplateRow = TemplateListRow & {
  organization_id: Id<'organization'>;
  file_version: number;
  blob_id: Id<'blob'>;
  hash_state: Buffer;
  has_signatures: boolean;
  warnings: string[];
  variables: Variable[];
};

const WHOLE = `v.version, v.name, v.content, v.file_version, f.filename, f.pages, f.size_bytes, f.sha256, f.blob_id, f.hash_state,
     f.has_signatures, f.warnings, f.variables, x.environment, x.organization_id`;
const FILE = 'f.tenant_id = v.tenant_id and f.template_id = v.template_id and f.version = v.file_version';

/**
 * `member` limits the result to the member's own and shared templates. Null means all. A null `version` means the
 * newest version.
 */
export const selectTemplate = statement<
  TemplateRow,
  [tenant: string, id: string, member: string | null, version: number | null]
>(
  'template-select',
  `select t.*, ${WHOLE}, u.name as owner_name, u.email as owner_email
   from templates t join tenants x on x.tenant_id = t.tenant_id join users u on u.id = t.owner_id
   join template_versions v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.version = coalesce($4, t.version)
   join template_files f on ${FILE}
   where t.tenant_id = $1 and t.id = $2 and ($3::text is null or t.owner_id = $3 or t.shared) and t.deleted_at is null`,
);

/** Selects a template for a bulk send, which continues with its version even after the template has been deleted. */
export const selectKeptTemplate = statement<TemplateRow, [tenant: string, id: string, version: number]>(
  'template-select-kept',
  `select t.*, ${WHOLE}, '' as owner_name, '' as owner_email
   from templates t join tenants x on x.tenant_id = t.tenant_id
   join template_versions v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.version = $3
   join template_files f on ${FILE}
   where t.tenant_id = $1 and t.id = $2`,
);

export type TemplateLock = {
  owner_id: Id<'user'>;
  shared: boolean;
  version: number;
  deleted_at: Date | null;
  name: string;
  folded_name: string;
};
export const lockTemplate = statement<TemplateLock, [tenant: string, id: string, member: string | null]>(
  'template-lock',
  `select owner_id, shared, version, deleted_at, name, folded_name from templates
   where tenant_id = $1 and id = $2 and ($3::text is null or owner_id = $3 or shared) for update`,
);
/**
 * Locks the template while a new document starts to refer to the template's file, so that neither the template nor the
 * file is erased.
 */
export const holdTemplate = statement<{ id: Id<'template'> }, [tenant: string, id: string]>(
  'template-hold',
  'select id from templates where tenant_id = $1 and id = $2 for share',
);

/** The requested filters. Null means that a filter is not requested. */
export type TemplateFilter = {
  tenantId: string;
  member: string | null;
  search: string | null;
  trash: boolean;
  owner: string | null;
  externalId: string | null;
  metadata: string | null;
  createdAfter: string | null;
  createdBefore: string | null;
  updatedAfter: string | null;
  updatedBefore: string | null;
};
const FILTER = `t.tenant_id = :tenantId and (:member::text is null or t.owner_id = :member or (t.shared and not :trash::boolean))
   and (:search::text is null or strpos(t.folded_name, :search) > 0) and (t.deleted_at is not null) = :trash::boolean
   and (:owner::text is null or t.owner_id = :owner) and (:externalId::text is null or t.external_id = :externalId)
   and (:metadata::jsonb is null or t.metadata @> :metadata)
   and (:createdAfter::timestamptz is null or t.created_at >= :createdAfter) and (:createdBefore::timestamptz is null or t.created_at < :createdBefore)
   and (:updatedAfter::timestamptz is null or t.updated_at >= :updatedAfter) and (:updatedBefore::timestamptz is null or t.updated_at < :updatedBefore)`;
export const countTemplates = namedStatement<{ count: number }, TemplateFilter>(
  'templates-count',
  `select count(*)::int as count from templates t where ${FILTER}`,
);
export const listTemplateRows = namedStatement<TemplateListRow, TemplateFilter & Page>(
  'templates-list',
  `select t.id, t.owner_id, u.name as owner_name, u.email as owner_email, x.environment, t.name, t.description, t.shared, t.version,
     f.filename, f.pages, f.size_bytes, f.sha256, t.created_at, t.updated_at, t.deleted_at, t.metadata, t.external_id, v.content - 'fields' as content
   from templates t join tenants x on x.tenant_id = t.tenant_id join users u on u.id = t.owner_id
   join template_versions v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.version = t.version
   join template_files f on ${FILE}
   where ${FILTER} and (:afterId::text is null or (t.updated_at, t.id) < (:afterValue::timestamptz, :afterId))
   order by t.updated_at desc, t.id desc limit :limit offset :offset`,
);

export const insertTemplate = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    ownerId: string;
    name: string;
    foldedName: string;
    description: string | null;
    metadata: string;
    createdAt: Date;
  }
>(
  'template-insert',
  `insert into templates (tenant_id, id, owner_id, name, folded_name, description, metadata, version, created_at, updated_at)
   values (:tenantId, :id, :ownerId, :name, :foldedName, :description, :metadata, 1, :createdAt, :createdAt)`,
);
export const insertFile = namedStatement<
  unknown,
  {
    tenantId: string;
    templateId: string;
    version: number;
    filename: string;
    pages: string;
    sizeBytes: number;
    sha256: string;
    blobId: string;
    hashState: Buffer;
    hasSignatures: boolean;
    warnings: string[];
    variables: string;
  }
>(
  'template-file-insert',
  `insert into template_files (tenant_id, template_id, version, filename, pages, size_bytes, sha256, blob_id, hash_state,
     has_signatures, warnings, variables)
   values (:tenantId, :templateId, :version, :filename, :pages, :sizeBytes, :sha256, :blobId, :hashState, :hasSignatures, :warnings, :variables)`,
);
export const insertVersion = namedStatement<
  unknown,
  {
    tenantId: string;
    templateId: string;
    version: number;
    fileVersion: number;
    name: string;
    content: string;
    madeBy: string;
    createdAt: Date;
  }
>(
  'template-version-insert',
  `insert into template_versions (tenant_id, template_id, version, file_version, name, content, made_by, created_at)
   values (:tenantId, :templateId, :version, :fileVersion, :name, :content, :madeBy, :createdAt)`,
);
export const updateTemplateRow = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    version: number;
    name: string;
    foldedName: string;
    description: string | null;
    metadata: string;
    shared: boolean;
    deletedAt: Date | null;
    updatedAt: Date;
  }
>(
  'template-update',
  `update templates set version = :version, name = :name, folded_name = :foldedName, description = :description, metadata = :metadata, shared = :shared, deleted_at = :deletedAt, updated_at = :updatedAt
   where tenant_id = :tenantId and id = :id`,
);

export const takeBack = statement<unknown, [tenant: string, id: string, now: Date]>(
  'template-restore',
  'update templates set deleted_at = null, updated_at = $3 where tenant_id = $1 and id = $2',
);

export type VersionRow = {
  version: number;
  name: string;
  content: TemplateContent;
  file_version: number;
  filename: string;
  page_count: number;
  sha256: string;
  made_by: Id<'user'>;
  made_by_name: string | null;
  created_at: Date;
};
export const selectVersions = namedStatement<VersionRow, Page & { tenantId: string; id: string }>(
  'template-versions',
  `select v.version, v.name, v.content, v.file_version, f.filename, jsonb_array_length(f.pages) as page_count, f.sha256, v.made_by,
     u.name as made_by_name, v.created_at
   from template_versions v join template_files f on ${FILE} left join users u on u.id = v.made_by
   where v.tenant_id = :tenantId and v.template_id = :id and (:afterId::text is null or v.version < :afterValue::int)
   order by v.version desc limit :limit offset :offset`,
);

// ---------------------------------------------------------------- erasure
/** Orders templates by the time they were deleted, oldest first. */
export const selectErasableTemplates = acrossTenants<
  { tenant_id: Id<'tenant'>; id: Id<'template'> },
  [before: Date, count: number]
>(
  'templates-erasable',
  'select tenant_id, id from templates where deleted_at is not null and deleted_at <= $1 and {tenant_id} order by deleted_at limit $2',
);
export const eraseTemplateRows = statement<{ erased: boolean }, [template: string, before: Date, now: Date]>(
  'template-erase',
  'select erase_template($1, $2, $3) as erased',
);
