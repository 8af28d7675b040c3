import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { type DatabaseFixture, openDatabaseFixture, sql } from '../db/database.fixture.ts';
import type { Clock } from '../ports/clock.ts';
import { enqueue } from './enqueue.ts';
import { defineJob, type JobRequest, type Lane, type Take } from './queue.ts';
import { type AnyJobHandler, type Job, type JobHandler, JobRunner, PermanentJobError } from './runner.ts';

type Payload = { name: string };
const mailJob = defineJob<Payload>('test-mail', { lane: 'mail', retryAfter: [10, 60], lease: 30 });
const sealJob = defineJob<Payload>('test-seal', { lane: 'seal', retryAfter: [1], lease: 30 });
const START = new Date('2026-03-01T12:00:00.000Z');

class TestClock implements Clock {
  #time = START.getTime();
  now(): Date {
    return new Date(this.#time);
  }
  advance(seconds: number): void {
    this.#time += seconds * 1000;
  }
}

let fixture: DatabaseFixture;
let database: Database;
let tenantId: string;
let clock: TestClock;
const runners: JobRunner[] = [];
const releases: (() => void)[] = [];

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  database = fixture.open(8);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  // The fake timer applies only to polling, so a job that starts before the timer fires was woken. Tests of polling set
  // a different interval.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  tenantId = await fixture.addTenant();
  clock = new TestClock();
});
afterEach(async () => {
  // Lets running jobs finish before the workers are stopped, even if a test failed halfway.
  for (const release of releases.splice(0)) release();
  for (const runner of runners.splice(0)) await runner.stop();
  vi.useRealTimers();
  await fixture.admin.query('delete from jobs');
});

const poll = () => vi.advanceTimersByTime(2_000);
const silent = { error: () => undefined, warn: () => undefined };

/** Creates a runner that the database treats as a separate worker process. */
function makeRunner(...handlers: AnyJobHandler[]): JobRunner {
  const runner = new JobRunner({ database, clock, handlers, log: silent });
  runners.push(runner);
  return runner;
}

async function startRunner(...handlers: AnyJobHandler[]): Promise<JobRunner> {
  const runner = makeRunner(...handlers);
  await runner.start({ exclusive: false });
  return runner;
}

function add(
  job: JobRequest,
  {
    wake = () => undefined,
    take,
    tenant = tenantId,
  }: { wake?: (lane: Lane) => void; take?: Take; tenant?: string } = {},
): Promise<void> {
  return database.transaction(
    { role: 'app', tenantId: tenant },
    () => clock.now(),
    async (tx) => enqueue(tx, tenant, [job], wake, take),
  );
}

type Row = {
  id: string;
  state: string;
  attempt: number;
  run_at: Date;
  last_error: string | null;
  lease_until: Date | null;
};
async function rows(): Promise<Row[]> {
  return (
    await fixture.admin.query<Row>('select id, state, attempt, run_at, last_error, lease_until from jobs order by id')
  ).rows;
}
const gone = () => vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 20_000 });
const inState = (expected: Partial<Row>) =>
  vi.waitFor(async () => expect(await rows()).toEqual([expect.objectContaining(expected)]), { timeout: 20_000 });

/** A handler whose runs the test can observe and release. */
function controlled(definition = mailJob) {
  const runs: { job: Job<Payload>; finish(): void; fail(error: Error): void }[] = [];
  const dead = vi.fn<(job: Job<Payload>, error: unknown) => Promise<void>>(async () => undefined);
  const over = Promise.withResolvers<void>();
  releases.push(over.resolve);
  const handler: JobHandler<Payload> = {
    definition,
    dead,
    run: (job) =>
      new Promise<void>((resolve, reject) => {
        runs.push({ job, finish: resolve, fail: reject });
        void over.promise.then(resolve);
      }),
  };
  return {
    handler,
    runs,
    dead,
    begun: (count: number) => vi.waitFor(() => expect(runs).toHaveLength(count), { timeout: 20_000 }),
  };
}

