/**
 * Exports are visible only to the person who requested them, not even to administrators. An export of the organization
 * is visible only while the person is still an owner.
 */
import type { DataExport, Id } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type ExportRow, selectOwnExport, selectOwnExports } from './store.ts';

export async function listExports(uow: UnitOfWork, principal: UserPrincipal): Promise<DataExport[]> {
  const { tenantId, userId } = principal;
  return (await uow.read(tenantId, selectOwnExports(tenantId, userId)))
    .filter((row) => isTheirs(row, principal))
    .map(viewOf);
}

export async function getExport(uow: UnitOfWork, principal: UserPrincipal, id: Id<'export'>): Promise<DataExport> {
  const { tenantId, userId } = principal;
  const [row] = await uow.read(tenantId, selectOwnExport(tenantId, id, userId));
  return viewOf(requireOwnExport(row, principal, id));
}

/** @throws AppError EXPORT_NOT_FOUND */
export function requireOwnExport(row: ExportRow | undefined, principal: UserPrincipal, exportId: string): ExportRow {
  if (!row || !isTheirs(row, principal)) throw new AppError('EXPORT_NOT_FOUND', { exportId });
  return row;
}

function isTheirs({ requested_by: requester, scope }: ExportRow, { userId, role }: UserPrincipal): boolean {
  return requester === userId && (scope === 'own' || role === 'owner');
}

export const viewOf = (row: ExportRow): DataExport => ({
  id: row.id,
  scope: row.scope,
  status: row.status,
  documents_done: row.documents_done,
  documents_total: row.documents_total,
  size_bytes: row.size_bytes,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
});
