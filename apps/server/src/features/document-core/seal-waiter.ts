/**
 * Lets a download wait for work that follows the last signature: sealing the document or creating the certificate of
 * completion. This process and other processes on this machine wake the waiter when the work is done. Polling detects
 * work that was done on other machines.
 */
import { type Statement, namedStatement } from '../../platform/db/statement.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';

const POLL_MS = 200;

const selectSealed = namedStatement<{ ready: boolean }, { tenantId: string; documentId: string }>(
  'document-is-sealed',
  'select sealed_at is not null as ready from documents where tenant_id = :tenantId and id = :documentId',
);

type Question = (of: { tenantId: string; documentId: string }) => Statement<{ ready: boolean }>;

export class SealWaiter {
  readonly #isReady: Question;
  readonly #waiting = new Map<string, Set<() => void>>();
  #tell: ((tenantId: string, documentId: string) => void) | undefined;

  /** @param isReady query for the completed work; default: the seal */
  constructor(isReady: Question = selectSealed) {
    this.#isReady = isReady;
  }

  /** Starts calling `tell` for all work that finishes in this process. */
  share(tell: (tenantId: string, documentId: string) => void): void {
    this.#tell = tell;
  }

  notify(tenantId: string, documentId: string): void {
    this.wake(tenantId, documentId);
    this.#tell?.(tenantId, documentId);
  }

  /** Wakes only the waiters of this process. */
  wake(tenantId: string, documentId: string): void {
    for (const wake of this.#waiting.get(`${tenantId}/${documentId}`) ?? []) wake();
  }

  /** Resolves to false after a timeout. */
  async wait(uow: UnitOfWork, tenantId: string, documentId: string, ms: number): Promise<boolean> {
    await uow.release();
    const deadline = performance.now() + ms;
    for (;;) {
      // Subscribes before querying, so that a seal that is created between the two steps is not missed.
      const woken = this.#listen(`${tenantId}/${documentId}`);
      const [row] = await uow.read(tenantId, this.#isReady({ tenantId, documentId }));
      const left = deadline - performance.now();
      if (row?.ready || left <= 0) {
        woken.cancel();
        return row?.ready ?? false;
      }
      // The notifier has already committed, so no query is needed.
      if (await woken.within(Math.min(POLL_MS, left))) return true;
    }
  }

  /** `within` returns whether the listener was notified within the given time. */
  #listen(key: string): { within(ms: number): Promise<boolean>; cancel(): void } {
    const listeners = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, listeners);
    let timer: NodeJS.Timeout | undefined;
    let settle: (notified: boolean) => void = () => {};
    const done = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const end = (notified: boolean) => {
      clearTimeout(timer);
      listeners.delete(wake);
      if (listeners.size === 0 && this.#waiting.get(key) === listeners) this.#waiting.delete(key);
      settle(notified);
    };
    const wake = () => end(true);
    listeners.add(wake);
    return {
      cancel: () => end(false),
      within: (ms) => {
        timer = setTimeout(() => end(false), ms);
        return done;
      },
    };
  }
}
