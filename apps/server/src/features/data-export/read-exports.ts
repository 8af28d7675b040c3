/** Exports are their requester's alone: to everybody else, administrators too, they are absent. */
import type { DataExport, Id } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type ExportRow, selectOwnExport, selectOwnExports } from './store.ts';

export async function listExports(uow: UnitOfWork, { tenantId, userId }: UserPrincipal): Promise<DataExport[]> {
  return (await uow.read(tenantId, selectOwnExports(tenantId, userId))).map(viewOf);
}

export async function getExport(
  uow: UnitOfWork,
  { tenantId, userId }: UserPrincipal,
  id: Id<'export'>,
): Promise<DataExport> {
  const [row] = await uow.read(tenantId, selectOwnExport(tenantId, id, userId));
  return viewOf(found(row, id));
}

/** @throws AppError EXPORT_NOT_FOUND */
export function found<T>(row: T | undefined, exportId: string): T {
  if (!row) throw new AppError('EXPORT_NOT_FOUND', { exportId });
  return row;
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
