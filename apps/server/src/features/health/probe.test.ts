import { expect, test } from 'vitest';
import { Probe } from './probe.ts';

/** A service whose responses the test controls. */
function part(options: { patienceMs?: number; limitMs?: number } = {}) {
  let now = 0;
  let tries = 0;
  let end: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const probe = new Probe({
    patienceMs: 5,
    limitMs: 60_000,
    ...options,
    elapsed: () => now,
    ask: () => {
      tries += 1;
      return new Promise<void>((resolve, reject) => {
        end = { resolve, reject };
      });
    },
  });
  return {
    probe,
    tries: () => tries,
    pass: (ms: number) => {
      now += ms;
    },
    answer: () => end?.resolve(),
    fail: () => end?.reject(new Error('broken')),
  };
}

test('does not check a healthy component again until five seconds have passed', async () => {
  const { probe, tries, pass, answer } = part();
  const first = probe.latest();
  answer();
  expect(await first).toMatchObject({ isWell: true, isSlow: false });
  pass(4999);
  expect(await probe.latest()).toBe(await first);
  expect(tries()).toBe(1);
  pass(1);
  const second = probe.latest();
  answer();
  await second;
  expect(tries()).toBe(2);
});

test('checks a failed component again after one second', async () => {
  const { probe, tries, pass, answer, fail } = part();
  const first = probe.latest();
  fail();
  expect(await first).toMatchObject({ isWell: false });
  pass(999);
  expect((await probe.latest()).isWell).toBe(false);
  expect(tries()).toBe(1);
  pass(1);
  const second = probe.latest();
  answer();
  expect((await second).isWell).toBe(true);
});

test('reports a component as failed if it does not respond within a second', async () => {
  const { probe, tries, pass, answer } = part();
  const first = probe.latest();
  answer();
  const well = await first;
  pass(5000);
  expect(await probe.latest()).toBe(well);
  pass(1001);
  expect(await probe.latest()).toMatchObject({ isWell: false });
  expect(tries()).toBe(2);
});

test('reports a component without any response as slow at first, and later as failed', async () => {
  const { probe, pass } = part();
  expect(await probe.latest()).toMatchObject({ isWell: true, isSlow: true });
  pass(1001);
  expect(await probe.latest()).toMatchObject({ isWell: false });
});

test('continues to report a failed component as failed while it does not respond', async () => {
  const { probe, pass, fail } = part();
  const first = probe.latest();
  fail();
  await first;
  pass(1000);
  expect(await probe.latest()).toMatchObject({ isWell: false });
});

test('abandons a health check that never ends, and starts another', async () => {
  const { probe, tries, pass } = part({ limitMs: 5 });
  expect((await probe.try()).isWell).toBe(false);
  pass(1000);
  void probe.latest();
  expect(tries()).toBe(2);
});

test('does not report a component as failed if the process itself was blocked for a second', async () => {
  let end: () => void = () => {};
  const probe = new Probe({ patienceMs: 5, ask: () => new Promise<void>((resolve) => (end = resolve)) });
  const first = probe.try();
  end();
  expect(await first).toMatchObject({ isWell: true });
  const second = probe.try();
  const until = performance.now() + 1_200;
  while (performance.now() < until);
  expect(probe.isOverdue).toBe(false);
  end();
  expect(await second).toMatchObject({ isWell: true, isSlow: false });
});
