/**
 * Sends messages to the embedding page and reads its settings, but only for origins that the organization allows. The
 * server writes these origins into the head of the page. packages/embed implements the embedding side.
 */

type Ids = { documentId: string; signerId: string };
export type Finished = 'signed' | 'declined' | 'forwarded' | 'expired' | 'voided';
/** In a `stopped` event, `reason` explains why the document is not shown. */
export type ParentEvent =
  /** The page has loaded and is now opening the link. */
  | { event: 'loaded' }
  | { event: 'opened'; documentId: string; signerId?: string }
  | ({ event: 'signed' | 'declined' | 'forwarded' | 'completed' } & Ids)
  /** The visit has ended with the given status. */
  | { event: 'finished'; status: Finished; documentId: string | null; signerId: string | null }
  | { event: 'stopped'; reason: string }
  /** Messages from the editor of a draft. */
  | { event: 'saved' | 'sent' | 'closed'; documentId: string }
  | { event: 'height'; height: number };

/** The settings of the embedding page. A setting is null if the page did not set it. */
export type HostSettings = Readonly<Record<'language' | 'theme' | 'accentColor' | 'backgroundColor', string | null>>;

/** The version is increased when a message changes in a way that older pages would misread. */
const VERSION = 1;

export function notifyParent(event: ParentEvent, here: Window = window): void {
  const { parent, document, location } = here;
  if (parent === here) return;
  const allowed = allowedOrigins(document);
  const around = originAround(location, document.referrer);
  // If the browser does not reveal the embedding page, the message is sent to every allowed origin. It reaches only a
  // page with that origin.
  const targets = around === null ? allowed : allowed.filter((origin) => origin === around);
  for (const origin of targets) parent.postMessage({ source: 'countersign', version: VERSION, ...event }, origin);
}

/** Calls `apply` for each message that contains settings. All other messages are ignored. */
export function onParentSettings(apply: (settings: HostSettings) => void, here: Window = window): void {
  if (here.parent === here) return;
  here.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== here.parent || !allowedOrigins(here.document).includes(origin)) return;
    if (typeof data !== 'object' || data === null) return;
    const message = data as Partial<Record<string, unknown>>;
    if (message['source'] !== 'countersign-host' || message['version'] !== VERSION) return;
    if (message['command'] !== 'configure') return;
    const text = (name: string): string | null => {
      const value = message[name];
      return typeof value === 'string' ? value : null;
    };
    apply({
      language: text('language'),
      theme: text('theme'),
      accentColor: text('accentColor'),
      backgroundColor: text('backgroundColor'),
    });
  });
}

/** Reports the height that the page needs to avoid scrolling. It is never smaller than the frame. */
export function reportHeights(here: Window = window): void {
  if (here.parent === here) return;
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(here.document.documentElement.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    notifyParent({ event: 'height', height }, here);
  }).observe(here.document.documentElement);
}

function allowedOrigins(document: Document): string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="countersign-origins"]');
  return (meta?.content ?? '').split(' ').filter((origin) => origin !== '');
}

/** Firefox has no `ancestorOrigins`, and the embedding page may send no referrer. */
function originAround(location: Location, referrer: string): string | null {
  const [nearest] = (location as Partial<Location>).ancestorOrigins ?? [];
  if (nearest !== undefined) return nearest;
  return URL.canParse(referrer) ? new URL(referrer).origin : null;
}
