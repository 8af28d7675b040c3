/**
 * Whether the server can be reached, for a whole page. Every request reports its result. While there is no response, the
 * server is polled, so that the page recovers automatically.
 */
import { getHealth } from '@countersign/client/operations';

export type Connection = 'there' | 'busy' | 'offline' | 'unreachable';

const ASK_AGAIN_MS = 3000;
const PROBE = getHealth.path;

let state: Connection = 'there';
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
const returns = new Set<() => void>();

/** For useSyncExternalStore. */
export const connection = {
  read: (): Connection => state,
  watch: (changed: () => void): (() => void) => {
    watchers.add(changed);
    return () => watchers.delete(changed);
  },
};

/** Runs whenever the server responds again after an interruption. Returns an unsubscribe function. */
export function onReturn(work: () => void): () => void {
  returns.add(work);
  return () => returns.delete(work);
}

/** There was a response of any kind. A busy server states for how long. */
export function noteAnswer(): void {
  if (state !== 'busy') become('there');
}

/** The server is overloaded; reads are retried automatically (query-client.ts). */
export function noteBusy(seconds: number): void {
  become('busy');
  timer = setTimeout(() => become('there'), (seconds + 1) * 1000);
}

/** A request got no response. */
export function noteSilence(): void {
  become(globalThis.navigator?.onLine === false ? 'offline' : 'unreachable');
}

/** Asks once. Any response means that the server can be reached. */
export async function isReachable(): Promise<boolean> {
  try {
    await fetch(PROBE, { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' });
    noteAnswer();
    return true;
  } catch {
    noteSilence();
    return false;
  }
}

function become(next: Connection): void {
  clearTimeout(timer);
  // Without a network, polling is useless: the browser reports when it is back.
  if (next === 'unreachable') timer = setTimeout(() => void isReachable(), ASK_AGAIN_MS);
  if (next === state) return;
  // After an interruption, everything shown is fetched again. A busy server does not get all requests at once.
  const isReturn = next === 'there' && state !== 'busy';
  state = next;
  for (const changed of watchers) changed();
  if (isReturn) for (const work of returns) work();
}

globalThis.addEventListener?.('offline', noteSilence);
globalThis.addEventListener?.('online', () => void isReachable());
