import { expect, test } from 'vitest';
import { LastKnown } from './last-known.ts';

/** A source whose reads are completed by the test. */
function scene() {
  let now = 0;
  const reads: PromiseWithResolvers<number>[] = [];
  const failures: unknown[] = [];
  const known = new LastKnown({
    initial: 0,
    read: () => {
      const next = Promise.withResolvers<number>();
      reads.push(next);
      return next.promise;
    },
    failed: (error) => void failures.push(error),
    elapsed: () => now,
  });
  return { known, reads, failures, wait: (ms: number) => void (now += ms) };
}
/** Lets the handlers of settled promises run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('returns the last known value immediately and starts no second read while the first is running', async () => {
  const { known, reads, wait } = scene();
  for (let n = 0; n < 100; n += 1) {
    expect(known.peek()).toBe(0);
    wait(60_000);
  }
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(7);
  await settle();
  expect(known.peek()).toBe(7);
});

test('waits longer after each failed read, and keeps returning the last known value', async () => {
  const { known, reads, failures, wait } = scene();
  for (const pause of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    const before = reads.length;
    known.peek();
    expect(reads).toHaveLength(before + 1);
    reads.at(-1)?.reject(new Error('down'));
    await settle();
    wait(pause - 1);
    expect(known.peek()).toBe(0);
    expect(reads).toHaveLength(before + 1);
    wait(1);
  }
  expect(failures).toHaveLength(6);
});

test('ignores the result of an earlier read that finishes after a later one', async () => {
  const { known, reads } = scene();
  known.peek();
  const fresh = known.refresh();
  reads[1]?.resolve(2);
  await fresh;
  reads[0]?.resolve(1);
  await settle();
  expect(known.value).toBe(2);
});
