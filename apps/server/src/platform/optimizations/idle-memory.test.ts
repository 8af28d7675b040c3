import { expect, test } from 'vitest';
import { IdleMemory } from './idle-memory.ts';

/**
 * Returns the seconds in which memory is collected. `busy` contains the milliseconds of each second in which the loop
 * was busy.
 */
function collections(busy: readonly number[]): number[] {
  const collected: number[] = [];
  let second = 0;
  const memory = new IdleMemory(() => collected.push(second));
  for (const [at, ms] of busy.entries()) {
    second = at;
    memory.observe(ms);
  }
  return collected;
}

test('releases memory once, in the first idle second after the start', () => {
  expect(collections([900, 400, 3, 5, 2, 4])).toEqual([2]);
});

test('does not release memory while the server is constantly busy', () => {
  expect(collections([900, 21, 30, 500, 21])).toEqual([]);
});

test('releases memory after an idle second, but only once for every ten seconds of work', () => {
  expect(collections([0, 4_000, 0, 5_000, 0, 1_001, 0, 0])).toEqual([0, 6]);
});
