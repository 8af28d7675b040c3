/** Past events, for callers that were disconnected for longer than a stream can be resumed. */
import { type EventKind, type Id, LIMITS, type LiveMessage, streamedEvent } from '@countersign/contract';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { loadDocument, ownDocumentsOnly } from '../document-core/index.ts';
import { type EventRow, selectPast, withOwners } from './store.ts';

const DAYS = 30;
/**
 * The minimum number of events per read, and the maximum number of reads per request, for a member who sees only the
 * events of their own documents.
 */
const OWNED_AT_ONCE = 500;
const MAX_ROUNDS = 10;

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
  const limit = owner === null ? pageSize + 1 : Math.max(pageSize + 1, OWNED_AT_ONCE);
  const rows: EventRow[] = [];
  let before: Id<'event'> | null = cursor ?? null;
  let isOver = false;
  for (let round = 0; round < MAX_ROUNDS && rows.length <= pageSize && !isOver; round += 1) {
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
    isOver = found.length < limit;
    before = found.at(-1)?.id ?? before;
  }
  const shown = rows.slice(0, pageSize);
  const isFull = rows.length > pageSize;
  // If many events belong to other people's documents, the next request continues after these events.
  const hasMore = isFull || !isOver;
  return {
    events: shown
      .toSorted(newestFirst)
      .map(
        ({ id, kind, created_at: at, data, sequence }) =>
          streamedEvent({ id, kind, at, data, sequence }) as LiveMessage,
      ),
    pagination: { hasMore, nextCursor: !hasMore ? null : ((isFull ? shown.at(-1)?.id : before) ?? null) },
  };
}

/**
 * Sorts the newest events first. Events of one transaction can have the same time, and their IDs do not show their
 * order.
 */
function newestFirst(a: EventRow, b: EventRow): number {
  return b.created_at.getTime() - a.created_at.getTime() || (b.sequence ?? 0) - (a.sequence ?? 0);
}