describe('running a job', () => {
  test('runs a job immediately in its tenant with its payload, and deletes the job when it is done', async () => {
    const { handler, runs, begun } = controlled();
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'first' }), { wake: runner.wake });
    await begun(1);
    expect(runs[0]?.job).toMatchObject({ tenantId, payload: { name: 'first' }, attempt: 1 });
    expect(await rows()).toEqual([expect.objectContaining({ state: 'running', attempt: 1 })]);
    runs[0]?.finish();
    await gone();
  });

  test('adds a job once if two jobs in a group have the same key, and runs the others', async () => {
    const { handler, begun, runs } = controlled();
    const runner = await startRunner(handler);
    const job = (name: string, uniqueKey: string) => mailJob.request({ name }, { uniqueKey });
    await database.transaction(
      { role: 'app', tenantId },
      () => clock.now(),
      async (tx) =>
        enqueue(tx, tenantId, [job('a', 'one'), job('b', 'one'), job('c', 'two')], runner.wake, runner.take),
    );
    await begun(2);
    expect(runs.map((run) => run.job.payload.name).toSorted()).toEqual(['a', 'c']);
    expect(await rows()).toHaveLength(2);
    for (const run of runs) run.finish();
    await gone();
  });

  test('does not run jobs in a process without a worker, even if that process queued them', async () => {
    const { handler, runs, begun } = controlled();
    const idle = makeRunner(handler);
    await add(mailJob.request({ name: 'of a web process' }), { wake: idle.wake });
    await idle.stop();
    expect(runs).toEqual([]);
    expect(await rows()).toEqual([expect.objectContaining({ state: 'ready', attempt: 0 })]);
    await startRunner(handler);
    await begun(1);
  });

  test('does not add a job or wake a worker when the transaction fails', async () => {
    const wake = vi.fn<(lane: Lane) => void>();
    const failing = database.transaction(
      { role: 'app', tenantId },
      () => clock.now(),
      async (tx) => {
        enqueue(tx, tenantId, [mailJob.request({ name: 'lost' })], wake);
        await tx.query(sql('select 1 as one'));
        throw new Error('the change did not happen');
      },
    );
    await expect(failing).rejects.toThrow('the change did not happen');
    expect(await rows()).toEqual([]);
    expect(wake).not.toHaveBeenCalled();
  });

  test('finds a delayed job by polling when the job is due', async () => {
    const { handler, begun, runs } = controlled();
    await startRunner(handler);
    const wake = vi.fn<(lane: Lane) => void>();
    await add(mailJob.request({ name: 'later' }, { runAt: new Date(START.getTime() + 60_000) }), { wake });
    expect(wake).not.toHaveBeenCalled();
    await add(mailJob.request({ name: 'now' }));
    poll();
    await begun(1);
    expect(runs[0]?.job.payload.name).toBe('now');
    runs[0]?.finish();
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 20_000 });
    clock.advance(60);
    poll();
    await begun(2);
    expect(runs[1]?.job.payload.name).toBe('later');
    runs[1]?.finish();
    await gone();
  });

  test('runs a job once even if several workers try to claim it', async () => {
    const counts = new Map<string, number>();
    const handler: JobHandler<Payload> = {
      definition: mailJob,
      run: async ({ payload }) => void counts.set(payload.name, (counts.get(payload.name) ?? 0) + 1),
    };
    await Promise.all(Array.from({ length: 40 }, (_, index) => add(mailJob.request({ name: `job ${index}` }))));
    await Promise.all([startRunner(handler), startRunner(handler), startRunner(handler)]);
    await gone();
    expect([...counts.values()]).toEqual(Array.from({ length: 40 }, () => 1));
  });

  test('does not block other queues if one queue is full', async () => {
    const mail = controlled();
    const seal = controlled(sealJob);
    const runner = await startRunner(mail.handler, seal.handler);
    for (let index = 0; index < 6; index += 1)
      await add(mailJob.request({ name: `mail ${index}` }), { wake: runner.wake });
    await mail.begun(4);
    await add(sealJob.request({ name: 'seal' }), { wake: runner.wake });
    await seal.begun(1);
    expect(mail.runs).toHaveLength(4);
    mail.runs[0]?.finish();
    await mail.begun(5);
    seal.runs[0]?.finish();
    for (const run of mail.runs) run.finish();
    await mail.begun(6);
    mail.runs[5]?.finish();
    await gone();
  });
});

