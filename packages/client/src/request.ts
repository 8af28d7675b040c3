/** From an operation and its input to a URL and a body. */
import type { AnyRequest } from './route.ts';

type Pattern = { readonly path: string; readonly live?: true };
export type Target = {
  /** Origin of the server. An empty string is the origin of the page. */
  baseUrl: string;
  /** Uses the sandbox of the organization where an operation has one. */
  sandbox: boolean;
  /** Pins the version of the API: `/v1/api/...` instead of `/api/...`. */
  version: 'v1' | undefined;
};

/** The address of a request, with its parameters escaped. Absent members of the query are left out. */
export function urlOf(route: Pattern, { params = {}, query = {} }: AnyRequest, target: Target): string {
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    // An empty segment would lead to another operation: DELETE /sessions/ instead of DELETE /sessions/:sessionId.
    if (value === undefined || value === '') throw new TypeError(`The path parameter "${name}" is missing.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) append(search, name, value);
  const sandbox = target.sandbox && route.live !== true ? '/sandbox' : '';
  const version = target.version === undefined ? '' : `/${target.version}`;
  const address = target.baseUrl + sandbox + version + path;
  return search.size === 0 ? address : `${address}?${search.toString()}`;
}

/** Objects become `name[key]=value`, as in `metadata[case]=42`. */
function append(search: URLSearchParams, name: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    search.append(name, String(value));
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) append(search, `${name}[${key}]`, member);
}

/** What is sent, and its type. A form names its own type, because it holds the boundary. */
export function bodyOf(body: unknown): { body?: string | FormData; contentType?: string } {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { body: JSON.stringify(body), contentType: 'application/json' };
}
