import type { CallOptions, Client } from './client.ts';
import type { AnswerOf, AnyRequest, ListId, RequestOf, Route } from './route.ts';

/**
 * Iterates over the pages of a list, starting at the request's cursor. Each page takes one request.
 *
 * @throws ApiError like `call`, the signal's reason, or an Error if the server returns the same cursor twice
 *
 * for await (const { documents } of pages(client, listDocuments, { query: { pageSize: '100' } })) ...
 */
export async function* pages<K extends ListId>(
  client: Pick<Client, 'call'>,
  route: Route<K>,
  request: RequestOf<K>,
  options?: CallOptions,
): AsyncGenerator<AnswerOf<K>, void> {
  const { query, ...rest } = request as AnyRequest;
  let cursor: string | undefined;
  for (;;) {
    const next = { ...rest, query: { ...query, ...(cursor !== undefined && { cursor }) } } as RequestOf<K>;
    const page = await client.call(route, next, options);
    yield page;
    const { nextCursor } = (page as unknown as { pagination: { nextCursor: string | null } }).pagination;
    if (nextCursor === null) return;
    // If the cursor did not advance, the loop would never end.
    if (nextCursor === cursor) throw new Error('The server returned the same cursor twice.');
    cursor = nextCursor;
  }
}