describe('job that is claimed when it is queued', () => {
  const of = ({ take, wake }: JobRunner) => ({ take, wake });
  /** Starts a worker and waits until it has checked for existing jobs. From then on, it claims new jobs directly. */
  const startTaking = async (handler: AnyJobHandler): Promise<JobRunner> => {
    const runner = await startRunner(handler);
    const probe = {
      tenantId,
      id: 'job_probe',
      kind: 'test-mail',
      uniqueKey: 'probe',
      lane: 'mail',
      payload: {},
      cause: undefined,
    } as const;
    await vi.waitFor(() => expect(runner.take({}, probe, clock.now())).toBeDefined(), { timeout: 20_000 });
    return runner;
  };

  test('leases a job to the worker that queues the job, and starts the job when the transaction commits', async () => {
    const { handler, runs, begun } = controlled();
    const runner = await startTaking(handler);
    await add(mailJob.request({ name: 'taken' }), { take: runner.take });
    expect(await rows()).toEqual([
      expect.objectContaining({ state: 'running', attempt: 1, lease_until: new Date(START.getTime() + 30_000) }),
    ]);
    await begun(1);
    expect(runs[0]?.job).toMatchObject({ tenantId, payload: { name: 'taken' }, attempt: 1 });
    runs[0]?.finish();
    await gone();
  });

  test('does not start a job before the committing code continues, and releases the job if the worker stops first', async () => {
    const { handler, runs } = controlled();
    const runner = await startTaking(handler);
    await add(mailJob.request({ name: 'behind the answer' }), { take: runner.take });
    // An upper bound for the number of promises between a commit and the response on the socket.
    for (let step = 0; step < 200; step += 1) await Promise.resolve();
    expect(runs).toEqual([]);
    await runner.stop();
    expect(runs).toEqual([]);
    expect(await rows()).toEqual([expect.objectContaining({ state: 'ready', attempt: 0, lease_until: null })]);
  });

  test('does not run a job if a job with the same key exists or the transaction fails', async () => {
    const { handler, runs, begun } = controlled();
    const runner = await startTaking(handler);
    const request = mailJob.request({ name: 'once' }, { uniqueKey: 'once' });
    await add(request);
    await add(request, of(runner));
    const failing = database.transaction(
      { role: 'app', tenantId },
      () => clock.now(),
      async (tx) => {
        enqueue(tx, tenantId, [mailJob.request({ name: 'lost' })], runner.wake, runner.take);
        await tx.flush();
        throw new Error('the change did not happen');
      },
    );
    await expect(failing).rejects.toThrow('the change did not happen');
    await add(mailJob.request({ name: 'after it' }), of(runner));
    await begun(1);
    expect(runs[0]?.job.payload.name).toBe('after it');
    expect((await rows()).map(({ state, attempt }) => `${state} ${attempt}`).toSorted()).toEqual([
      'ready 0',
      'running 1',
    ]);
  });

  test('leaves a job in the queue if all slots are taken, even by jobs of the same transaction', async () => {
    const { handler, runs, begun } = controlled();
    const runner = await startTaking(handler);
    await database.transaction(
      { role: 'app', tenantId },
      () => clock.now(),
      async (tx) => {
        for (let index = 0; index < 6; index += 1)
          enqueue(tx, tenantId, [mailJob.request({ name: `${index}` })], runner.wake, runner.take);
      },
    );
    await begun(4);
    const states = (await rows()).map(({ state }) => state).toSorted();
    expect(states).toEqual(['ready', 'ready', ...Array<string>(4).fill('running')]);
    for (const run of runs) run.finish();
    await begun(6);
    for (const run of runs) run.finish();
    await gone();
  });

  test('releases a job if the worker stops before the job starts', async () => {
    const { handler, runs } = controlled();
    const runner = await startTaking(handler);
    let stopping = Promise.resolve();
    await add(mailJob.request({ name: 'too late' }), {
      take: (...job) => {
        const taken = runner.take(...job);
        stopping = runner.stop();
        return taken;
      },
    });
    await stopping;
    await inState({ state: 'ready', attempt: 0 });
    expect(runs).toEqual([]);
  });
});

