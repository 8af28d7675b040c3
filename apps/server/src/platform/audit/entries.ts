/** Reads the audit trail of a document or another stream. */
import type { Id } from '@countersign/contract';
import { statement } from '../db/statement.ts';

/**
 * Selects the number and the hash of the last entry in a document's audit trail. Returns no row if the trail has no
 * entries.
 */
export const selectTrailPosition = statement<{ sequence: number; hash: string }, [tenant: string, stream: string]>(
  'audit-select-position',
  'select n as sequence, hash from audit_streams where tenant_id = $1 and stream = $2 and n >= 0',
);

export type AuditRow = { n: number; id: Id<'audit'>; at: Date; hash: string; bytes: Buffer };
export const selectAuditEntries = statement<AuditRow, [tenant: string, stream: string]>(
  'audit-select',
  'select n, id, at, hash, bytes from audit_entries where tenant_id = $1 and stream = $2 order by n',
);
