/** Bulk sends in the format of the API. */
import type { BulkSend, BulkSendRow } from '@countersign/contract';
import type { Column } from './bulk-columns.ts';
import type { BulkRow, RowRow } from './bulk-store.ts';

export function bulkSendView(row: BulkRow): BulkSend {
  return {
    id: row.id,
    template_id: row.template_id,
    template_name: row.template_name,
    template_version: row.template_version,
    title: row.title,
    status: row.status,
    total: row.total,
    sent: row.sent,
    failed: row.failed,
    pending: row.pending,
    created_by: { id: row.owner_id, name: row.owner_name ?? '' },
    created_at: row.created_at.toISOString(),
    updated_at: (row.changed_at ?? row.finished_at ?? row.started_at ?? row.created_at).toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    external_id: row.external_id,
    rows_erased_at: row.rows_erased_at?.toISOString() ?? null,
  };
}

export function bulkRowView(columns: readonly Column[], row: RowRow): BulkSendRow {
  return {
    row: row.n,
    status: row.status,
    values: Object.fromEntries(columns.map(({ name }, index) => [name, row.values[index] ?? ''])),
    document_id: row.document_id,
    error: row.error,
  };
}
