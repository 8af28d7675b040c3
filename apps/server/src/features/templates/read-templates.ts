/** Reads a template, a list of templates, their versions, or a page. */
import type { Template, TemplateListEntry, TemplateVersion } from '@countersign/contract';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { AppError } from '../../platform/errors.ts';
import { pageRefusalOf, type PdfPool, PdfTaskError } from '../../platform/pdf/index.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { type MemberPrincipal, taskOwner } from '../../platform/principal.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import { pageAsked, paged, type Paged } from '../../platform/paging.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { foldTitle, pdfSource } from '../document-core/index.ts';
import { refuseUnknown } from '../documents/index.ts';
import { countTemplates, listTemplateRows, selectVersions, type TemplateFilter } from './store.ts';
import { listEntryView, loadTemplate, seenBy, templateView } from './view.ts';

export async function getTemplate(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  id: string,
  version?: number,
): Promise<Template> {
  return templateView(await loadTemplate(uow, principal, id, version ?? null), principal);
}

export type TemplateQuery = {
  page: number;
  pageSize: number;
  cursor?: string | undefined;
  search?: string | undefined;
  trash: boolean;
  owner?: string | undefined;
  externalId?: string | undefined;
  metadata?: Record<string, string> | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
};

export async function listTemplates(
  { uow, cursorKey }: { uow: UnitOfWork; cursorKey: SecretKey },
  principal: MemberPrincipal,
  query: TemplateQuery,
): Promise<{ templates: TemplateListEntry[]; pagination: Paged<unknown>['pagination'] }> {
  const { tenantId } = principal;
  const filter: TemplateFilter = {
    tenantId,
    member: seenBy(principal),
    search: foldTitle(query.search ?? '') || null,
    trash: query.trash,
    owner: query.owner ?? null,
    externalId: query.externalId ?? null,
    metadata: query.metadata ? JSON.stringify(query.metadata) : null,
    createdAfter: query.createdAfter ?? null,
    createdBefore: query.createdBefore ?? null,
    updatedAfter: query.updatedAfter ?? null,
    updatedBefore: query.updatedBefore ?? null,
  };
  const binding = ['templates', filter];
  await refuseUnknown(uow, principal, query);
  const [counts, rows] = await uow.readAll(tenantId, [
    countTemplates(filter),
    listTemplateRows({ ...filter, ...pageAsked(cursorKey, binding, query) }),
  ]);
  const { shown, pagination } = paged(cursorKey, binding, query, {
    rows,
    total: counts[0]?.count ?? 0,
    placeOf: (row) => ({ value: row.updated_at.toISOString(), id: row.id }),
  });
  return { templates: shown.map((row) => listEntryView(row, principal)), pagination };
}

export async function listTemplateVersions(
  { uow, cursorKey }: { uow: UnitOfWork; cursorKey: SecretKey },
  principal: MemberPrincipal,
  id: string,
  query: { page: number; pageSize: number; cursor?: string | undefined },
): Promise<{ versions: TemplateVersion[]; pagination: Paged<unknown>['pagination'] }> {
  const { tenantId } = principal;
  // Versions are numbered from 1 without gaps.
  const { version: total } = await loadTemplate(uow, principal, id);
  const binding = ['template-versions', tenantId, id];
  const rows = await uow.read(tenantId, selectVersions({ tenantId, id, ...pageAsked(cursorKey, binding, query) }));
  const { shown, pagination } = paged(cursorKey, binding, query, {
    rows,
    total,
    placeOf: (row) => ({ value: String(row.version), id: '' }),
  });
  return {
    versions: shown.map((row) => ({
      version: row.version,
      name: row.name,
      roles: row.content.roles,
      fields: row.content.fields.length,
      file_version: row.file_version,
      filename: row.filename,
      page_count: row.page_count,
      sha256: row.sha256,
      made_by: { id: row.made_by, name: row.made_by_name ?? '' },
      created_at: row.created_at.toISOString(),
    })),
    pagination,
  };
}

export async function getTemplateFile(
  { uow, blobs }: { uow: UnitOfWork; blobs: CheckedBlobs },
  principal: MemberPrincipal,
  id: string,
  version: number | undefined,
): Promise<ByteAnswer> {
  const { size_bytes: size, sha256, filename, blob_id: blob } = await loadTemplate(uow, principal, id, version ?? null);
  const open: ByteAnswer['open'] = (range) => blobs.stream(`${principal.tenantId}/${blob}`, range);
  return new ByteAnswer({ size, etag: sha256.slice(0, 32), filename, open });
}

export async function getTemplatePage(
  { uow, blobs, pdf }: { uow: UnitOfWork; blobs: CheckedBlobs; pdf: PdfPool },
  principal: MemberPrincipal,
  id: string,
  { page, width, version = null }: { page: number; width: number; version?: number | null | undefined },
): Promise<{ bytes: Uint8Array; etag: string }> {
  const row = await loadTemplate(uow, principal, id, version);
  if (page > row.pages.length) throw new AppError('NOT_FOUND', { pages: row.pages.length });
  const { size_bytes: size, sha256, filename } = row;
  const blobKey = `${principal.tenantId}/${row.blob_id}`;
  const file = { blobKey, tails: [], size, uploadSize: size, sha256, revision: 0, filename };
  try {
    const source = await pdfSource(blobs, file);
    const picture = await pdf.render(source, { page, width, format: 'webp' }, { owner: taskOwner(principal) });
    return { bytes: picture.bytes, etag: `${sha256.slice(0, 32)}-${page}-${width}` };
  } catch (error) {
    throw error instanceof PdfTaskError ? pageRefusalOf(error) : error;
  }
}
