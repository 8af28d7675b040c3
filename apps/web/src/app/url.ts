/**
 * Parses readable search parameters that can be shared, such as `?status=draft&q=nda`, instead of the router's JSON.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/**
 * Returns the page to continue with after sign-in. Only a path within this app is allowed. `next` comes from the URL,
 * so an address on another site would turn the sign-in page into an open redirect.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || next.startsWith('/login')) return '/';
  return next;
}
