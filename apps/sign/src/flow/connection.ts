/**
 * Whether the service can be reached, for what the page fetches by itself: each request says whether an answer came. After one
 * without, the service is asked now and then, so that what did not come is fetched again as soon as it can be.
 */
import { getHealth } from '@countersign/client/operations';

const ASK_AGAIN_MS = 3000;
const PROBE = getHealth.path;

let isLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const returns = new Set<() => void>();

/** Runs when the service answers again after a while without. Answers with how it is taken back. */
export function onReturn(work: () => void): () => void {
  returns.add(work);
  return () => returns.delete(work);
}

/** An answer came, whatever it says. */
export function noteAnswer(): void {
  clearTimeout(timer);
  if (!isLost) return;
  isLost = false;
  for (const work of returns) work();
}

/** A request got no answer. Without a network there is nobody to ask: the browser tells when there is one. */
export function noteSilence(): void {
  isLost = true;
  clearTimeout(timer);
  if (globalThis.navigator?.onLine !== false) timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
}

const ask = (): Promise<void> =>
  fetch(PROBE, { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' }).then(noteAnswer, noteSilence);

globalThis.addEventListener?.('online', () => void (isLost && ask()));
