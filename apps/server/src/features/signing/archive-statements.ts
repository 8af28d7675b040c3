/**
 * SQL that stores how long the newest time-stamp of a sealed file protects it, and which outside authorities issued it.
 */
import type { Id } from '@countersign/contract';
import type { Protection } from '@countersign/pki';
import { statement, type Statement } from '../../platform/db/statement.ts';
import type { FileKind } from './archived-file.ts';

const upsertProtection = statement<unknown, [string, string, FileKind, Date, string, Date]>(
  'archive-stamp-upsert',
  `insert into archive_stamps (tenant_id, document_id, file, expires_at, algorithms, retry_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (tenant_id, document_id, file) do update
   set expires_at = excluded.expires_at, algorithms = excluded.algorithms, retry_at = excluded.retry_at`,
);
/** Stores how long a file is protected. The schedule does not look at the file again before `retryAt`. */
export function keepProtection(
  tenantId: string,
  documentId: string,
  file: FileKind,
  { expiresAt, algorithms }: Protection,
  retryAt: Date,
): Statement<unknown> {
  return upsertProtection(tenantId, documentId, file, expiresAt, algorithms.join(' '), retryAt);
}

export const postponeRenewal = statement<unknown, [tenant: string, document: string, file: FileKind, retryAt: Date]>(
  'archive-stamp-postpone',
  'update archive_stamps set retry_at = $4 where tenant_id = $1 and document_id = $2 and file = $3',
);

export type DueRow = { tenant_id: Id<'tenant'>; document_id: Id<'document'>; file: FileKind };
/**
 * Selects due files across tenants, for one combination of algorithms. Files that were never checked (nulls) come
 * first. There are only a few combinations.
 */
export const selectDueByEnd = statement<DueRow, [now: Date, before: Date, count: number, algorithms: string]>(
  'archive-due-by-end',
  `(select tenant_id, document_id, file from archive_stamps where algorithms = $4 and expires_at is null and retry_at <= $1 limit $3)
   union all
   (select tenant_id, document_id, file from archive_stamps where algorithms = $4 and expires_at <= $2 and retry_at <= $1
    order by expires_at nulls first, tenant_id, document_id limit $3)
   limit $3`,
);
/**
 * Selects the next combination with one index look-up. There are only a few combinations, regardless of the number of
 * documents.
 */
export const selectNextAlgorithms = statement<{ algorithms: string }, [after: string]>(
  'archive-algorithms-next',
  'select algorithms from archive_stamps where algorithms > $1 order by algorithms limit 1',
);
export const selectDueByAlgorithms = statement<DueRow, [now: Date, sets: string[], count: number]>(
  'archive-due-by-algorithms',
  'select tenant_id, document_id, file from archive_stamps where algorithms = any ($2) and retry_at <= $1 order by algorithms limit $3',
);
