/**
 * Whether the server can be reached: one answer for the whole app. Every request tells what came of it; while nothing comes, the
 * server is asked now and then, so that the app goes on by itself.
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

/** Runs whenever the server answers again after a while without. Answers with how it is taken back. */
export function onReturn(work: () => void): () => void {
  returns.add(work);
  return () => returns.delete(work);
}

/** An answer came, whatever it says. A server that is busy says itself for how long. */
export function noteAnswer(): void {
  if (state !== 'busy') become('there');
}

/** The server has more to do than it can: what is only read is asked for again by itself (query-client.ts). */
export function noteBusy(seconds: number): void {
  become('busy');
  timer = setTimeout(() => become('there'), (seconds + 1) * 1000);
}

/** A request got no answer. */
export function noteSilence(): void {
  become(globalThis.navigator?.onLine === false ? 'offline' : 'unreachable');
}

/** Asks once; a server that answers at all can be reached. */
export async function isReachable(): Promise<boolean> {
  try {
    await fetch(PROBE, { cache: 'no-store', credentials: 'omit' });
    noteAnswer();
    return true;
  } catch {
    noteSilence();
    return false;
  }
}

function become(next: Connection): void {
  clearTimeout(timer);
  // Without a network there is nobody to ask: the browser tells when there is one.
  if (next === 'unreachable') timer = setTimeout(() => void isReachable(), ASK_AGAIN_MS);
  if (next === state) return;
  // All that is shown is fetched again after a silence; a busy server is not asked for everything at once.
  const isReturn = next === 'there' && state !== 'busy';
  state = next;
  for (const changed of watchers) changed();
  if (isReturn) for (const work of returns) work();
}

globalThis.addEventListener?.('offline', noteSilence);
globalThis.addEventListener?.('online', () => void isReachable());
