import { redirectHost } from '@countersign/contract';
import type { Redirects } from '../document-core/index.ts';

/** Returns the URL with the document and its outcome. Null if the host has since been removed from the list. */
export function redirectFor(
  redirects: Redirects,
  when: keyof Redirects,
  { documentId, hosts }: { documentId: string; hosts: readonly string[] },
): string | null {
  const given = redirects[when];
  if (given === undefined || !hosts.includes(redirectHost(given) ?? '')) return null;
  const url = new URL(given);
  url.searchParams.set('documentId', documentId);
  url.searchParams.set('status', when);
  return url.href;
}
