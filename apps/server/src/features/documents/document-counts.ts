/** The numbers of documents in each state, for the tabs of a list. */
import { DOCUMENT_STATUSES, type DocumentCount, type DocumentCounts, LIMITS } from '@countersign/contract';
import type { StateCount } from '../document-core/store/index.ts';

/** @param owner true if only the documents of one member were counted */
export function countsOf(rows: readonly StateCount[], owner: string | null): DocumentCounts {
  const found = new Map(rows.map(({ state, total }) => [state, total]));
  const isWhole =
    owner === null ||
    DOCUMENT_STATUSES.reduce((sum, status) => sum + (found.get(status) ?? 0), 0) <= LIMITS.countedOfMember;
  const upToLimit = (total: number, isExact: boolean): DocumentCount => ({
    total: Math.min(total, LIMITS.countedOfState),
    totalIsExact: isExact && total <= LIMITS.countedOfState,
  });
  const counts = Object.fromEntries(
    DOCUMENT_STATUSES.map((status) => [status, upToLimit(found.get(status) ?? 0, isWhole)]),
  ) as Omit<DocumentCounts, 'all' | 'trash'>;
  const of = DOCUMENT_STATUSES.filter((status) => status !== 'archived').map((status) => counts[status]);
  const sum = of.reduce((all, { total }) => all + total, 0);
  const all = upToLimit(
    sum,
    of.every(({ totalIsExact }) => totalIsExact),
  );
  return { all, ...counts, trash: upToLimit(found.get('trash') ?? 0, true) };
}