describe('jobs that can run together', () => {
  /**
   * Groups jobs whose names begin with the same letter, in any order. `work` and the completion of its jobs share one
   * transaction.
   */
  function grouping(work: (names: string[]) => void, definition = mailJob) {
    const runs: string[][] = [];
    const run = async (jobs: readonly Job<Payload>[]) => {
      const names = jobs.map(({ payload }) => payload.name).toSorted();
      runs.push(names);
      await database.transaction(
        { role: 'app', tenantId },
        () => clock.now(),
        async (tx) => {
          for (const job of jobs) job.done(tx);
          work(names);
        },
      );
    };
    const handler: JobHandler<Payload> = {
      definition,
      run: (job) => run([job]),
      together: { of: ({ name }) => name[0], run },
    };
    return { handler, runs };
  }

  test('runs and ends grouped jobs together', async () => {
    const { handler, runs } = grouping(() => undefined);
    for (const name of ['a1', 'b1', 'a2']) await add(mailJob.request({ name }));
    await startRunner(handler);
    await gone();
    expect(runs.map(String).toSorted()).toEqual(['a1,a2', 'b1']);
  });

  test('runs grouped jobs separately if one fails, and marks only that job as failed', async () => {
    const { handler, runs } = grouping((names) => {
      if (names.includes('a2')) throw new PermanentJobError('the address does not exist');
    });
    for (const name of ['a1', 'a2', 'a3']) await add(mailJob.request({ name }));
    await startRunner(handler);
    await inState({ state: 'dead', last_error: 'the address does not exist' });
    expect(runs[0]).toEqual(['a1', 'a2', 'a3']);
    expect(runs.slice(1).flat().toSorted()).toEqual(['a1', 'a2', 'a3']);
    expect(runs).toHaveLength(4);
  });

  describe('jobs that wait until their queue is released', () => {
    const announceJob = defineJob<Payload>('test-announce', { lane: 'announcement', retryAfter: [1], lease: 30 });

    test('does not start jobs until their queue is released, and then runs them together', async () => {
      const { handler, runs } = grouping(() => undefined, announceJob);
      const { take, release } = await startRunner(handler);
      for (const name of ['a1', 'a2', 'a3']) await add(announceJob.request({ name }), { take });
      await vi.waitFor(async () =>
        expect((await rows()).map(({ state }) => state)).toEqual(['running', 'running', 'running']),
      );
      expect(runs).toEqual([]);
      release('announcement');
      await gone();
      expect(runs).toEqual([['a1', 'a2', 'a3']]);
    });

    test('starts the jobs of an unreleased queue at the next poll', async () => {
      const { handler, runs } = grouping(() => undefined, announceJob);
      const { take } = await startRunner(handler);
      await add(announceJob.request({ name: 'a1' }), { take });
      poll();
      await gone();
      expect(runs).toEqual([['a1']]);
    });

    test('leaves waiting jobs to another worker if their worker stops', async () => {
      const { handler, runs } = grouping(() => undefined, announceJob);
      const runner = await startRunner(handler);
      await add(announceJob.request({ name: 'a1' }), { take: runner.take });
      await runner.stop();
      await inState({ state: 'ready', attempt: 0, lease_until: null });
      expect(runs).toEqual([]);
    });
  });
});

describe('job queues', () => {
  test('runs one job at a time in queues of lower priority until an overloaded queue recovers', async () => {
    const seal = controlled(sealJob);
    const mail = controlled();
    for (let index = 0; index < 6; index += 1) await add(sealJob.request({ name: `seal ${index}` }));
    for (let index = 0; index < 6; index += 1) await add(mailJob.request({ name: `mail ${index}` }));
    const runner = await startRunner(seal.handler, mail.handler);
    await seal.begun(4);
    // Jobs that were claimed before the overload was detected still run at the same time. From then on, jobs run one at
    // a time.
    await vi.waitFor(() => expect(mail.runs.length).toBeGreaterThan(0), { timeout: 20_000 });
    const already = mail.runs.length;
    for (let index = 0; index < already; index += 1) mail.runs[index]?.finish();
    await mail.begun(already + 1);
    runner.wake('mail');
    await add(mailJob.request({ name: 'one more' }), { wake: runner.wake });
    expect(mail.runs).toHaveLength(already + 1);
    for (const run of seal.runs) run.finish();
    await seal.begun(6);
    for (const run of seal.runs) run.finish();
    await mail.begun(Math.min(7, already + 4));
    for (const run of mail.runs) run.finish();
    await vi.waitFor(() => expect(mail.runs).toHaveLength(7), { timeout: 20_000 });
    for (const run of mail.runs) run.finish();
    await gone();
  });
});

