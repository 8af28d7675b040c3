/** Reads, cancels and retries bulk sends. */
import type { BulkRowStatus, BulkSend, BulkSendRow } from '@countersign/contract';
import { csvLine } from '../../platform/csv/index.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import { pageAsked, paged, type Paged, rowAfter } from '../../platform/paging.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { refuseUnknown } from '../documents/index.ts';
import { ERROR_COLUMN } from './bulk-columns.ts';
import { continuations } from './reactions.ts';
import {
  type BulkFilter,
  type BulkRow,
  type BulkStatus,
  countBulkSends,
  holdBulkSend,
  lockBulk,
  moveRows,
  type RowRow,
  selectBulkRows,
  selectBulkSend,
  selectBulkSends,
  updateBulkStatus,
} from './bulk-store.ts';
import { bulkRowView, bulkSendView } from './bulk-view.ts';
import { seenBy } from './view.ts';

type Context = RequestContext<MemberPrincipal>;

export async function getBulkSend(uow: UnitOfWork, principal: MemberPrincipal, id: string): Promise<BulkSend> {
  return bulkSendView(await load(uow, principal, id));
}

async function load(uow: UnitOfWork, principal: MemberPrincipal, id: string): Promise<BulkRow> {
  const { tenantId } = principal;
  const [row] = await uow.read(tenantId, selectBulkSend(tenantId, id, seenBy(principal)));
  if (!row) throw new AppError('BULK_SEND_NOT_FOUND', { bulkSendId: id });
  return row;
}

export type BulkQuery = {
  page: number;
  pageSize: number;
  cursor?: string | undefined;
  status?: BulkStatus | undefined;
  templateId?: string | undefined;
  owner?: string | undefined;
  externalId?: string | undefined;
  metadata?: Record<string, string> | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
};

export async function listBulkSends(
  { uow, cursorKey }: { uow: UnitOfWork; cursorKey: SecretKey },
  principal: MemberPrincipal,
  query: BulkQuery,
): Promise<{ bulkSends: BulkSend[]; pagination: Paged<unknown>['pagination'] }> {
  const { tenantId } = principal;
  const filter: BulkFilter = {
    tenantId,
    member: seenBy(principal),
    status: query.status ?? null,
    templateId: query.templateId ?? null,
    owner: query.owner ?? null,
    externalId: query.externalId ?? null,
    metadata: query.metadata ? JSON.stringify(query.metadata) : null,
    createdAfter: query.createdAfter ?? null,
    createdBefore: query.createdBefore ?? null,
    updatedAfter: query.updatedAfter ?? null,
    updatedBefore: query.updatedBefore ?? null,
  };
  const binding = ['bulk-sends', filter];
  await refuseUnknown(uow, principal, query);
  const [counts, rows] = await uow.readAll(tenantId, [
    countBulkSends(filter),
    selectBulkSends({ ...filter, ...pageAsked(cursorKey, binding, query) }),
  ]);
  const { shown, pagination } = paged(cursorKey, binding, query, {
    rows,
    total: counts[0]?.count ?? 0,
    placeOf: (row) => ({ value: row.created_at.toISOString(), id: row.id }),
  });
  return { bulkSends: shown.map(bulkSendView), pagination };
}

export async function listBulkSendRows(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  id: string,
  query: { status?: BulkRowStatus | undefined; after: number; pageSize: number; cursor?: string | undefined },
): Promise<{
  rows: BulkSendRow[];
  pagination: { hasMore: boolean; nextCursor: string | null; nextAfter: number | null };
}> {
  const { status = null, pageSize } = query;
  const after = rowAfter(query);
  const { columns } = await load(uow, principal, id);
  const { tenantId } = principal;
  const found = await uow.read(tenantId, selectBulkRows(tenantId, id, status, after, pageSize + 1));
  const rows = found.slice(0, pageSize);
  const hasMore = found.length > pageSize;
  const nextAfter = hasMore ? (rows.at(-1)?.n ?? null) : null;
  return {
    rows: rows.map((row) => bulkRowView(columns, row)),
    pagination: { hasMore, nextCursor: nextAfter === null ? null : String(nextAfter), nextAfter },
  };
}

/** The file starts with a byte order mark, from which spreadsheets detect the encoding. */
export async function failuresCsv(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  id: string,
): Promise<{ bytes: Buffer; filename: string }> {
  const { columns, total, template_name: name } = await load(uow, principal, id);
  const { tenantId } = principal;
  const rows = await uow.read(tenantId, selectBulkRows(tenantId, id, 'failed', 0, total));
  const why = ({ error }: RowRow) => (error ? `${error.field}: ${error.message}` : '');
  const head = csvLine([...columns.map((column) => column.name), ERROR_COLUMN]);
  const body = rows.map((row) => csvLine([...columns.map((_, index) => row.values[index] ?? ''), why(row)]));
  return { bytes: Buffer.from(`\uFEFF${head}${body.join('')}`), filename: `${name} - failed rows.csv` };
}

export function cancelBulkSend(uow: UnitOfWork, context: Context, id: string): Promise<BulkSend> {
  const { tenantId } = context.principal;
  return change(uow, context, id, 'running', async (tx) => {
    const rows = await tx.query(moveRows(tenantId, id, 'pending', 'cancelled', null));
    tx.write(updateBulkStatus(tenantId, id, 'running', 'cancelled', tx.now));
    return { action: 'bulk-send.cancelled', rows: rows.length } as const;
  });
}

export function retryBulkSend(uow: UnitOfWork, context: Context, id: string): Promise<BulkSend> {
  const { tenantId } = context.principal;
  return change(uow, context, id, 'completed', async (tx, { rows_erased_at: erased }) => {
    if (erased)
      throw new AppError(
        'BULK_SEND_STATE',
        { status: 'completed', rowsErasedAt: erased.toISOString() },
        {
          message: 'The rows of this bulk send have been permanently deleted. Send the failed rows again from a file.',
        },
      );
    const rows = await tx.query(moveRows(tenantId, id, 'failed', 'pending', null));
    if (rows.length === 0)
      throw new AppError(
        'BULK_SEND_STATE',
        { status: 'completed', failed: 0 },
        { message: 'This bulk send has no failed rows.' },
      );
    tx.write(updateBulkStatus(tenantId, id, 'completed', 'running', tx.now));
    uow.recorder.start(tx, tenantId, continuations.bulkRetried, {});
    return { action: 'bulk-send.retried', rows: rows.length } as const;
  });
}

async function change(
  uow: UnitOfWork,
  context: Context,
  id: string,
  from: BulkStatus,
  work: (tx: Tx, row: BulkRow) => Promise<{ action: 'bulk-send.cancelled' | 'bulk-send.retried'; rows: number }>,
): Promise<BulkSend> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  const select = selectBulkSend(tenantId, id, seenBy(principal));
  return uow.run(tenantId, async (tx) => {
    await tx.queryAll([lockBulk(`bulk ${tenantId}`), holdBulkSend(tenantId, id)]);
    const [row] = await tx.query(select);
    if (!row) throw new AppError('BULK_SEND_NOT_FOUND', { bulkSendId: id });
    if (row.status !== from) throw new AppError('BULK_SEND_STATE', { status: row.status, allowed: [from] });
    const { action, rows } = await work(tx, row);
    await uow.recorder.record(tx, tenantId, tenantId, {
      action,
      actor: auditActor(principal),
      target: { kind: 'bulk-send', id },
      data: { rows },
      personal: { personId: userId, fields: requestOrigin(context) },
    });
    const [after] = await tx.query(select);
    return bulkSendView(after ?? row);
  });
}
