/** Builds a URL from an operation and its input. */
import type { AnyRequest } from './route.ts';

type Pattern = { readonly path: string; readonly live?: true };
export type Target = {
  /** The server's origin. An empty string means the origin of the page. */
  baseUrl: string;
  /** Uses the sandbox of the organization if the operation has one. */
  sandbox?: boolean;
  /** Pins the version of the API: `/v1/api/...` instead of `/api/...`. */
  version?: 'v1';
};

/** The URL of a request, with escaped parameters. Omits query members that are undefined. */
export function urlOf(route: Pattern, { params = {}, query = {} }: AnyRequest, target: Target): string {
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    // An empty segment would call another operation: DELETE /sessions/ instead of DELETE /sessions/:sessionId.
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

/** Objects become `name[key]=value`, as in `metadata[case]=42`. */
function append(search: URLSearchParams, name: string, value: unknown): void {
  if (typeof value === 'object')
    for (const [key, member] of Object.entries(value ?? {})) append(search, `${name}[${key}]`, member);
  else if (value !== undefined) search.append(name, value as string);
}
