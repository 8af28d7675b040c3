/** Readable search parameters for sharing: `?status=draft&q=nda`, not the router's JSON. */
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
 * Where to continue after sign-in. Only a path of this app: `next` comes from the address bar, and an address of
 * another site would turn the sign-in page into an open redirect.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || next.startsWith('/login')) return '/';
  return next;
}
