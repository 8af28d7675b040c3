/**
 * The functions of negotiator that are used here. The package does not include types, and DefinitelyTyped lacks
 * `preferred`.
 */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    /**
     * Returns the client's preferred encoding of `available`. If several are equal, returns the first of `preferred`.
     */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
    /** Returns the client's accepted languages by preference. Returns `*` if it sends none. */
    languages(): string[];
  }
}
