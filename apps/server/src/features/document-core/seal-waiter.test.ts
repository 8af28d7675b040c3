import { expect, test } from 'vitest';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { SealWaiter } from './seal-waiter.ts';

test('notifies a waiting request in another process when the document is sealed', async () => {
  const [worker, web] = [new SealWaiter(), new SealWaiter()];
  worker.share((tenantId, documentId) => web.wake(tenantId, documentId));
  const looked = Promise.withResolvers<void>();
  // A unit of work in which polling never finds the seal.
  const uow = {
    release: async () => {},
    read: async () => {
      looked.resolve();
      return [{ ready: false }];
    },
  } as unknown as UnitOfWork;
  const waiting = web.wait(uow, 'tnt_a', 'doc_a', 30_000);
  await looked.promise;
  worker.notify('tnt_a', 'doc_b');
  worker.notify('tnt_a', 'doc_a');
  expect(await waiting).toBe(true);
});
