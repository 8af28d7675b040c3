/** Search parameters as people read and share them: `?status=draft&q=nda`, not the router's JSON. */
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
 * Where to go after login. Only a path of this app: `next` comes from the address bar, and an address of another
 * site there would make our login page its accomplice.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || next.startsWith('/login')) return '/';
  return next;
}
