/** SQL for bulk sends and their rows. */
import type { BulkRowStatus, Id, RowFault } from '@countersign/contract';
import type { Page } from '../../platform/paging.ts';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { Party } from '../../platform/audit/recorder.ts';
import type { Column } from './bulk-columns.ts';

export type BulkSettings = {
  /**
   * Default for expiration and reminders: the organization's setting at the time of sending. Null turns reminders off.
   */
  expirationDays?: number | undefined;
  emailSubject?: string | undefined;
  emailMessage?: string | undefined;
  reminders?: { everyDays: number; max: number } | null | undefined;
};
export type BulkStatus = 'running' | 'completed' | 'cancelled';
export type BulkRow = {
  id: Id<'bulkSend'>;
  template_id: Id<'template'>;
  template_name: string;
  template_version: number;
  owner_id: Id<'user'>;
  owner_name: string | null;
  party: Party;
  title: string | null;
  settings: BulkSettings;
  columns: Column[];
  total: number;
  status: BulkStatus;
  created_at: Date;
  changed_at: Date | null;
  external_id: string | null;
  started_at: Date | null;
  finished_at: Date | null;
  sent: number;
  failed: number;
  pending: number;
  rows_erased_at: Date | null;
};

/** Prevents a bulk send from starting while the check for running bulk sends is in progress. */
export const lockBulk = statement<unknown, [lock: string]>(
  'bulk-send-lock',
  'select from pg_advisory_xact_lock(hashtextextended($1, 0))',
);
export const countRunning = statement<{ count: number }, [tenant: string]>(
  'bulk-sends-running',
  `select count(*)::int as count from bulk_sends where tenant_id = $1 and status = 'running'`,
);
export const insertBulkSend = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    templateId: string;
    version: number;
    templateName: string;
    ownerId: string;
    party: string;
    title: string | null;
    settings: string;
    columns: string;
    total: number;
    createdAt: Date;
  }
>(
  'bulk-send-insert',
  `insert into bulk_sends (tenant_id, id, template_id, template_version, template_name, owner_id, party, title, settings, columns, total,
     created_at)
   values (:tenantId, :id, :templateId, :version, :templateName, :ownerId, :party, :title, :settings, :columns, :total, :createdAt)`,
);
/** `after` is the number of the last row that was already inserted. */
export const insertBulkRows = statement<unknown, [tenant: string, bulk: string, rows: string, after: number]>(
  'bulk-rows-insert',
  `insert into bulk_send_rows (tenant_id, bulk_send_id, n, "values")
   select b.tenant_id, b.id, r.place + $4::int, array(select jsonb_array_elements_text(r.cells))
   from bulk_sends b, jsonb_array_elements($3::jsonb) with ordinality r(cells, place) where b.tenant_id = $1 and b.id = $2`,
);

const rowsOf = (status: string, tenant: string): string =>
  `(select count(*)::int from bulk_send_rows r where r.tenant_id = ${tenant} and r.bulk_send_id = b.id and r.status = '${status}')`;
const counted = (tenant: string): string =>
  `b.*, (select u.name from users u where u.id = b.owner_id) as owner_name, b.erased_sent + ${rowsOf('sent', tenant)} as sent,
   b.erased_failed + ${rowsOf('failed', tenant)} as failed, ${rowsOf('pending', tenant)} as pending from bulk_sends b`;
/** `member` limits the result to the member's own bulk sends. Null means all. */
export const selectBulkSend = statement<BulkRow, [tenant: string, id: string, member: string | null]>(
  'bulk-send-select',
  `select ${counted('$1')} where b.tenant_id = $1 and b.id = $2 and ($3::text is null or b.owner_id = $3)`,
);
/** Locks a bulk send while one of its rows changes, so that the rows are not deleted. */
export const holdBulkSend = statement<unknown, [tenant: string, id: string]>(
  'bulk-send-hold',
  'select from bulk_sends where tenant_id = $1 and id = $2 for update',
);
/** The requested filters. Null means that a filter is not requested. */
export type BulkFilter = {
  tenantId: string;
  member: string | null;
  status: string | null;
  templateId: string | null;
  owner: string | null;
  externalId: string | null;
  metadata: string | null;
  createdAfter: string | null;
  createdBefore: string | null;
  updatedAfter: string | null;
  updatedBefore: string | null;
};
const CHANGED = 'coalesce(b.changed_at, b.finished_at, b.started_at, b.created_at)';
const FILTER = `b.tenant_id = :tenantId and (:member::text is null or b.owner_id = :member) and (:status::text is null or b.status = :status)
   and (:templateId::text is null or b.template_id = :templateId) and (:owner::text is null or b.owner_id = :owner)
   and (:createdAfter::timestamptz is null or b.created_at >= :createdAfter) and (:createdBefore::timestamptz is null or b.created_at < :createdBefore)
   and (:updatedAfter::timestamptz is null or ${CHANGED} >= :updatedAfter) and (:updatedBefore::timestamptz is null or ${CHANGED} < :updatedBefore)
   and (:externalId::text is null or b.external_id = :externalId)
   and (:metadata::jsonb is null or exists (select from bulk_send_rows r join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
     where r.tenant_id = :tenantId and r.bulk_send_id = b.id and d.metadata @> :metadata))`;
