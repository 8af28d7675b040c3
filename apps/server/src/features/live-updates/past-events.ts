/** Past events, for callers that were disconnected longer than a stream can resume. */
import { type EventKind, type Id, LIMITS, type LiveMessage, streamedEvent } from '@countersign/contract';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { loadDocument, ownDocumentsOnly } from '../document-core/index.ts';
import { type EventRow, selectPast, withOwners } from './store.ts';

const DAYS = 30;

export type PastQuery = {
  cursor?: Id<'event'> | undefined;
  pageSize?: number | undefined;
  type?: EventKind | undefined;
  documentId?: Id<'document'> | undefined;
};

/** Throws DOCUMENT_NOT_FOUND. */
export async function listPastEvents(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  { cursor, pageSize = LIMITS.pageSizeDefault, type, documentId }: PastQuery,
): Promise<{ events: LiveMessage[]; pagination: { hasMore: boolean; nextCursor: string | null } }> {
  const { tenantId } = principal;
  if (documentId !== undefined) await loadDocument(uow, principal, documentId);
  const owner = ownDocumentsOnly(principal);
  const limit = pageSize + 1;
  const rows: EventRow[] = [];
  for (let before: Id<'event'> | null = cursor ?? null; rows.length < limit;) {
    const found: EventRow[] = await uow.read(
      tenantId,
      selectPast({
        tenantId,
        since: new Date(uow.now().getTime() - DAYS * 86_400_000),
        before,
        kind: type ?? null,
        documentId: documentId ?? null,
        limit,
      }),
    );
    const owned = owner === null ? found : await withOwners(tenantId, found, (query) => uow.read(tenantId, query));
    rows.push(...owned.filter((row) => owner === null || ('owner_id' in row && row.owner_id === owner)));
    const last = found.at(-1);
    if (!last || found.length < limit) break;
    before = last.id;
  }
  const shown = rows.slice(0, pageSize);
  const hasMore = rows.length > pageSize;
  return {
    events: shown
      .toSorted(newestFirst)
      .map(
        ({ id, kind, created_at: at, data, sequence }) =>
          streamedEvent({ id, kind, at, data, sequence }) as LiveMessage,
      ),
    pagination: { hasMore, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null },
  };
}

/** Ids do not order events of the same millisecond, which may come from one transaction. */
function newestFirst(a: EventRow, b: EventRow): number {
  return b.created_at.getTime() - a.created_at.getTime() || (b.sequence ?? 0) - (a.sequence ?? 0);
}
