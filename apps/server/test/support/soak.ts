/**
 * The number of cases in a `*.soak.test.ts` file: a small sample with `npm test`, and all cases with `npm run soak`.
 */
const isSoak = process.env['SOAK'] === 'full';

export function soak<T>(sizes: { test: T; full: T }): T {
  return isSoak ? sizes.full : sizes.test;
}

/** Calls `work` with the numbers from 0 to `count` - 1, with at most `atOnce` calls in progress at the same time. */
export async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
