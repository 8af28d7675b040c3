/** Reads a package with its documents, or a list of packages. */
import type { PackageDetails, PackageListEntry } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import { pageAsked, paged, type Paged } from '../../platform/paging.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { documentEntry, ownDocumentsOnly, type DocumentRow, type SignerRow } from '../document-core/index.ts';
import { selectPackageDocuments, selectPackageSigners } from '../document-core/store/index.ts';
import { refuseUnknown } from '../documents/index.ts';
import { countPackages, listPackageRows, type PackageFilter, type PackageRow, selectPackage } from './store.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function entryOf(row: PackageRow): PackageListEntry {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    document_count: row.documents,
    completed_count: row.completed,
    cancel_reason: row.cancel_reason,
    environment: row.environment,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    external_id: row.external_id,
    sent_at: iso(row.sent_at),
    ended_at: iso(row.ended_at),
  };
}

export type WholePackage = { row: PackageRow; documents: DocumentRow[]; signers: SignerRow[] };

/** Throws PACKAGE_NOT_FOUND for a package that does not exist, and for a package that this principal may not see. */
export async function loadPackage(
  uow: UnitOfWork,
  principal: Pick<MemberPrincipal, 'tenantId' | 'role' | 'userId'>,
  id: string,
): Promise<WholePackage> {
  const { tenantId } = principal;
  const [[row], documents, signers] = await uow.readAll(tenantId, [
    selectPackage(tenantId, ownDocumentsOnly(principal), id),
    selectPackageDocuments({ tenantId, packageId: id }),
    selectPackageSigners({ tenantId, packageId: id }),
  ]);
  if (!row) throw new AppError('PACKAGE_NOT_FOUND', { packageId: id });
  return { row, documents, signers };
}

export async function getPackage(uow: UnitOfWork, principal: MemberPrincipal, id: string): Promise<PackageDetails> {
  const { row, documents, signers } = await loadPackage(uow, principal, id);
  const of = Map.groupBy(signers, ({ document_id: documentId }) => documentId);
  return { ...entryOf(row), documents: documents.map((one) => documentEntry(one, of.get(one.id) ?? [])) };
}

export type PackageQuery = {
  page: number;
  pageSize: number;
  cursor?: string | undefined;
  status?: string | undefined;
  owner?: string | undefined;
  externalId?: string | undefined;
  templateId?: string | undefined;
  metadata?: Record<string, string> | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
};

export async function listPackages(
  { uow, cursorKey }: { uow: UnitOfWork; cursorKey: SecretKey },
  principal: MemberPrincipal,
  query: PackageQuery,
): Promise<{ packages: PackageListEntry[]; pagination: Paged<PackageRow>['pagination'] }> {
  const { tenantId } = principal;
  const filter: PackageFilter = {
    tenantId,
    member: ownDocumentsOnly(principal),
    status: query.status ?? null,
    owner: query.owner ?? null,
    externalId: query.externalId ?? null,
    templateId: query.templateId ?? null,
    metadata: query.metadata ? JSON.stringify(query.metadata) : null,
    createdAfter: query.createdAfter ?? null,
    createdBefore: query.createdBefore ?? null,
    updatedAfter: query.updatedAfter ?? null,
    updatedBefore: query.updatedBefore ?? null,
  };
  const binding = ['packages', filter];
  await refuseUnknown(uow, principal, query);
  const [counts, rows] = await uow.readAll(tenantId, [
    countPackages(filter),
    listPackageRows({ ...filter, ...pageAsked(cursorKey, binding, query) }),
  ]);
  const { shown, pagination } = paged(cursorKey, binding, query, {
    rows,
    total: counts[0]?.count ?? 0,
    placeOf: (row) => ({ value: row.created_at.toISOString(), id: row.id }),
  });
  return { packages: shown.map(entryOf), pagination };
}