describe('unique key of a job', () => {
  const request = (uniqueKey: string) => mailJob.request({ name: uniqueKey }, { uniqueKey });

  test('allows one active job per unique key, kind and tenant', async () => {
    await add(request('invitation'));
    await add(request('invitation'));
    await Promise.all([add(request('race')), add(request('race')), add(request('race'))]);
    await add(sealJob.request({ name: 'other kind' }, { uniqueKey: 'invitation' }));
    await add(request('invitation'), { tenant: await fixture.addTenant() });
    await add(mailJob.request({ name: 'no key' }));
    await add(mailJob.request({ name: 'no key' }));
    expect(await rows()).toHaveLength(6);
  });

  test('releases a unique key when its job is done or dead', async () => {
    const { handler, runs, begun } = controlled();
    const runner = await startRunner(handler);
    await add(request('again'), { wake: runner.wake });
    await begun(1);
    runs[0]?.finish();
    await gone();
    await add(request('again'), { wake: runner.wake });
    await begun(2);
    runs[1]?.fail(new PermanentJobError('never'));
    await inState({ state: 'dead' });
    await add(request('again'));
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['dead', 'ready']);
  });
});

describe('failing job', () => {
  test('retries a failing job on its schedule and reports it as dead once', async () => {
    const { handler, runs, dead, begun } = controlled();
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'unlucky' }), { wake: runner.wake });
    for (const [attempt, delay] of mailJob.retryAfter.entries()) {
      await begun(attempt + 1);
      runs[attempt]?.fail(new Error(`failure ${attempt + 1}`));
      const runAt = new Date(clock.now().getTime() + delay * 1000);
      await inState({
        state: 'ready',
        attempt: attempt + 1,
        run_at: runAt,
        last_error: `failure ${attempt + 1}`,
        lease_until: null,
      });
      clock.advance(delay - 1);
      runner.wake('mail');
      // The retried job is first in the queue, but was not due yet when the queue was checked. The job that is added
      // now is therefore claimed.
      await add(mailJob.request({ name: 'probe' }), { wake: runner.wake });
      await begun(attempt + 2);
      runs[attempt + 1]?.finish();
      await inState({ state: 'ready', attempt: attempt + 1 });
      runs.splice(attempt + 1, 1);
      clock.advance(1);
      poll();
    }
    await begun(3);
    expect(dead).not.toHaveBeenCalled();
    runs[2]?.fail(new Error('failure 3'));
    await inState({ state: 'dead', attempt: 3, last_error: 'failure 3' });
    await vi.waitFor(() => expect(dead).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    expect(dead.mock.calls[0]?.[0]).toMatchObject({ payload: { name: 'unlucky' }, attempt: 3 });
    expect(dead.mock.calls[0]?.[1]).toMatchObject({ message: 'failure 3' });
  });

  test("does not count attempts while the Citus worker node with the job's rows does not respond", async () => {
    const { handler, runs, begun } = controlled();
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'waiting' }), { wake: runner.wake });
    for (let turn = 1; turn <= mailJob.retryAfter.length + 2; turn += 1) {
      await begun(turn);
      const lost = Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), {
        code: '08006',
      });
      runs[turn - 1]?.fail(new Error('could not send', { cause: lost }));
      await inState({ state: 'ready', attempt: 0, run_at: new Date(clock.now().getTime() + 15_000) });
      clock.advance(15);
      poll();
    }
  });

  test('marks a job as dead immediately after a permanent failure', async () => {
    const { handler, runs, dead, begun } = controlled();
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'hopeless' }), { wake: runner.wake });
    await begun(1);
    runs[0]?.fail(new PermanentJobError('the address does not exist'));
    await inState({ state: 'dead', attempt: 1, last_error: 'the address does not exist' });
    await vi.waitFor(() => expect(dead).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  });

  test('marks a job of an unknown kind as dead and states the reason', async () => {
    const runner = await startRunner(controlled().handler);
    await add(sealJob.request({ name: 'of a newer version' }), { wake: runner.wake });
    await inState({ state: 'dead', last_error: 'no handler for jobs of kind test-seal' });
  });

  test('does not block other jobs when a failure report fails', async () => {
    const { handler, runs, dead, begun } = controlled();
    dead.mockRejectedValue(new Error('no obituary'));
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'bad' }), { wake: runner.wake });
    await begun(1);
    runs[0]?.fail(new PermanentJobError('bad'));
    await vi.waitFor(() => expect(dead).toHaveBeenCalled(), { timeout: 20_000 });
    await add(mailJob.request({ name: 'good' }), { wake: runner.wake });
    await begun(2);
    runs[1]?.finish();
    await inState({ state: 'dead' });
  });
});

