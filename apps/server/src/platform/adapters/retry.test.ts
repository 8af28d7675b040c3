import { expect, test } from 'vitest';
import { type RetryOptions, withRetries } from './retry.ts';

const options: RetryOptions = {
  tries: 3,
  pauseMs: 1,
  maxPauseMs: 2,
  until: () => Infinity,
  isPassing: (error) => error instanceof RangeError,
};

/** Makes the first `times` attempts fail with `failure`, then returns the number of the attempt. */
const failing = (times: number, failure: Error) => async (attempt: number) => {
  if (attempt <= times) throw failure;
  return attempt;
};

test('retries after temporary failures, up to the allowed number of attempts', async () => {
  expect(await withRetries(options, failing(2, new RangeError('busy')))).toBe(3);
  await expect(withRetries(options, failing(3, new RangeError('busy')))).rejects.toThrow('busy');
});

test('does not retry after permanent failures', async () => {
  await expect(withRetries(options, failing(1, new Error('refused')))).rejects.toThrow('refused');
});

test('does not start another attempt after the deadline for that kind of failure', async () => {
  const until = (failure?: unknown) => (failure === undefined ? Infinity : performance.now());
  await expect(withRetries({ ...options, until }, failing(1, new RangeError('hangs')))).rejects.toThrow('hangs');
});
