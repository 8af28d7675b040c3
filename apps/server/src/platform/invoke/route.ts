/**
 * Addresses outside the contract: what other standards, identity providers, mail programs and frames of our own pages call. A
 * feature declares them as data; transport serves them.
 */
import type { Environment, WorkClass } from '@countersign/contract';
import type { UserPrincipal } from '../principal.ts';
import type { CookieKind } from './operations.ts';

export type RouteRate = 'address' | 'open';

export type Route = {
  readonly method: 'GET' | 'POST';
  /** With `:name` for a part that varies. */
  readonly path: string;
  /** Which bodies are taken, and how long they may be; they come as bytes. */
  readonly body?: { readonly types: readonly string[]; readonly maxBytes: number };
  /** What of its class is refused when there is too much to do; everyday work unless given. */
  readonly work?: WorkClass;
  /** In which of its address's buckets each request counts; by its body and headers, where it can prove there whose it is. */
  readonly rate: RouteRate | ((request: RouteRequest) => RouteRate);
  handle(request: RouteRequest): Promise<RouteAnswer>;
};

export type RouteRequest = {
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  /** Whatever stands in the query; a name that came several times has a list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Absent where none came, or one of another type. */
  readonly body: Uint8Array | undefined;
  readonly address: string;
  readonly userAgent: string;
  /** A form that another site sent: browsers leave our cookies out of it (SameSite=Lax). */
  readonly isCrossSite: boolean;
  /** Where this installation is reached, without a slash at the end. */
  readonly baseUrl: string;
  /** One value of a header; undefined for none, or several. */
  readonly header: (name: string) => string | undefined;
  readonly cookie: (kind: CookieKind) => string | undefined;
  /** Who is logged in. Throws UNAUTHORIZED, or what the organization requires and the session has not. */
  readonly signedIn: (environment: Environment) => Promise<UserPrincipal>;
};

export type RouteAnswer = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Set, or with undefined cleared. */
  readonly cookies?: Readonly<Partial<Record<CookieKind, string | undefined>>>;
} & ({ readonly redirect: string } | { readonly type: string; readonly body: string | Uint8Array });