describe('jobs that end with done(tx)', () => {
  const note = sql('insert into notes (tenant_id, id, text) select $1, count(*), $2 from notes', '', '');
  const write = (job: Job<Payload>, after: () => void) =>
    database.transaction(
      { role: 'app', tenantId: job.tenantId },
      () => clock.now(),
      async (tx) => {
        tx.write({ ...note, values: [job.tenantId, 'work'] });
        job.done(tx);
        await tx.query(sql('select 1 as one'));
        after();
      },
    );
  const noteCount = async () =>
    (await fixture.admin.query('select from notes where tenant_id = $1', [tenantId])).rowCount;

  test('retries a job when its work was rolled back', async () => {
    const handler: JobHandler<Payload> = {
      definition: mailJob,
      run: (job) =>
        write(job, () => {
          if (job.attempt === 1) throw new Error('rolled back');
        }),
    };
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'atomic' }), { wake: runner.wake });
    await inState({ state: 'ready', attempt: 1, last_error: 'rolled back' });
    expect(await noteCount()).toBe(0);
    clock.advance(10);
    poll();
    await gone();
    expect(await noteCount()).toBe(1);
  });

  test('keeps a job whose work did not commit, even if its handler reports success', async () => {
    const handler: JobHandler<Payload> = {
      definition: mailJob,
      run: (job) =>
        write(job, () => {
          if (job.attempt === 1) throw new Error('rolled back');
        }).catch(() => undefined),
    };
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'swallowed' }), { wake: runner.wake });
    await inState({ state: 'ready', attempt: 1, last_error: expect.stringContaining('did not commit') as string });
    clock.advance(10);
    poll();
    await gone();
    expect(await noteCount()).toBe(1);
  });

  test('ends a job whose work is committed, regardless of later errors in the handler', async () => {
    const dead = vi.fn<() => Promise<void>>(async () => undefined);
    const handler: JobHandler<Payload> = {
      definition: mailJob,
      dead,
      run: async (job) => {
        await write(job, () => undefined);
        throw new PermanentJobError('after the commit');
      },
    };
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'once' }), { wake: runner.wake });
    await gone();
    await runner.stop();
    expect(await noteCount()).toBe(1);
    expect(dead).not.toHaveBeenCalled();
  });
});

