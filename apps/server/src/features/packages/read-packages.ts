/** Packages looked at: one with its documents, and many. */
import type { PackageDetails, PackageListEntry } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  documentEntry,
  ownDocumentsOnly,
  selectPackageDocuments,
  selectPackageSigners,
  type DocumentRow,
  type SignerRow,
} from '../documents/index.ts';
import { countPackages, listPackageRows, type PackageRow, selectPackage } from './store.ts';

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
    sent_at: iso(row.sent_at),
    ended_at: iso(row.ended_at),
  };
}

export type WholePackage = { row: PackageRow; documents: DocumentRow[]; signers: SignerRow[] };

/** Throws PACKAGE_NOT_FOUND for what does not exist and for what this principal may not see, alike. */
export async function loadPackage(
  uow: UnitOfWork,
  principal: Pick<MemberPrincipal, 'tenantId' | 'role' | 'userId'>,
  id: string,
): Promise<WholePackage> {
  const { tenantId } = principal;
  const [[row], documents, signers] = await uow.readAll(tenantId, [
    selectPackage(tenantId, ownDocumentsOnly(principal), id),
    selectPackageDocuments(tenantId, id),
    selectPackageSigners(tenantId, id),
  ]);
  if (!row) throw new AppError('PACKAGE_NOT_FOUND', { packageId: id });
  return { row, documents, signers };
}

export async function getPackage(uow: UnitOfWork, principal: MemberPrincipal, id: string): Promise<PackageDetails> {
  const { row, documents, signers } = await loadPackage(uow, principal, id);
  const of = Map.groupBy(signers, ({ document_id: documentId }) => documentId);
  return { ...entryOf(row), documents: documents.map((one) => documentEntry(one, of.get(one.id) ?? [])) };
}

export async function listPackages(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  { page, pageSize, status = null }: { page: number; pageSize: number; status?: string | null | undefined },
) {
  const { tenantId } = principal;
  const filter = [tenantId, ownDocumentsOnly(principal), status] as const;
  const [counts, rows] = await uow.readAll(tenantId, [
    countPackages(...filter),
    listPackageRows(...filter, pageSize, (page - 1) * pageSize),
  ]);
  const total = counts[0]?.count ?? 0;
  const totalPages = Math.ceil(total / pageSize);
  return {
    packages: rows.map(entryOf),
    pagination: { page, pageSize, total, totalPages, hasMore: page < totalPages },
  };
}
