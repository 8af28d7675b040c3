/**
 * Whether the service can be reached, for automatic requests: each reports whether there was a response. After a
 * failure, the service is polled, so that failed requests are repeated as soon as possible.
 */
import { getHealth } from '@countersign/client/operations';

const ASK_AGAIN_MS = 3000;
const PROBE = getHealth.path;

let isLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const returns = new Set<() => void>();

/** Runs when the service responds again after an interruption. Returns an unsubscribe function. */
export function onReturn(work: () => void): () => void {
  returns.add(work);
  return () => returns.delete(work);
}

/** There was a response of any kind. */
export function noteAnswer(): void {
  clearTimeout(timer);
  if (!isLost) return;
  isLost = false;
  for (const work of returns) work();
}

/** A request got no response. Without a network, polling is useless: the browser reports when it is back. */
export function noteSilence(): void {
  isLost = true;
  clearTimeout(timer);
  if (globalThis.navigator?.onLine !== false) timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
}

const ask = (): Promise<void> =>
  fetch(PROBE, { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' }).then(noteAnswer, noteSilence);

globalThis.addEventListener?.('online', () => void (isLost && ask()));
