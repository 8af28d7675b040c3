/**
 * A list that is retrieved page by page. No request is sent until you use the list.
 *
 * for await (const document of countersign.documents.list({ status: 'completed' })) ... const firstPage = await
 * countersign.documents.list();
 */
export class List<Item, Page> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page>;
  readonly #member: string;

  constructor(read: (cursor: string | undefined) => Promise<Page>, member: string) {
    this.#read = read;
    this.#member = member;
  }

  /** Resolves to the first page, as the API returns it. */
  // oxlint-disable-next-line unicorn/no-thenable -- a list is awaited for its first page, as in other SDKs
  then<A = Page, B = never>(
    fulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read(undefined).then(fulfilled, rejected);
  }

  /** Yields the pages, with one request per page. */
  async *pages(): AsyncGenerator<Page, void> {
    let cursor: string | undefined;
    for (;;) {
      const page = await this.#read(cursor);
      yield page;
      const next = (page as { pagination?: { nextCursor?: string | null } }).pagination?.nextCursor ?? null;
      // Stops if the cursor does not advance. Otherwise, the loop would never end.
      if (next === null || next === cursor) return;
      cursor = next;
    }
  }

  /** Yields the items of all pages one after another. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* (page as Record<string, Item[]>)[this.#member] ?? [];
  }

  /** Collects at most `limit` items in an array. */
  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (limit < 1) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }
}
