import { expect, test } from 'vitest';
import { VerificationQueue } from './verification-queue.ts';

/** Returns a task that runs until the test ends it. */
function held() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { end: () => end(), work: () => done };
}

test('accepts 24 uploads for verification, three per address, and returns a retry time for further uploads', async () => {
  const room = new VerificationQueue();
  const { end, work } = held();
  const inside = Array.from({ length: 24 }, (_, index) => room.admit(`address ${Math.floor(index / 3)}`, work));
  await expect(room.admit('address 0', work)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 10 });
  await expect(room.admit('address 99', work)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 10 });
  end();
  await Promise.all(inside);
  await expect(room.admit('address 0', () => Promise.resolve('in'))).resolves.toBe('in');
});

test('verifies one file at a time, even after a failure, and queues at most eight files', async () => {
  const room = new VerificationQueue();
  const order: number[] = [];
  const { end, work } = held();
  const turns = Array.from({ length: 8 }, (_, index) =>
    room.run(async () => {
      if (index === 0) await work();
      order.push(index);
      if (index === 1) throw new Error('not a good one');
    }),
  );
  await expect(room.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(order).toEqual([]);
  end();
  const settled = await Promise.allSettled(turns);
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array.from({ length: 6 }, () => 'fulfilled'),
  ]);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await expect(room.run(() => Promise.resolve('again'))).resolves.toBe('again');
});
