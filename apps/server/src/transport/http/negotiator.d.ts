/** What is used of negotiator, which has no types of its own; those of DefinitelyTyped know no `preferred`. */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    /** Of `available`, what the client weighs most; of equals the first of `preferred`. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
    /** Those that the client takes, what weighs most first; `*` where it says nothing. */
    languages(): string[];
  }
}
