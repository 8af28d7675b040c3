import { expect, test } from 'vitest';
import { type Timer, Timers } from './timers.ts';

const timersOf = (timers: readonly Timer<object>[], isTimeTrusted = () => true) => {
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  return { timers: new Timers(timers, {}, { isTimeTrusted, log }), warnings };
};
const HOUR_MS = 3_600_000;

test('waits for a running timer and does not run the timer twice', async () => {
  const turn = Promise.withResolvers<void>();
  let turns = 0;
  const run = async () => {
    turns += 1;
    await turn.promise;
  };
  const { timers } = timersOf([{ name: 'a', everyMs: HOUR_MS, needsTrustedTime: false, run }]);
  const [first, second] = [timers.run('a'), timers.run('a')];
  turn.resolve();
  await Promise.all([first, second]);
  expect(turns).toBe(1);
  await timers.run();
  expect(turns).toBe(2);
});

test('skips only timers that need the correct time while the clock is not trustworthy', async () => {
  const done: string[] = [];
  const timer = (name: string, needsTrustedTime: boolean) => ({
    name,
    everyMs: HOUR_MS,
    needsTrustedTime,
    run: async () => void done.push(name),
  });
  const { timers } = timersOf([timer('by the clock', true), timer('at any time', false)], () => false);
  await timers.run();
  expect(done).toEqual(['at any time']);
});

test('aborts and awaits a running timer when the server stops, and logs a failed run as a warning', async () => {
  const began = Promise.withResolvers<void>();
  const run = async (_: object, signal: AbortSignal) => {
    began.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new Error('interrupted');
  };
  const { timers, warnings } = timersOf([{ name: 'a', everyMs: HOUR_MS, needsTrustedTime: false, run }]);
  timers.start();
  await began.promise;
  await timers.stop();
  expect(warnings).toEqual(['a periodic task failed']);
});

test('runs all timers at startup, two at a time', async () => {
  const done: string[] = [];
  const all = Promise.withResolvers<void>();
  let running = 0;
  const timers = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    name,
    everyMs: HOUR_MS,
    needsTrustedTime: false,
    run: async () => {
      running += 1;
      expect(running).toBeLessThanOrEqual(2);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (done.push(name) === 5) all.resolve();
      if (name === 'b') throw new Error('what one turn fails of keeps no other');
    },
  }));
  const { timers: started, warnings } = timersOf(timers);
  started.start();
  await all.promise;
  await started.stop();
  expect(done.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(warnings).toEqual(['a periodic task failed']);
});

test('rejects two timers with the same name, and does not run an unknown timer', async () => {
  const timer = { name: 'a', everyMs: HOUR_MS, needsTrustedTime: false, run: async () => {} };
  expect(() => timersOf([timer, timer])).toThrow('two timers have the same name');
  await expect(timersOf([timer]).timers.run('b')).rejects.toThrow('there is no timer "b"');
});