describe('job of a dead worker', () => {
  test('keeps the job of a dead worker exactly until the lease expires', async () => {
    const first = controlled();
    const second = controlled();
    // Another kind of job can take much longer, but this does not extend the wait for a mail job.
    const patient = controlled(defineJob<Payload>('test-patient', { lane: 'timer', retryAfter: [], lease: 600 }));
    const runner = await startRunner(first.handler, patient.handler);
    await add(mailJob.request({ name: 'held' }), { wake: runner.wake });
    await first.begun(1);
    const other = await startRunner(second.handler);
    clock.advance(mailJob.lease);
    await other.start({ exclusive: false });
    expect(await rows()).toEqual([expect.objectContaining({ state: 'running', attempt: 1 })]);
    clock.advance(1);
    await other.start({ exclusive: false });
    await second.begun(1);
    expect(second.runs[0]?.job.attempt).toBe(2);
    first.runs[0]?.finish();
    second.runs[0]?.finish();
    await gone();
  });

  test('ignores the result of a worker that reports back after its lease has expired', async () => {
    for (const comeBack of ['finish', 'fail'] as const) {
      const first = controlled();
      const second = controlled();
      const stale = await startRunner(first.handler);
      await add(mailJob.request({ name: 'taken over' }), { wake: stale.wake });
      await first.begun(1);
      clock.advance(mailJob.lease + 1);
      await startRunner(second.handler);
      await second.begun(1);
      if (comeBack === 'finish') first.runs[0]?.finish();
      else first.runs[0]?.fail(new PermanentJobError('too late'));
      await stale.stop();
      expect(await rows()).toEqual([
        expect.objectContaining({ state: 'running', attempt: 2, last_error: 'the worker went away' }),
      ]);
      expect(first.dead).not.toHaveBeenCalled();
      second.runs[0]?.finish();
      await gone();
    }
  });

  test('does not complete a later job with the same key after the lease expired', async () => {
    const [first, second] = [controlled(), controlled()];
    const stale = await startRunner(first.handler);
    const request = mailJob.request({ name: 'taken over' }, { uniqueKey: 'taken over' });
    await add(request, { wake: stale.wake });
    await first.begun(1);
    clock.advance(mailJob.lease + 1);
    const runner = await startRunner(second.handler);
    await second.begun(1);
    second.runs[0]?.fail(new PermanentJobError('never'));
    await inState({ state: 'dead' });
    await add(request, { wake: runner.wake });
    await second.begun(2);
    first.runs[0]?.finish();
    await stale.stop();
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['dead', 'running']);
    second.runs[1]?.finish();
    await inState({ state: 'dead' });
  });

  test('treats the worker of the previous process as dead if only this process uses the database', async () => {
    const first = controlled();
    const second = controlled();
    const crashed = await startRunner(first.handler);
    await add(mailJob.request({ name: 'left behind' }), { wake: crashed.wake });
    await first.begun(1);
    // No time has passed, so the lease of the crashed process has not expired.
    await makeRunner(second.handler).start({ exclusive: true });
    await second.begun(1);
    expect(second.runs[0]?.job.attempt).toBe(2);
    first.runs[0]?.finish();
    second.runs[0]?.finish();
    await gone();
  });
});

describe('stopping a worker', () => {
  test('waits for running jobs and claims no new jobs when the worker stops', async () => {
    const { handler, runs, begun } = controlled();
    const runner = await startRunner(handler);
    await add(mailJob.request({ name: 'running' }), { wake: runner.wake });
    await begun(1);
    let stopped = false;
    const stopping = runner.stop().then(() => {
      stopped = true;
    });
    await add(mailJob.request({ name: 'too late' }), { wake: runner.wake });
    poll();
    expect(stopped).toBe(false);
    runs[0]?.finish();
    await stopping;
    expect(runs).toHaveLength(1);
    expect(await rows()).toEqual([expect.objectContaining({ state: 'ready', attempt: 0 })]);
  });

  test('leaves a job to the next worker if its worker stops while claiming it', async () => {
    const { handler, runs } = controlled();
    const runner = await startRunner(handler);
    const sessions = async (condition: string) =>
      (
        await fixture.admin.query(
          `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
        )
      ).rowCount;
    // The lock delays the claim. The job is added while the lock is held, so that no earlier check of the queue can
    // have claimed it.
    await fixture.admin.query('begin');
    await fixture.admin.query('lock table jobs in share row exclusive mode');
    await fixture.admin.query(
      `insert into jobs (tenant_id, id, kind, unique_key, lane, payload, run_at, created_at) values ($1, 'job_late', 'test-mail', 'late', 'mail', '{"name": "late"}', $2, $2)`,
      [tenantId, START],
    );
    runner.wake('mail');
    await vi.waitFor(async () => expect(await sessions(`wait_event_type = 'Lock'`)).toBeGreaterThan(0), {
      timeout: 20_000,
    });
    const stopping = runner.stop();
    await fixture.admin.query('commit');
    await stopping;
    await vi.waitFor(async () => expect(await sessions(`state <> 'idle'`)).toBe(0), { timeout: 20_000 });
    expect(await rows()).toEqual([expect.objectContaining({ id: 'job_late', state: 'ready' })]);
    expect(runs).toEqual([]);
  });
});
