/**
 * Sends messages to the embedding page, only to origins that the organization allows: the server writes them into the
 * head of the page.
 */

/** `reason` of "stopped" says why the document is not shown. */
export type ParentEvent =
  | { event: 'opened' | 'signed' | 'declined' | 'forwarded'; documentId: string; signerId: string }
  | { event: 'stopped'; reason: string };

export function tellParent(event: ParentEvent, here: Window = window): void {
  const { parent, document, location } = here;
  if (parent === here) return;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="countersign-origins"]');
  const allowed = (meta?.content ?? '').split(' ').filter((origin) => origin !== '');
  const around = originAround(location, document.referrer);
  // If the browser does not reveal the embedding page, each origin is tried: a message only reaches a page of its
  // target origin.
  const targets = around === null ? allowed : allowed.filter((origin) => origin === around);
  for (const origin of targets) parent.postMessage({ source: 'countersign', ...event }, origin);
}

/** Firefox has no `ancestorOrigins`, and the embedding page may send no referrer. */
function originAround(location: Location, referrer: string): string | null {
  const [nearest] = (location as Partial<Location>).ancestorOrigins ?? [];
  if (nearest !== undefined) return nearest;
  return URL.canParse(referrer) ? new URL(referrer).origin : null;
}
