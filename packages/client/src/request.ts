/** Builds the URL of a request from an operation and its input. */
import type { AnyRequest } from './route.ts';

type Pattern = { readonly path: string; readonly live?: true };
export type Target = {
  /** The server's origin. An empty string means the origin of the current page. */
  baseUrl: string;
  /** Uses the organization's sandbox if the operation is available there. */
  sandbox?: boolean;
  /** Pins the API version: `/v1/api/...` instead of `/api/...`. */
  version?: 'v1';
};

/** Builds the URL of a request and escapes its parameters. Undefined query parameters are omitted. */
export function urlOf(route: Pattern, { params = {}, query = {} }: AnyRequest, target: Target): string {
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    // An empty path segment would call another operation, such as DELETE /sessions/ instead of DELETE
    // /sessions/:sessionId.
    if (!value) throw new TypeError(`The path parameter "${name}" is missing.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) append(search, name, value);
  const sandbox = target.sandbox && !route.live ? '/sandbox' : '';
  const version = target.version ? `/${target.version}` : '';
  const found = search.toString();
  return `${target.baseUrl}${sandbox}${version}${path}${found && `?${found}`}`;
}

/** Serializes objects as `name[key]=value`, such as `metadata[case]=42`. */
function append(search: URLSearchParams, name: string, value: unknown): void {
  if (typeof value === 'object')
    for (const [key, member] of Object.entries(value ?? {})) append(search, `${name}[${key}]`, member);
  else if (value !== undefined) search.append(name, value as string);
}
