import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { LoadWatch } from './load-watch.ts';
import { Overload } from './overload.ts';

// Delays of the real event loop would count as load, so the test replaces them.
vi.mock('node:perf_hooks', async (load) => ({
  ...(await load<object>()),
  monitorEventLoopDelay: () => ({ count: 0, mean: 0, enable: () => {}, disable: () => {}, reset: () => {} }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('measures the load while requests arrive, pauses without requests, and resumes with the next request', async () => {
  const log = { warn: () => {} };
  const overload = new Overload({ isOn: true, pickedUpWithinMs: 0, now: () => Date.now(), random: () => 0, log });
  const measured = vi.spyOn(overload, 'observeWaits');
  const watch = new LoadWatch({
    overload,
    database: { waitMs: () => 0, query: async () => [] } as unknown as Database,
    workers: { waitMs: () => 0 },
    clock: { now: () => new Date() },
    log,
  });
  watch.start();
  const leave = overload.enter('everyday');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(measured.mock.calls.length, 'the load is measured while a request is in progress').toBeGreaterThan(150);
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
  measured.mockClear();
  overload.enter('everyday')();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(measured).toHaveBeenCalledTimes(10);
  await watch.stop();
  overload.enter('everyday')();
  expect(vi.getTimerCount()).toBe(0);
});