export const countBulkSends = namedStatement<{ count: number }, BulkFilter>(
  'bulk-sends-count',
  `select count(*)::int as count from bulk_sends b where ${FILTER}`,
);
export const selectBulkSends = namedStatement<BulkRow, BulkFilter & Page>(
  'bulk-sends-list',
  `select ${counted(':tenantId')} where ${FILTER} and (:afterId::text is null or (b.created_at, b.id) < (:afterValue::timestamptz, :afterId))
   order by b.created_at desc, b.id desc limit :limit offset :offset`,
);

export type RowRow = {
  n: number;
  status: BulkRowStatus;
  values: string[];
  document_id: Id<'document'> | null;
  error: RowFault | null;
};
export const selectBulkRows = statement<
  RowRow,
  [tenant: string, bulk: string, status: string | null, after: number, limit: number]
>(
  'bulk-rows-list',
  `select n, status, "values", document_id, error from bulk_send_rows
   where tenant_id = $1 and bulk_send_id = $2 and ($3::text is null or status = $3) and n > $4 order by n limit $5`,
);

// ---------------------------------------------------------------- work
/** Leaves out bulk sends of closed organizations. */
export const selectNextBulk = statement<Omit<BulkRow, 'owner_name' | 'sent' | 'failed' | 'pending'>, [tenant: string]>(
  'bulk-send-next',
  `select b.* from bulk_sends b join organizations o on o.tenant_id = b.tenant_id
   where b.tenant_id = $1 and b.status = 'running' and o.deleted_at is null order by b.id limit 1`,
);
export const selectPendingRows = statement<
  { n: number; values: string[] },
  [tenant: string, bulk: string, limit: number]
>(
  'bulk-rows-pending',
  `select n, "values" from bulk_send_rows where tenant_id = $1 and bulk_send_id = $2 and status = 'pending' order by n limit $3`,
);
export const updateStarted = statement<unknown, [tenant: string, id: string, now: Date]>(
  'bulk-send-started',
  'update bulk_sends set started_at = $3, changed_at = $3 where tenant_id = $1 and id = $2 and started_at is null',
);
/** Returns a row only to the first caller, and only while the row is pending. */
export const markSent = statement<{ n: number }, [tenant: string, bulk: string, n: number, document: string]>(
  'bulk-row-sent',
  `update bulk_send_rows set status = 'sent', document_id = $4, error = null
   where tenant_id = $1 and bulk_send_id = $2 and n = $3 and status = 'pending' returning n`,
);
export const markFailed = statement<unknown, [tenant: string, bulk: string, n: number, error: string]>(
  'bulk-row-failed',
  `update bulk_send_rows set status = 'failed', error = $4
   where tenant_id = $1 and bulk_send_id = $2 and n = $3 and status = 'pending'`,
);
export const moveRows = statement<
  { n: number },
  [tenant: string, bulk: string, from: BulkRowStatus, to: BulkRowStatus, error: string | null]
>(
  'bulk-rows-move',
  `update bulk_send_rows set status = $4, error = $5
   where tenant_id = $1 and bulk_send_id = $2 and status = $3 returning n`,
);
export const updateBulkStatus = statement<
  { id: Id<'bulkSend'> },
  [tenant: string, id: string, from: BulkStatus, to: BulkStatus, now: Date]
>(
  'bulk-send-status',
  `update bulk_sends set status = $4, finished_at = case when $4 = 'running' then null else $5::timestamptz end, changed_at = $5 where tenant_id = $1 and id = $2 and status = $3 returning id`,
);
export const countWaitingMails = statement<{ count: number }, [tenant: string, now: Date, most: number]>(
  'bulk-send-mails-waiting',
  `select count(*)::int as count from (select from jobs
     where tenant_id = $1 and lane = 'invitation' and state = 'ready' and run_at <= $2 limit $3) waiting`,
);
