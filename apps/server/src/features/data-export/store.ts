/** SQL for the exports themselves. SQL for their content is in data-store.ts. */
import type { DataExport, Id } from '@countersign/contract';
import { acrossTenants } from '../../platform/db/across-tenants.ts';
import { releaseFile } from '../../platform/blobs/blob-keys.ts';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type ExportRow = {
  id: Id<'export'>;
  scope: DataExport['scope'];
  status: DataExport['status'];
  requested_by: string;
  is_bound: boolean;
  section: number;
  cursor: string | null;
  parts: number;
  entries: number;
  size_bytes: number;
  documents_done: number;
  documents_total: number;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
};
const COLUMNS = `id, scope, status, requested_by, is_bound, section, cursor, parts, entries, size_bytes, documents_done, documents_total,
  created_at, finished_at, expires_at`;

export const selectExport = statement<ExportRow, [tenant: string, id: string]>(
  'export-select',
  `select ${COLUMNS} from exports where tenant_id = $1 and id = $2`,
);
export const lockExport = statement<ExportRow, [tenant: string, id: string]>(
  'export-lock',
  `select ${COLUMNS} from exports where tenant_id = $1 and id = $2 for update`,
);
export const selectOwnExport = statement<ExportRow, [tenant: string, id: string, person: string]>(
  'export-of-person',
  `select ${COLUMNS} from exports where tenant_id = $1 and id = $2 and requested_by = $3`,
);
export const selectOwnExports = statement<ExportRow, [tenant: string, person: string]>(
  'exports-of-person',
  `select ${COLUMNS} from exports where tenant_id = $1 and requested_by = $2 order by id desc limit 100`,
);
export const selectRunning = statement<ExportRow, [tenant: string, person: string, scope: string]>(
  'export-running',
  `select ${COLUMNS} from exports where tenant_id = $1 and requested_by = $2 and scope = $3 and status = 'running'`,
);
/** Locks all exports of the person that are running or have files, regardless of scope. */
export const lockOpenExports = statement<Pick<ExportRow, 'id' | 'status'>, [tenant: string, person: string]>(
  'exports-open-lock',
  `select id, status from exports where tenant_id = $1 and requested_by = $2 and status in ('running', 'ready') order by id for update`,
);
/** Inserts no row if an export is running. */
export const insertExport = namedStatement<
  ExportRow,
  {
    tenantId: string;
    id: string;
    scope: string;
    requestedBy: string;
    isBound: boolean;
    documents: number;
    now: Date;
  }
>(
  'export-insert',
  `insert into exports (tenant_id, id, scope, requested_by, is_bound, documents_total, created_at)
   values (:tenantId, :id, :scope, :requestedBy, :isBound, :documents, :now)
   on conflict (tenant_id, requested_by, scope) where (status = 'running') do nothing returning ${COLUMNS}`,
);
export const updateEnded = statement<ExportRow, [tenant: string, id: string, status: string, now: Date]>(
  'export-end',
  `update exports set status = $3, finished_at = coalesce(finished_at, $4) where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
);

// ------------------------------------------------------------------ parts
export const insertPart = statement<
  unknown,
  [tenant: string, id: string, n: number, blob: string, size: number, directory: Buffer]
>(
  'export-part-insert',
  `insert into export_parts (tenant_id, export_id, n, blob_id, size_bytes, directory) values ($1, $2, $3, $4, $5, $6)`,
);
export const updatePart = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    section: number;
    cursor: string | null;
    entries: number;
    bytes: number;
    documents: number;
    finishedAt: Date | null;
    expiresAt: Date | null;
  }
>(
  'export-part-done',
  `update exports set section = :section, cursor = :cursor, parts = parts + 1, entries = entries + :entries,
     size_bytes = size_bytes + :bytes, documents_done = :documents, finished_at = :finishedAt::timestamptz,
     expires_at = :expiresAt::timestamptz,
     status = case when :finishedAt::timestamptz is null then status else 'ready' end
   where tenant_id = :tenantId and id = :id`,
);
export const selectParts = statement<
  { n: number; blob_id: Id<'blob'>; size_bytes: number; directory_bytes: number },
  [tenant: string, id: string]
>(
  'export-parts',
  `select n, blob_id, size_bytes, octet_length(directory) as directory_bytes from export_parts
   where tenant_id = $1 and export_id = $2 order by n`,
);
export const selectDirectory = statement<{ directory: Buffer }, [tenant: string, id: string, n: number]>(
  'export-directory',
  'select directory from export_parts where tenant_id = $1 and export_id = $2 and n = $3',
);
const deletePartRows = statement<{ blob_id: string }, [tenant: string, id: string]>(
  'export-parts-delete',
  'delete from export_parts where tenant_id = $1 and export_id = $2 returning blob_id',
);
export async function deleteParts(tx: Tx, tenantId: string, id: string): Promise<void> {
  for (const { blob_id: blobId } of await tx.query(deletePartRows(tenantId, id))) tx.write(releaseFile(blobId, id));
}
export const selectOthersReady = statement<
  { id: Id<'export'> },
  [tenant: string, person: string, scope: string, but: string]
>(
  'exports-superseded',
  `select id from exports where tenant_id = $1 and requested_by = $2 and scope = $3 and id <> $4 and status = 'ready'
   order by id for update`,
);
export const selectDueExports = acrossTenants<
  { tenant_id: Id<'tenant'>; id: Id<'export'> },
  [now: Date, count: number]
>(
  'exports-due',
  `select tenant_id, id from exports where status = 'ready' and expires_at <= $1 and {tenant_id} order by expires_at limit $2`,
);
export const selectMailTo = statement<
  { email: string; name: string; organization: string },
  [tenant: string, person: string]
>(
  'export-mail-to',
  `select u.email, u.name, o.name as organization from users u join organizations o on o.tenant_id = $1 where u.id = $2`,
);
