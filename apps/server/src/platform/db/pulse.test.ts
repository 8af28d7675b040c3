import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable, Pulse } from './pulse.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => {});

test('whoever waits for a lock waits on, as long as connections can be made', async () => {
  const connect = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const pulse = new Pulse(connect);
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = pulse.watch(promise);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(connect.mock.calls.length).toBeGreaterThan(10);
  resolve('done');
  expect(await waiting).toBe('done');
  await vi.advanceTimersByTimeAsync(1_000);
  const asked = connect.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connect, 'nobody waits, nobody asks').toHaveBeenCalledTimes(asked);
});

test('one connection that hangs is given up after every time-out of the database, the others are not', async () => {
  const pulse = new Pulse(() => Promise.resolve());
  const hanging = expect(pulse.watch(never)).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(36_000);
  await hanging;
  expect(() => pulse.check()).not.toThrow();
});

test.each([
  ['refuses', () => Promise.reject(new Error('connection refused'))],
  ['is silent', () => never],
])(
  'a database that %s is gone within three seconds, for who waits and who comes, until it is back',
  async (_name, gone) => {
    const connect = vi.fn<() => Promise<void>>(gone);
    const pulse = new Pulse(connect);
    const refused = expect(pulse.watch(never)).rejects.toThrow(DatabaseUnavailable);
    await vi.advanceTimersByTimeAsync(2_999);
    await refused;
    expect(() => pulse.check()).toThrow(DatabaseUnavailable);
    connect.mockImplementation(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(2_500);
    expect(() => pulse.check()).not.toThrow();
  },
);
