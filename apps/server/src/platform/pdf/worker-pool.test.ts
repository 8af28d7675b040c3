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

test('does not start a worker thread before the first task', async () => {
  const pool = makePool();
  expect(pool.load).toEqual({ workers: 0, busy: 0, waiting: 0 });
  expect(await pool.run('echo', { a: 1 })).toEqual({ a: 1 });
  expect(pool.load).toEqual({ workers: 1, busy: 0, waiting: 0 });
});

test('ends the thread of an idle worker', async () => {
  const pool = makePool({ idleMs: 20 });
  await pool.run('echo', 1);
  await expect.poll(() => pool.load.workers, { timeout: 3000 }).toBe(0);
  expect(await pool.run('echo', 2)).toBe(2);
});

test('stops an endless task at the time limit and runs the next task', async () => {
  const pool = makePool({ timeoutMs: 4000 });
  await pool.run('echo', 'warm');
  const [spinning, next] = await Promise.all([
    failure(pool.run('spin', null, { timeoutMs: 60 })),
    pool.run('echo', 'served'),
  ]);
  expect(spinning.code).toBe('timeout');
  expect(next).toBe('served');
});

test('does not count time without CPU use toward the time limit of a task', async () => {
  const pool = makePool();
  // Waits for ten times the task's limit in wall-clock time, and takes almost no CPU time.
  expect(await pool.run('sleep', 2000, { timeoutMs: 200 })).toBe('slept');
});

test("does not count a worker's earlier work against its next task", async () => {
  const pool = makePool();
  expect(await pool.run('work', 600)).toBe('worked');
  expect(await pool.run('sleep', 600, { timeoutMs: 300 })).toBe('slept');
});

test('fails a task that gets no CPU time with the code "busy", and does not count it against its tenant', async () => {
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
  'stops the task "%s" at the memory limit and runs the next task',
  async (kind) => {
    const pool = makePool({ memoryMb: 48 });
    expect((await failure(pool.run(kind, null))).code).toBe('out_of_memory');
    expect(await pool.run('echo', 1)).toBe(1);
  },
);

test.each(['recurse', 'throwLater', 'exit'] as const)(
  'reports that the task "%s" crashed and runs the next task',
  async (kind) => {
    const pool = makePool();
    expect((await failure(pool.run(kind, null))).code).toBe('crashed');
    expect(await pool.run('echo', 1)).toBe(1);
  },
);

test('reports why a task was rejected and keeps the worker running', async () => {
  const pool = makePool();
  const error = await failure(pool.run('reject', 'damaged'));
  expect(error).toMatchObject({ code: 'rejected', reason: 'damaged' });
  expect(pool.load.workers).toBe(1);
});

test('does not start a canceled task, and completes a running one', async () => {
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

test('limits the number of tasks in the queue', async () => {
  const pool = makePool({ maxWaiting: 3 });
  const tasks = Array.from({ length: 4 }, (_, index) => pool.run('echo', index));
  expect((await failure(pool.run('echo', 4))).code).toBe('busy');
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3]);
  expect(await pool.run('echo', 5)).toBe(5);
});

describe('sharing workers between tenants', () => {
  const task = (tenant: string, credential?: string) => ({ owner: { tenant, credential } });

  test('alternates between tenants, so that a task does not wait behind a hundred tasks of another tenant', async () => {
    const pool = makePool({ maxWaiting: 200, maxWaitingEach: 200 });
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const many = Array.from({ length: 100 }, () => pool.run('echo', 1, task('one')).then(note('one')));
    await Promise.all([...many, pool.run('echo', 1, task('two')).then(note('two'))]);
    // The first task starts before the second tenant's task is queued. The second tenant is served after at most one
    // more task of the first.
    expect(order.indexOf('two')).toBeLessThanOrEqual(2);
  });

  test("limits a tenant to one worker after one of the tenant's tasks was stopped", async () => {
    const pool = makePool({ maxWorkers: 2 });
    expect((await failure(pool.run('spin', null, { ...task('hostile'), timeoutMs: 50 }))).code).toBe('timeout');
    const closed = [failure(pool.run('wait', null, task('hostile'))), failure(pool.run('wait', null, task('hostile')))];
    expect(await pool.run('echo', 'served', task('honest'))).toBe('served');
    expect(pool.load).toMatchObject({ workers: 2, waiting: 1 });
    await pool.close();
    await Promise.all(closed);
  });

  test('limits the number of waiting tasks for each credential', async () => {
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

  test('rejects a previously failed task without passing it to a worker', async () => {
    const pool = makePool();
    const refuse = () => new PdfTaskError('timeout', 'It has failed before.');
    expect((await failure(pool.run('spin', null, { refuse }))).message).toBe('It has failed before.');
    expect(pool.load).toEqual({ workers: 0, busy: 0, waiting: 0 });
  });
});

test('stops the largest task when all tasks together need too much memory', async () => {
  const pool = makePool({ maxWorkers: 2, memoryMb: 200, totalMemoryMb: 160 });
  const small = failure(pool.run('hold', 60));
  const large = failure(pool.run('hold', 150));
  expect((await large).code).toBe('busy');
  expect(await pool.run('echo', 1)).toBe(1);
  await pool.close();
  expect((await small).code).toBe('aborted');
});

test('completes many tasks on few threads and returns the correct result of each', async () => {
  const pool = makePool({ maxWorkers: 2, maxWaiting: 100 });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => pool.run('echo', { index })));
  expect(answers).toEqual(Array.from({ length: 60 }, (_, index) => ({ index })));
  expect(pool.load.workers).toBe(2);
});

test('rejects running and waiting tasks when the pool closes', async () => {
  const pool = makePool();
  const tasks = [failure(pool.run('spin', null)), failure(pool.run('echo', 1))];
  await pool.close();
  expect((await Promise.all(tasks)).map((error) => error.code)).toEqual(['aborted', 'aborted']);
  expect((await failure(pool.run('echo', 1))).code).toBe('aborted');
});

test('hides environment variables from the parsers in a worker', async () => {
  expect((await makePool().run('environment', null)).filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([]);
});

test('passes only the bytes of a byte array to a worker, not the whole underlying buffer', async () => {
  const block = Buffer.alloc(2 ** 16, 7);
  const answer = (await makePool().run('echo', { list: [{ bytes: block.subarray(5, 9) }], at: new Date(0) })) as {
    list: [{ bytes: Uint8Array }];
    at: Date;
  };
  expect(answer.at).toEqual(new Date(0));
  expect([...answer.list[0].bytes]).toEqual([7, 7, 7, 7]);
  expect(answer.list[0].bytes.buffer.byteLength).toBe(4);
});

test('fails only the task whose data cannot be sent to a worker', async () => {
  const pool = makePool();
  expect((await failure(pool.run('echo', () => 1))).code).toBe('crashed');
  expect(await pool.run('echo', 1)).toBe(1);
});

test('runs one large task at a time on a separate worker, in parallel with small tasks', async () => {
  const pool = makePool({ maxWorkers: 2, patienceMs: 3000 });
  const first = failure(pool.run('wait', null, { isLarge: true }));
  const second = pool.run('echo', 'large', { isLarge: true });
  for (const name of ['one', 'two', 'three']) expect(await pool.run('echo', name)).toBe(name);
  // The second large task was queued before the small tasks and still waits, although a worker is free.
  expect(pool.load).toMatchObject({ workers: 2, waiting: 1 });
  expect((await first).code).toBe('busy');
  expect(await second).toBe('large');
});
