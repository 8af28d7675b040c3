import { afterEach, describe, expect, test } from 'vitest';

import { PdfTaskError } from './pdf-task-error.ts';
import type { MisbehavingTasks } from './pool-test-worker.ts';
import { WorkerPool } from './worker-pool.ts';
import type { WorkerPoolOptions } from './worker-pool.ts';

const open: WorkerPool<MisbehavingTasks>[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

function makePool(options: Partial<WorkerPoolOptions> = {}): WorkerPool<MisbehavingTasks> {
  const entry = new URL('./pool-test-worker.ts', import.meta.url);
  const defaults = {
    entry,
    maxWorkers: 1,
    timeoutMs: 5000,
    patienceMs: 20_000,
    memoryMb: 256,
    idleMs: 5000,
    totalMemoryMb: 512,
    maxWaiting: 50,
    maxWaitingEach: 20,
  };
  const pool = new WorkerPool<MisbehavingTasks>({ ...defaults, ...options });
  open.push(pool);
  return pool;
}

async function failure(task: Promise<unknown>): Promise<PdfTaskError> {
  const error: unknown = await task.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PdfTaskError)) throw new Error(`expected a PdfTaskError, got ${String(error)}`);
  return error;
}

test('no thread runs before the first task', async () => {
  const pool = makePool();
  expect(pool.load).toEqual({ workers: 0, busy: 0, waiting: 0 });
  expect(await pool.run('echo', { a: 1 })).toEqual({ a: 1 });
  expect(pool.load).toEqual({ workers: 1, busy: 0, waiting: 0 });
});

test('a thread ends after it was idle', async () => {
  const pool = makePool({ idleMs: 20 });
  await pool.run('echo', 1);
  await expect.poll(() => pool.load.workers, { timeout: 3000 }).toBe(0);
  expect(await pool.run('echo', 2)).toBe(2);
});

test('a task that never ends is killed at the limit, and the next one is served', async () => {
  const pool = makePool({ timeoutMs: 4000 });
  await pool.run('echo', 'warm');
  const [spinning, next] = await Promise.all([
    failure(pool.run('spin', null, { timeoutMs: 60 })),
    pool.run('echo', 'served'),
  ]);
  expect(spinning.code).toBe('timeout');
  expect(next).toBe('served');
});

test('a task is not ended for the time in which its thread did not work', async () => {
  const pool = makePool();
  // What it waits for takes ten times its limit by the clock, and next to nothing of a processor.
  expect(await pool.run('sleep', 2000, { timeoutMs: 200 })).toBe('slept');
});

test('what a worker did before is not counted against the next task', async () => {
  const pool = makePool();
  expect(await pool.run('work', 600)).toBe('worked');
  expect(await pool.run('sleep', 600, { timeoutMs: 300 })).toBe('slept');
});

test('a task that does not get its processor time either is given up as busy, which is no fault of its tenant', async () => {
  const pool = makePool({ maxWorkers: 2, patienceMs: 500 });
  const owner = { tenant: 'starved' };
  expect((await failure(pool.run('wait', null, { owner }))).code).toBe('busy');
  await expect.poll(() => pool.load.workers).toBe(0);
  const two = [failure(pool.run('wait', null, { owner })), failure(pool.run('wait', null, { owner }))];
  expect(pool.load).toMatchObject({ workers: 2, waiting: 0 });
  expect((await Promise.all(two)).map(({ code }) => code)).toEqual(['busy', 'busy']);
  expect(await pool.run('echo', 'served')).toBe('served');
});

test.each(['hoardBuffers', 'hoardObjects'] as const)(
  '%s ends at the memory limit and the next task is served',
  async (kind) => {
    const pool = makePool({ memoryMb: 48 });
    expect((await failure(pool.run(kind, null))).code).toBe('out_of_memory');
    expect(await pool.run('echo', 1)).toBe(1);
  },
);

test.each(['recurse', 'throwLater', 'exit'] as const)(
  '%s counts as a crash and the next task is served',
  async (kind) => {
    const pool = makePool();
    expect((await failure(pool.run(kind, null))).code).toBe('crashed');
    expect(await pool.run('echo', 1)).toBe(1);
  },
);

test('a judgement keeps its code and the worker', async () => {
  const pool = makePool();
  const error = await failure(pool.run('reject', 'damaged'));
  expect(error).toMatchObject({ code: 'rejected', reason: 'damaged' });
  expect(pool.load.workers).toBe(1);
});

test('a task that is given up is not begun, and one that runs is finished', async () => {
  const pool = makePool();
  const given = new AbortController();
  const first = pool.run('echo', 'running', { signal: given.signal });
  const second = failure(pool.run('echo', 'waiting', { signal: given.signal }));
  const third = pool.run('echo', 'served');
  given.abort();
  expect((await second).code).toBe('aborted');
  expect(await first).toBe('running');
  expect(await third).toBe('served');
  expect((await failure(pool.run('echo', 1, { signal: AbortSignal.abort() }))).code).toBe('aborted');
});

