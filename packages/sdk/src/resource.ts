import type { Api, CallOptions, Operation, Request } from './api.ts';
import { List } from './list.ts';

/** The base class for a group of operations. */
export class Resource {
  protected readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }

  protected listOf<Item, Page>(
    operation: Operation,
    { query, ...request }: Request,
    member: string,
    options?: CallOptions,
  ): List<Item, Page> {
    const read = (cursor: string | undefined): Promise<Page> =>
      this.api.call(operation, { ...request, query: { ...query, ...(cursor !== undefined && { cursor }) } }, options);
    return new List(read, member);
  }
}
