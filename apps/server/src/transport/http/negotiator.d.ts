/** The used part of negotiator, which does not include types. DefinitelyTyped lacks `preferred`. */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    /** The client's preferred encoding of `available`; among equals, the first of `preferred`. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
    /** The client's accepted languages by preference; `*` if it sends none. */
    languages(): string[];
  }
}
