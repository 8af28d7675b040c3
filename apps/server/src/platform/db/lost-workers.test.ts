import { beforeEach, expect, test } from 'vitest';
import { LostWorkers } from './lost-workers.ts';

const PAUSE_MS = 5_000;
const LOST = new Error('the worker does not respond');
const OTHER = new Error('another error');

let now: number;
let workers: LostWorkers;

beforeEach(async () => {
  now = 0;
  workers = new LostWorkers({
    neighborsOf: async (tenant) => [tenant, 'neighbor'],
    isWorkerLost: (error) => error === LOST,
    now: () => now,
  });
  await expect(run('tenant', LOST)).rejects.toBe(LOST);
  // Waits until the other tenants of the worker have been looked up.
  await Promise.resolve();
});

/** Runs work that fails with `error`, if given. Otherwise, returns whether the work was a trial. */
const run = (tenant: string, error?: Error): Promise<boolean> =>
  workers.guard(tenant, async (isTrial) => {
    if (error) throw error;
    return isTrial;
  });

test('rejects requests from every tenant on a lost worker node until the next trial request, and states the cause', async () => {
  for (const tenant of ['tenant', 'neighbor'])
    await expect(run(tenant)).rejects.toMatchObject({ name: 'WorkerLost', cause: LOST });
  now = PAUSE_MS - 1;
  await expect(run('neighbor')).rejects.toMatchObject({ cause: LOST });
});

test('serves tenants on other worker nodes while one worker node is lost', async () => {
  expect(await run('other')).toBe(false);
});

test('serves all tenants on a worker node again after a trial request from any of them succeeds', async () => {
  now = PAUSE_MS;
  expect(await run('neighbor')).toBe(true);
  expect(await run('tenant')).toBe(false);
  expect(workers.isAny).toBe(false);
});

test('allows only one trial request to a lost worker node at a time', async () => {
  now = PAUSE_MS;
  const held = Promise.withResolvers<void>();
  const trial = workers.guard('tenant', async () => held.promise);
  await expect(run('tenant')).rejects.toMatchObject({ cause: LOST });
  await expect(run('neighbor')).rejects.toMatchObject({ cause: LOST });
  held.resolve();
  await trial;
  expect(await run('neighbor')).toBe(false);
});

test('starts another pause if a trial request fails because the worker node is still lost', async () => {
  now = PAUSE_MS;
  await expect(run('tenant', LOST)).rejects.toBe(LOST);
  await expect(run('neighbor')).rejects.toMatchObject({ cause: LOST });
  now = 2 * PAUSE_MS;
  expect(await run('neighbor')).toBe(true);
});

test('allows another trial request immediately if one fails with an unrelated error', async () => {
  now = PAUSE_MS;
  await expect(run('tenant', OTHER)).rejects.toBe(OTHER);
  expect(await run('neighbor')).toBe(true);
});
