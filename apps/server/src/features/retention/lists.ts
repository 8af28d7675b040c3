/** Retention lists for administrators: data that is due, and data that a run would erase now. */
import { type InputOf, LIMITS, type operations, readSettings } from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { ANNOUNCED_DAYS } from './announce.ts';
import { countHolds, selectDue, selectWouldGo } from './due-store.ts';
import { selectSettings } from './rules-store.ts';

const DAY_MS = 86_400_000;
type DueQuery = InputOf<(typeof operations)['listRetentionDue']>['query'];
type DryRun = InputOf<(typeof operations)['dryRunRetention']>['query'];

async function standardOf(uow: UnitOfWork, tenantId: string): Promise<number> {
  const [row] = await uow.read(tenantId, selectSettings(tenantId));
  return readSettings(row?.settings ?? {}).document_retention_days;
}

export async function listDue(uow: UnitOfWork, { tenantId }: MemberPrincipal, { pageSize, cursor }: DueQuery) {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const until = new Date(uow.now().getTime() + ANNOUNCED_DAYS * DAY_MS);
  const rows = await uow.read(
    tenantId,
    selectDue({
      tenantId,
      standard: await standardOf(uow, tenantId),
      until,
      afterAt: after?.at ?? null,
      afterId: after?.id ?? null,
      limit: pageSize + 1,
    }),
  );
  const shown = rows.slice(0, pageSize);
  const hasMore = rows.length > pageSize;
  const last = shown.at(-1);
  const counted = await uow.read(tenantId, countHolds(shown.map(({ id }) => id)));
  const held = new Set(counted.flatMap(({ id, holds }) => (holds > 0 ? [id] : [])));
  return {
    documents: shown.map(({ ends_at, announced_at, erase_at, ...document }) => ({
      ...document,
      retention_ends_at: ends_at.toISOString(),
      announced_at: announced_at?.toISOString() ?? null,
      erase_at: held.has(document.id) ? null : (erase_at?.toISOString() ?? null),
      held: held.has(document.id),
    })),
    pagination: { hasMore, nextCursor: hasMore && last ? `${last.ends_at.toISOString()}_${last.id}` : null },
  };
}

function readCursor(cursor: string): { at: Date; id: string } {
  const at = new Date(cursor.slice(0, 24));
  const id = cursor.slice(25);
  if (Number.isNaN(at.getTime()) || !id.startsWith('doc_'))
    throw invalid('cursor', 'must be the `nextCursor` of a previous page');
  return { at, id };
}

export async function dryRun(uow: UnitOfWork, { tenantId }: MemberPrincipal, { pageSize, cursor }: DryRun) {
  const now = uow.now();
  const trashedBefore = new Date(now.getTime() - LIMITS.trashDays * DAY_MS);
  const standard = await standardOf(uow, tenantId);
  const rows = await uow.read(
    tenantId,
    selectWouldGo({ tenantId, standard, now, trashedBefore, after: cursor ?? null, limit: pageSize + 1 }),
  );
  const items = rows.slice(0, pageSize).map(({ since, ...row }) => ({ ...row, due_since: since.toISOString() }));
  const hasMore = rows.length > pageSize;
  return { items, pagination: { hasMore, nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null } };
}
