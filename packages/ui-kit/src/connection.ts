/**
 * Tracks for a whole page whether the server can be reached. Every request reports its result. While there is no
 * response, the page polls the server and recovers automatically.
 */
import { getHealth } from '@countersign/client/operations';

export type Connection = 'there' | 'busy' | 'offline' | 'unreachable';

const ASK_AGAIN_MS = 3000;
const PROBE = getHealth.path;

let state: Connection = 'there';
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
const returns = new Set<() => void>();

/** The state of the connection. `watch` and `read` are the arguments of useSyncExternalStore. */
export const connection = {
  read: (): Connection => state,
  watch: (changed: () => void): (() => void) => {
    watchers.add(changed);
    return () => watchers.delete(changed);
  },
};

/**
 * Calls the listener whenever the server becomes reachable again after an interruption. Returns an unsubscribe
 * function.
 */
export function onReturn(work: () => void): () => void {
  returns.add(work);
  return () => returns.delete(work);
}

/** Reports that the server has responded, whatever the response was. */
export function noteAnswer(): void {
  if (state !== 'busy') become('there');
}

/** Reports that the server is overloaded. Reads are retried automatically (query-client.ts). */
export function noteBusy(seconds: number): void {
  become('busy');
  timer = setTimeout(() => become('there'), (seconds + 1) * 1000);
}

/** Reports a request that got no response. */
export function noteSilence(): void {
  become(globalThis.navigator?.onLine === false ? 'offline' : 'unreachable');
}

/** Sends one request to the server. Any response means that it can be reached. */
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
  // Without a network, polling stops. The browser reports when the network is available again.
  if (next === 'unreachable') timer = setTimeout(() => void isReachable(), ASK_AGAIN_MS);
  if (next === state) return;
  // After an interruption, the listeners of `onReturn` refetch all of the page's data. They are not called after an
  // overload, so that a busy server does not get all of these requests at the same time.
  const isReturn = next === 'there' && state !== 'busy';
  state = next;
  for (const changed of watchers) changed();
  if (isReturn) for (const work of returns) work();
}

globalThis.addEventListener?.('offline', noteSilence);
globalThis.addEventListener?.('online', () => void isReachable());
