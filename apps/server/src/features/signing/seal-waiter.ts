/** Lets a download wait for the sealing that follows the last signature: woken in this process, polled across processes. */
import { statement } from '../../platform/db/statement.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';

const POLL_MS = 200;

const selectSealed = statement<{ sealed: boolean }, [tenant: string, document: string]>(
  'document-is-sealed',
  'select sealed_at is not null as sealed from documents where tenant_id = $1 and id = $2',
);

export class SealWaiter {
  readonly #uow: UnitOfWork;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(uow: UnitOfWork) {
    this.#uow = uow;
  }

  notify(tenantId: string, documentId: string): void {
    for (const wake of this.#waiting.get(`${tenantId}/${documentId}`) ?? []) wake();
  }

  /** True once the document is sealed; false when that did not happen in time. */
  async wait(tenantId: string, documentId: string, ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    for (;;) {
      // Listen first, look second: a sealing between the two is not missed.
      const woken = this.#listen(`${tenantId}/${documentId}`);
      const [row] = await this.#uow.read(tenantId, selectSealed(tenantId, documentId));
      const left = deadline - performance.now();
      if (row?.sealed || left <= 0) {
        woken.cancel();
        return row?.sealed ?? false;
      }
      await woken.within(Math.min(POLL_MS, left));
    }
  }

  #listen(key: string): { within(ms: number): Promise<void>; cancel(): void } {
    const listeners = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, listeners);
    let timer: NodeJS.Timeout | undefined;
    let settle: () => void = () => {};
    const done = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const cancel = () => {
      clearTimeout(timer);
      listeners.delete(cancel);
      if (listeners.size === 0 && this.#waiting.get(key) === listeners) this.#waiting.delete(key);
      settle();
    };
    listeners.add(cancel);
    return {
      cancel,
      within: (ms) => {
        timer = setTimeout(cancel, ms);
        return done;
      },
    };
  }
}
