import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable, DatabaseWatchdog } from './database-watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => {});

test('keeps waiting for a lock while the database accepts connections', async () => {
  const connect = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const pulse = new DatabaseWatchdog(connect);
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = pulse.watch(promise);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(connect.mock.calls.length).toBeGreaterThan(10);
  resolve('done');
  expect(await waiting).toBe('done');
  await vi.advanceTimersByTimeAsync(1_000);
  const asked = connect.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connect, 'the database is not called while no caller waits').toHaveBeenCalledTimes(asked);
});

test('closes one hanging connection after each database time-out, and keeps the other connections', async () => {
  const pulse = new DatabaseWatchdog(() => Promise.resolve());
  const hanging = expect(pulse.watch(never)).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(36_000);
  await hanging;
  expect(() => pulse.check()).not.toThrow();
});

test.each([
  ['refuses connections', () => Promise.reject(new Error('connection refused'))],
  ['does not respond', () => never],
])(
  'treats a database that %s as unavailable within three seconds, for both waiting and new callers',
  async (_name, gone) => {
    const connect = vi.fn<() => Promise<void>>(gone);
    const pulse = new DatabaseWatchdog(connect);
    const refused = expect(pulse.watch(never)).rejects.toThrow(DatabaseUnavailable);
    await vi.advanceTimersByTimeAsync(2_999);
    await refused;
    expect(() => pulse.check()).toThrow(DatabaseUnavailable);
    connect.mockImplementation(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(2_500);
    expect(() => pulse.check()).not.toThrow();
  },
);

/**
 * Simulates a connection that takes several round trips. `step` returns the bytes that cross its socket in each tick.
 */
const inSteps = (steps: number, step: (n: number) => { read: number; written: number }) => {
  const connect = vi.fn<ConstructorParameters<typeof DatabaseWatchdog>[0]>((watch) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const bytes = { bytesRead: 0, bytesWritten: 0 };
    watch(() => bytes);
    let n = 0;
    const timer = setInterval(() => {
      const { read, written } = step(n);
      bytes.bytesRead += read;
      bytes.bytesWritten += written;
      n += 1;
      if (n < steps) return;
      clearInterval(timer);
      resolve();
    }, 250);
    return promise;
  });
  return connect;
};

test("does not report an unreachable database while the server's thread is busy for ten seconds", async () => {
  const pulse = new DatabaseWatchdog(
    inSteps(40, (n) => (n % 5 === 0 ? { read: 9, written: 5 } : { read: 0, written: 0 })),
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = pulse.watch(promise);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(() => pulse.check()).not.toThrow();
  resolve('done');
  expect(await waiting).toBe('done');
});

test("does not count the server's own processing time as database time", async () => {
  const pulse = new DatabaseWatchdog(inSteps(40, (n) => ({ read: n === 0 ? 9 : 0, written: 0 })));
  void pulse.watch(never).catch(() => {});
  await vi.advanceTimersByTimeAsync(9_000);
  expect(() => pulse.check()).not.toThrow();
});

test('reports within three seconds that the database stopped while a connection was being opened', async () => {
  const pulse = new DatabaseWatchdog(
    inSteps(400, (n) => (n === 0 ? { read: 9, written: 5 } : { read: 0, written: 0 })),
  );
  const refused = expect(pulse.watch(never)).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(2_999);
  await refused;
});