test('the queue is bounded', async () => {
  const pool = makePool({ maxWaiting: 3 });
  const tasks = Array.from({ length: 4 }, (_, index) => pool.run('echo', index));
  expect((await failure(pool.run('echo', 4))).code).toBe('busy');
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3]);
  expect(await pool.run('echo', 5)).toBe(5);
});

describe('tenants', () => {
  const task = (tenant: string, credential?: string) => ({ owner: { tenant, credential } });

  test('take turns: one task does not wait behind a hundred of somebody else', async () => {
    const pool = makePool({ maxWaiting: 200, maxWaitingEach: 200 });
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const many = Array.from({ length: 100 }, () => pool.run('echo', 1, task('one')).then(note('one')));
    await Promise.all([...many, pool.run('echo', 1, task('two')).then(note('two'))]);
    // The first is handed over before the second tenant comes; then it is that one's turn, or the turn after.
    expect(order.indexOf('two')).toBeLessThanOrEqual(2);
  });

  test('whose task had to be ended has one worker at a time, and the others keep the rest', async () => {
    const pool = makePool({ maxWorkers: 2 });
    expect((await failure(pool.run('spin', null, { ...task('hostile'), timeoutMs: 50 }))).code).toBe('timeout');
    const closed = [failure(pool.run('wait', null, task('hostile'))), failure(pool.run('wait', null, task('hostile')))];
    expect(await pool.run('echo', 'served', task('honest'))).toBe('served');
    expect(pool.load).toMatchObject({ workers: 2, waiting: 1 });
    await pool.close();
    await Promise.all(closed);
  });

  test('a credential has a limit of its own, which leaves room for others', async () => {
    const pool = makePool({ maxWaitingEach: 2 });
    const own = Array.from({ length: 3 }, (_, index) => pool.run('echo', index, task('one', 'key_1')));
    expect(await failure(pool.run('echo', 3, task('one', 'key_1')))).toMatchObject({
      code: 'too_many',
      retryAfterSeconds: 5,
    });
    expect(await pool.run('echo', 'other', task('one', 'key_2'))).toBe('other');
    expect(await Promise.all(own)).toEqual([0, 1, 2]);
    expect(await pool.run('echo', 4, task('one', 'key_1'))).toBe(4);
  });

  test('a task can be refused when its turn comes, and no worker sees it', async () => {
    const pool = makePool();
    const refuse = () => new PdfTaskError('timeout', 'It has failed before.');
    expect((await failure(pool.run('spin', null, { refuse }))).message).toBe('It has failed before.');
    expect(pool.load).toEqual({ workers: 0, busy: 0, waiting: 0 });
  });
});

test('of tasks that together need more memory than there is, the largest gives way', async () => {
  const pool = makePool({ maxWorkers: 2, memoryMb: 200, totalMemoryMb: 160 });
  const small = failure(pool.run('hold', 60));
  const large = failure(pool.run('hold', 150));
  expect((await large).code).toBe('busy');
  expect(await pool.run('echo', 1)).toBe(1);
  await pool.close();
  expect((await small).code).toBe('aborted');
});

test('many tasks on few threads all end, each with its own answer', async () => {
  const pool = makePool({ maxWorkers: 2, maxWaiting: 100 });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => pool.run('echo', { index })));
  expect(answers).toEqual(Array.from({ length: 60 }, (_, index) => ({ index })));
  expect(pool.load.workers).toBe(2);
});

test('closing refuses what runs and what waits', async () => {
  const pool = makePool();
  const tasks = [failure(pool.run('spin', null)), failure(pool.run('echo', 1))];
  await pool.close();
  expect((await Promise.all(tasks)).map((error) => error.code)).toEqual(['aborted', 'aborted']);
  expect((await failure(pool.run('echo', 1))).code).toBe('aborted');
});

test('a parser sees nothing of the environment', async () => {
  expect((await makePool().run('environment', null)).filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([]);
});

test('a byte array crosses without the block it lies in', async () => {
  const block = Buffer.alloc(2 ** 16, 7);
  const answer = (await makePool().run('echo', { list: [{ bytes: block.subarray(5, 9) }], at: new Date(0) })) as {
    list: [{ bytes: Uint8Array }];
    at: Date;
  };
  expect(answer.at).toEqual(new Date(0));
  expect([...answer.list[0].bytes]).toEqual([7, 7, 7, 7]);
  expect(answer.list[0].bytes.buffer.byteLength).toBe(4);
});

test('what cannot be sent to a worker fails alone', async () => {
  const pool = makePool();
  expect((await failure(pool.run('echo', () => 1))).code).toBe('crashed');
  expect(await pool.run('echo', 1)).toBe(1);
});

test('of large tasks one runs at a time, on a worker of its own, while small ones go on beside it', async () => {
  const pool = makePool({ maxWorkers: 2, patienceMs: 3000 });
  const first = failure(pool.run('wait', null, { isLarge: true }));
  const second = pool.run('echo', 'large', { isLarge: true });
  for (const name of ['one', 'two', 'three']) expect(await pool.run('echo', name)).toBe(name);
  // The second large one came before them and still waits, although a worker is free.
  expect(pool.load).toMatchObject({ workers: 2, waiting: 1 });
  expect((await first).code).toBe('busy');
  expect(await second).toBe('large');
});
