/** Loads all documents of the current list, for a selection that includes other pages. */
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { ListEntry, ListQuery } from '../../api/queries.ts';
import type { Progress } from './use-bulk.ts';

/**
 * The maximum number of documents in a selection. The limit exists because actions run in the browser, so people have
 * to wait for their result.
 */
export const MAX_SELECTED = 1000;

export async function wholeList(
  query: ListQuery,
  total: number,
  { signal, progress }: { signal: AbortSignal; progress: (progress: Progress) => void },
): Promise<ListEntry[]> {
  const found: ListEntry[] = [];
  const wanted = Math.min(total, MAX_SELECTED);
  let cursor: string | null | undefined;
  do {
    progress({ done: found.length, total: wanted });
    const { documents, pagination } = await call(
      api.listDocuments,
      { query: { ...query, pageSize: '100', cursor: cursor ?? undefined } },
      signal,
    );
    found.push(...documents);
    cursor = pagination.nextCursor;
  } while (cursor !== null && found.length < MAX_SELECTED);
  return found.slice(0, MAX_SELECTED);
}
