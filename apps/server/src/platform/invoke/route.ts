/**
 * Routes outside the contract. They are defined by other standards, or called by identity providers, mail programs and
 * frames of our own pages. Features declare these routes as data, and the transport serves them.
 */
import type { Environment, WorkClass } from '@countersign/contract';
import type { UserPrincipal } from '../principal.ts';
import type { CookieKind } from './operations.ts';

export type RouteRate = 'address' | 'open';

export type Route = {
  readonly method: 'GET' | 'POST';
  /** The path, with `:name` for each variable segment. */
  readonly path: string;
  /** The accepted bodies, and their maximum length. They are passed as bytes. */
  readonly body?: { readonly types: readonly string[]; readonly maxBytes: number };
  /** The class for load shedding. Default: `everyday`. */
  readonly work?: WorkClass;
  /**
   * Determines the rate-limit bucket in which the requests of a network address count. A function can choose the bucket
   * by body and headers, which can prove who sent the request.
   */
  readonly rate: RouteRate | ((request: RouteRequest) => RouteRate);
  handle(request: RouteRequest): Promise<RouteAnswer>;
};

export type RouteRequest = {
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  /** All query parameters. The value of a repeated name is a list. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly url: string;
  /** The body. Absent if there was no body, or a body of another type. */
  readonly body: Uint8Array | undefined;
  readonly address: string;
  readonly userAgent: string;
  /** True if this is a form sent from another site. Browsers do not include our cookies with it (SameSite=Lax). */
  readonly isCrossSite: boolean;
  /** The base URL of this installation, without a trailing slash. */
  readonly baseUrl: string;
  /** Returns the value of a header, or undefined if there are none or several. */
  readonly header: (name: string) => string | undefined;
  readonly cookie: (kind: CookieKind) => string | undefined;
  /**
   * Returns the signed-in person. Throws UNAUTHORIZED, or an error for a requirement of the organization that the
   * session does not meet.
   */
  readonly signedIn: (environment: Environment) => Promise<UserPrincipal>;
};

export type RouteAnswer = {
  readonly headers?: Readonly<Record<string, string>>;
  /** The cookies to set. Undefined clears a cookie. */
  readonly cookies?: Readonly<Partial<Record<CookieKind, string | undefined>>>;
} & ({ readonly redirect: string } | { readonly type: string; readonly body: string | Uint8Array });
