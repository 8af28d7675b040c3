import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Context } from './context.ts';
import { type Database, isRolledBack, isUniqueViolation, isWorkerLost, sqlState } from './database.ts';
import { type DatabaseFixture, openDatabaseFixture, sql } from './database.fixture.ts';
import type { Tx } from './transaction.ts';

let fixture: DatabaseFixture;
let database: Database;
let tenantId: string;
let app: Context;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  database = fixture.open(6);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  tenantId = await fixture.addTenant();
  app = { role: 'app', tenantId };
});
afterEach(() => {
  fixture.lost.length = 0;
});

const now = () => new Date();
const insertNote = (id: number, text = 'a note', tenant = tenantId) =>
  sql('insert into notes (tenant_id, id, text) values ($1, $2, $3)', tenant, id, text);
const touch = (id: number) => sql(`update notes set text = text || '+' where tenant_id = $1 and id = $2`, tenantId, id);
const divideByZero = () => sql('select 1 / $1::int as never', 0);
const whoAmI = sql<{ role: string; tenant: string; pid: number }>(
  `select current_user as role, current_setting('app.tenant') as tenant, pg_backend_pid() as pid`,
);
const notes = async (): Promise<[number, string][]> => {
  const found = await fixture.admin.query<{ id: number; text: string }>(
    'select id, text from notes where tenant_id = $1 order by id',
    [tenantId],
  );
  return found.rows.map(({ id, text }) => [id, text]);
};
const kill = (pid: number | undefined) => fixture.admin.query('select pg_terminate_backend($1)', [pid]);

describe('database query', () => {
  test.each([
    [{ role: 'auth' } as const, { role: 'countersign_auth', tenant: '' }],
    [{ role: 'jobs' } as const, { role: 'countersign_jobs', tenant: '' }],
    [{ role: 'app', tenantId: 'ten_somebody' } as const, { role: 'countersign_app', tenant: 'ten_somebody' }],
  ])('runs the query in the requested context: %j', async (context, expected) => {
    expect(await database.query(context, whoAmI)).toEqual([expect.objectContaining(expected)]);
  });

  test('resets the context of a connection after a failed query', async () => {
    const single = fixture.open(1);
    await expect(single.queryAll(app, [insertNote(1), divideByZero()])).rejects.toMatchObject({ code: '22012' });
    expect(await single.transaction({ role: 'auth' }, now, (tx) => tx.query(whoAmI))).toEqual([
      expect.objectContaining({ role: 'countersign_auth', tenant: '' }),
    ]);
    expect(await notes()).toEqual([]);
  });

  test('finds rows by key with the index, even in an almost empty table', async () => {
    await fixture.admin.query(`insert into notes (tenant_id, id, text) values ($1, 1, 'first')`, [tenantId]);
    await fixture.admin.query('vacuum analyze notes');
    const plan = await database.query(
      app,
      sql<{ 'QUERY PLAN': string }>('explain select text from notes where tenant_id = $1 and id = $2', tenantId, 1),
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('Index Scan using notes_pkey');
  });

  test('never returns another tenant’s row under concurrency', async () => {
    const tenants = await Promise.all([fixture.addTenant(), fixture.addTenant()]);
    for (const tenant of tenants)
      for (let id = 0; id < 20; id += 1)
        await database.query({ role: 'app', tenantId: tenant }, insertNote(id, tenant, tenant));
    const read = sql<{ tenant_id: string; text: string }>('select tenant_id, text from notes');
    // The statement deliberately has no condition on the tenant, so only row-level security separates the tenants here.
    const wrong = await Promise.all(
      Array.from({ length: 3_000 }, async (_, index) => {
        const own = tenants[index % 2] ?? '';
        const context = { role: 'app', tenantId: own } as const;
        if (index % 7 === 0)
          await database.queryAll(context, [insertNote(1_000, 'fails', own), divideByZero()]).catch(() => undefined);
        const rows =
          index % 5 === 0
            ? await database.transaction(context, now, (tx) => tx.query(read))
            : await database.query(context, read);
        return rows.length === 20 && rows.every((row) => row.tenant_id === own && row.text === own) ? 0 : 1;
      }),
    );
    expect(wrong.reduce<number>((sum, bad) => sum + bad, 0)).toBe(0);
  });
});

describe('database transaction', () => {
  test('returns the result of the work after the transaction commits', async () => {
    const answer = await database.transaction(app, now, async (tx) => {
      tx.write(insertNote(1));
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await notes()).toEqual([[1, 'a note']]);
  });

  test('runs queued writes of a transaction in order, before the next read and before the commit', async () => {
    const seen = await database.transaction(app, now, async (tx) => {
      tx.write(insertNote(1, 'a'));
      tx.write(sql(`update notes set text = text || 'b' where tenant_id = $1 and id = 1`, tenantId));
      const rows = await tx.query(sql<{ text: string }>('select text from notes where tenant_id = $1', tenantId));
      tx.write(sql(`update notes set text = text || 'c' where tenant_id = $1 and id = 1`, tenantId));
      tx.write(sql(`update notes set text = text || 'd' where tenant_id = $1 and id = 1`, tenantId));
      return rows;
    });
    expect(seen).toEqual([{ text: 'ab' }]);
    expect(await notes()).toEqual([[1, 'abcd']]);
  });

  test('returns the rows of several reads in one round trip, including changes by writes queued before them', async () => {
    const rows = await database.transaction(app, now, async (tx) => {
      tx.write(insertNote(1));
      tx.write(insertNote(2));
      return tx.queryAll([
        sql('select id from notes where tenant_id = $1 order by id', tenantId),
        sql('select 7 as seven'),
      ]);
    });
    expect(rows).toEqual([[{ id: 1 }, { id: 2 }], [{ seven: 7 }]]);
  });

  test('returns the rows of the last reads when the transaction has ended', async () => {
    const count = sql('select count(*)::int as notes from notes where tenant_id = $1', tenantId);
    const both = await database.transaction(app, now, async (tx) => {
      tx.write(insertNote(1));
      const first = tx.readLater([count, sql('select 7 as seven')]);
      tx.write(insertNote(2));
      expect(first).toThrow('have not been sent');
      return [first, tx.readLater([count])] as const;
    });
    expect(both[0]()).toEqual([[{ notes: 1 }], [{ seven: 7 }]]);
    expect(both[1]()).toEqual([[{ notes: 2 }]]);
    const opened = await database.transaction(app, now, async (tx) => {
      await tx.query(count);
      tx.write(insertNote(3));
      return tx.readLater([count]);
    });
    expect(opened()).toEqual([[{ notes: 3 }]]);
  });

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    [
      'the work throws an error',
      async () => {
        throw new Error('changed my mind');
      },
    ],
    ['a read fails', (tx) => tx.query(divideByZero())],
    ['a queued write fails at the commit', async (tx) => tx.write(divideByZero())],
  ])('makes no changes when %s, and reuses the connection for the next caller', async (_name, work) => {
    const single = fixture.open(1);
    for (const flushed of [true, false]) {
      const attempt = single.transaction(app, now, async (tx) => {
        tx.write(insertNote(1));
        if (flushed) await tx.query(sql('select 1 as one'));
        await work(tx);
      });
      await expect(attempt).rejects.toThrow();
      expect(await single.transaction({ role: 'jobs' }, now, (tx) => tx.query(whoAmI))).toEqual([
        expect.objectContaining({ role: 'countersign_jobs', tenant: '' }),
      ]);
    }
    expect(await notes()).toEqual([]);
  });

  test("fails, and does not report a commit, if the work ignored a statement's error", async () => {
    const callback = vi.fn<() => void>();
    const attempt = database.transaction(app, now, async (tx) => {
      tx.afterCommit(callback);
      await tx.query(insertNote(1));
      await tx.query(insertNote(1)).catch(() => undefined);
      return 'saved';
    });
    await expect(attempt).rejects.toThrow();
    expect(callback).not.toHaveBeenCalled();
    expect(await notes()).toEqual([]);
  });

  test('rejects statements after a transaction has ended', async () => {
    let kept: Tx | undefined;
    await database.transaction(app, now, async (tx) => {
      kept = tx;
    });
    expect(() => kept?.write(insertNote(1))).toThrow('this transaction has ended');
    await expect(kept?.query(insertNote(1))).rejects.toThrow('this transaction has ended');
    expect(await notes()).toEqual([]);
  });

  test('names the constraint that a statement violated', async () => {
    await database.query(app, insertNote(1));
    const error = await database
      .transaction(app, now, (tx) => tx.query(insertNote(1)))
      .catch((cause: unknown) => cause);
    expect([
      isUniqueViolation(error),
      isUniqueViolation(error, 'notes_pkey'),
      isUniqueViolation(error, 'other'),
    ]).toEqual([true, true, false]);
  });
});

describe('error in any statement of a transaction', () => {
  const COUNT = 4;
  /** Returns statements that insert notes. The statement at position `at` fails. */
  const failingAt = (at: number) =>
    Array.from({ length: COUNT }, (_, index) => (index === at ? divideByZero() : insertNote(index)));
  const positions = Array.from({ length: COUNT }, (_, at) => at);
  const ways: [string, (single: Database, statements: ReturnType<typeof failingAt>) => Promise<unknown>][] = [
    ['in a batch in an implicit transaction', (single, statements) => single.queryAll(app, statements)],
    [
      'in a transaction that is sent at once',
      (single, statements) =>
        single.transaction(app, now, async (tx) => {
          for (const one of statements) tx.write(one);
        }),
    ],
    [
      'in an open transaction, together with its COMMIT',
      (single, statements) =>
        single.transaction(app, now, async (tx) => {
          await tx.query(insertNote(COUNT));
          for (const one of statements) tx.write(one);
        }),
    ],
    [
      'in a transaction, statement by statement',
      (single, statements) =>
        single.transaction(app, now, async (tx) => {
          for (const one of statements) await tx.query(one);
        }),
    ],
    [
      'in a batch with its own BEGIN and COMMIT',
      (single, statements) => single.queryAll(app, [sql('begin'), ...statements, sql('commit')]),
    ],
  ];
  test.each(ways)('leaves an idle connection and no changes after an error %s', async (_name, run) => {
    const single = fixture.open(1);
    // Reads use other connections, so only a transaction shows which connection is used for writes.
    const whoWrites = () => single.transaction({ role: 'jobs' }, now, (tx) => tx.query(whoAmI));
    const [before] = await whoWrites();
    for (const at of positions) {
      await expect(run(single, failingAt(at))).rejects.toMatchObject({ code: '22012' });
      const idle = await fixture.admin.query('select state from pg_stat_activity where pid = $1', [before?.pid]);
      expect(idle.rows).toEqual([{ state: 'idle' }]);
      expect(await notes()).toEqual([]);
    }
    // The pool still has its only connection, so the errors left it usable.
    expect(await whoWrites()).toEqual([before]);
    await run(single, failingAt(-1));
    expect(await notes()).toHaveLength(run === ways[2]?.[1] ? COUNT + 1 : COUNT);
  });

  test('leaves no changes if the commit fails', async () => {
    await fixture.admin.query(
      'create table if not exists deferred (id int primary key, other int references deferred deferrable initially deferred)',
    );
    await fixture.admin.query('grant insert on deferred to countersign_app');
    const dangling = sql('insert into deferred values (1, 99)');
    for (const [, run] of ways)
      await expect(run(fixture.open(1), [insertNote(1), dangling, insertNote(2), insertNote(3)])).rejects.toMatchObject(
        { code: '23503' },
      );
    expect(await notes()).toEqual([]);
  });
});

describe('database connections', () => {
  const SETTINGS = sql(
    `select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'TimeZone', 'plan_cache_mode', 'enable_seqscan', 'jit') order by name collate "C"`,
  );
  test('opens connections without startup options, because poolers reject them', async () => {
    const [found] = await fixture.open(1).queryAll(app, [SETTINGS]);
    expect(found).toEqual([
      { name: 'TimeZone', setting: 'UTC' },
      { name: 'enable_seqscan', setting: 'off' },
      { name: 'idle_in_transaction_session_timeout', setting: '30000' },
      { name: 'jit', setting: 'off' },
      { name: 'plan_cache_mode', setting: 'force_generic_plan' },
      { name: 'statement_timeout', setting: '30000' },
    ]);
  });
});

describe('work after the commit', () => {
  test('runs callbacks after the commit, when the change is visible to everyone', async () => {
    const seen = Promise.withResolvers<number>();
    const callback = vi.fn<() => void>(() => {
      void notes().then(({ length }) => seen.resolve(length));
    });
    await database.transaction(app, now, async (tx) => {
      tx.afterCommit(callback);
      await tx.query(insertNote(1));
      expect(callback).not.toHaveBeenCalled();
    });
    expect(await seen.promise).toBe(1);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  test('runs no callbacks if the work or the commit fails', async () => {
    const callback = vi.fn<() => void>();
    const fail = (work: (tx: Tx) => void) =>
      database.transaction(app, now, async (tx) => {
        tx.afterCommit(callback);
        work(tx);
      });
    await expect(
      fail(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(fail((tx) => tx.write(divideByZero()))).rejects.toMatchObject({ code: '22012' });
    expect(callback).not.toHaveBeenCalled();
  });
});

describe('retries of a transaction', () => {
  test('commits two deadlocked transactions once each, after a retry', async () => {
    await database.queryAll(app, [insertNote(1, ''), insertNote(2, '')]);
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const callbacks = vi.fn<() => void>();
    let attempts = 0;
    const crossing = (me: 0 | 1) =>
      database.transaction(app, now, async (tx) => {
        attempts += 1;
        tx.afterCommit(callbacks);
        await tx.query(touch(1 + me));
        arrived[me].resolve();
        await Promise.all(arrived.map(({ promise }) => promise));
        await tx.query(touch(2 - me));
      });
    await Promise.all([crossing(0), crossing(1)]);
    expect(attempts).toBeGreaterThan(2);
    expect(callbacks).toHaveBeenCalledTimes(2);
    expect(await notes()).toEqual([
      [1, '++'],
      [2, '++'],
    ]);
  });

  test('reports a permanent conflict between transactions after five attempts', async () => {
    let attempts = 0;
    const times: Date[] = [];
    const conflict = database.transaction(app, now, async (tx) => {
      attempts += 1;
      times.push(tx.now);
      await tx.query(sql(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`));
    });
    await expect(conflict).rejects.toSatisfy((error) => sqlState(error) === '40001');
    expect(attempts).toBe(5);
    // Each attempt has its own time. With the time of the first attempt, an entry that is written late would seem too
    // early.
    expect(new Set(times).size).toBe(5);
  });

  test('does not retry a transaction after an error other than a conflict', async () => {
    let attempts = 0;
    const failing = database.transaction(app, now, async (tx) => {
      attempts += 1;
      await tx.query(divideByZero());
    });
    await expect(failing).rejects.toThrow();
    expect(attempts).toBe(1);
  });
});

describe('Citus worker node that does not respond', () => {
  let citus: DatabaseFixture;

  beforeAll(async () => {
    citus = await openDatabaseFixture();
    await citus.pretendCitus();
    await citus.admin.query(`
      create function of_lost_worker() returns int language plpgsql as
        $$ begin raise 'connection to the remote node failed' using errcode = '08006'; end $$`);
  });
  afterAll(() => citus.close());

  /** The error with which the coordinator reports that a worker does not respond. */
  const loseWorker = sql(
    `do $$ begin raise 'connection to the remote node failed: server closed the connection' using errcode = '08006'; end $$`,
  );

  test('fails only the read that needs the lost worker node if several reads are sent together', async () => {
    const database = citus.open(2);
    const [lost, other] = await Promise.allSettled([
      database.query(app, sql('select of_lost_worker()')),
      database.query({ role: 'auth' }, whoAmI),
    ]);
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: '08006' } });
    expect(other).toMatchObject({ status: 'fulfilled', value: [{ role: 'countersign_auth' }] });
  });

  test('reuses the connection to the coordinator for the next caller after a worker node is lost', async () => {
    const single = citus.open(1);
    const pidOf = sql('select pg_backend_pid() as pid');
    const pid = await single.transaction(app, now, (tx) => tx.query(pidOf));
    await expect(single.transaction(app, now, (tx) => tx.query(loseWorker))).rejects.toMatchObject({ code: '08006' });
    expect(await single.transaction({ role: 'auth' }, now, (tx) => tx.query(pidOf))).toEqual(pid);
  });

  test('immediately rejects requests from all tenants on a lost worker node, and serves other tenants', async () => {
    const [lost, neighbor, other] = [await citus.addTenant(), await citus.addTenant(), await citus.addTenant()];
    await citus.admin.query(`
      create sequence asked;
      grant usage on sequence asked to countersign_app;
      create or replace function tenants_by_worker() returns setof text[] language sql stable as $$
        values (array['${lost}', '${neighbor}']), (array['${other}']) $$;
      create function read_worker() returns text language plpgsql as $$
        begin
          perform nextval('asked');
          if current_tenant() = '${other}' then return 'answer'; end if;
          raise 'connection to the remote node failed' using errcode = '08006';
        end $$`);
    const asked = async () => (await citus.admin.query<{ last_value: string }>('select last_value from asked')).rows;
    const database = citus.open(2);
    const read = (tenantId: string) =>
      database.query({ role: 'app', tenantId }, sql<{ read_worker: string }>('select read_worker()'));
    const write = (tenantId: string) =>
      database.transaction({ role: 'app', tenantId }, now, (tx) => tx.query(sql('select read_worker()')));
    await expect(read(lost)).rejects.toSatisfy(isWorkerLost);
    await vi.waitUntil(() => database.lostWorkers.errorOf(neighbor));
    const before = await asked();
    for (const tenant of [lost, neighbor])
      for (const work of [read, write]) await expect(work(tenant)).rejects.toSatisfy(isWorkerLost);
    expect(await asked()).toEqual(before);
    expect(await read(other)).toEqual([{ read_worker: 'answer' }]);
  });

  test('treats an error from a pooler without Citus as a database outage', async () => {
    await fixture.admin.query(`
      create function of_lost_server() returns int language plpgsql as
        $$ begin raise 'server closed the connection unexpectedly' using errcode = '08006'; end $$`);
    const database = fixture.open(1);
    const failing = [
      database.query(app, sql('select of_lost_server()')),
      database.transaction(app, now, (tx) => tx.query(sql('select of_lost_server()'))),
    ];
    for (const outcome of await Promise.allSettled(failing))
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { name: 'DatabaseUnavailable', cause: { code: '08006' } },
      });
    expect(await database.query(app, whoAmI)).toEqual([expect.objectContaining({ tenant: tenantId })]);
  });

  test.each([
    [{ code: '08006' }, true],
    [{ code: '57P01', where: 'while executing command on 10.0.0.5:5432' }, true],
    [{ code: '57P01' }, false],
    [{ code: '08P01' }, false],
    [{ code: '23505' }, false],
  ])('recognizes a lost worker node by the error %j: %s', (fields, expected) => {
    const error = Object.assign(new pg.DatabaseError('refused', 0, 'error'), fields);
    expect(isWorkerLost(error)).toBe(expected);
    expect(isWorkerLost(new Error('a job failed', { cause: error }))).toBe(expected);
  });
});

describe('lost database connection', () => {
  /** Collects uncaught errors. In the server, each of them would end the process. */
  function watchForCrashes(): unknown[] {
    const crashes: unknown[] = [];
    const listener = (error: unknown) => void crashes.push(error);
    process.on('uncaughtExceptionMonitor', listener);
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', listener));
    return crashes;
  }
  const backendGone = (pid: number | undefined) =>
    vi.waitFor(
      async () => {
        const found = await fixture.admin.query('select from pg_stat_activity where pid = $1', [pid]);
        expect(found.rowCount).toBe(0);
      },
      { timeout: 20_000 },
    );

  test('reports and replaces a database connection that is lost while idle', async () => {
    const single = fixture.open(1);
    const [before] = await single.query(app, whoAmI);
    await kill(before?.pid);
    await vi.waitFor(() => expect(fixture.lost).toHaveLength(1), { timeout: 20_000 });
    const [after] = await single.query(app, whoAmI);
    expect(after?.pid).not.toBe(before?.pid);
  });

  test('throws an error if the connection is lost during a statement, and keeps the pool usable', async () => {
    const crashes = watchForCrashes();
    const single = fixture.open(1);
    const [before] = await single.query(app, whoAmI);
    // The promise is awaited from the beginning, because the error may arrive before the response to the kill.
    const refused = expect(single.query(app, sql('select pg_sleep(30)'))).rejects.toMatchObject({ code: '57P01' });
    await vi.waitFor(
      async () => {
        const found = await fixture.admin.query(
          `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`,
          [before?.pid],
        );
        expect(found.rowCount).toBe(1);
      },
      { timeout: 20_000 },
    );
    await kill(before?.pid);
    await refused;
    const [after] = await single.query(app, whoAmI);
    expect(after?.pid).not.toBe(before?.pid);
    expect(crashes).toEqual([]);
  });

  test('throws an error if the connection is lost between two statements, and keeps the process and the pool usable', async () => {
    const crashes = watchForCrashes();
    const single = fixture.open(1);
    const attempt = single.transaction(app, now, async (tx) => {
      const [me] = await tx.query(whoAmI);
      tx.write(insertNote(1));
      await kill(me?.pid);
      await backendGone(me?.pid);
      await tx.query(insertNote(2));
    });
    await expect(attempt).rejects.toThrow();
    await expect(single.query(app, sql('select 1 as one'))).resolves.toEqual([{ one: 1 }]);
    expect(await notes()).toEqual([]);
    expect(crashes).toEqual([]);
  });

  test('does not retry a transaction after the connection was lost', async () => {
    const crashes = watchForCrashes();
    const single = fixture.open(1);
    let attempts = 0;
    const attempt = single.transaction(app, now, async (tx) => {
      attempts += 1;
      tx.write(insertNote(1));
      await tx.query(sql('select pg_terminate_backend(pg_backend_pid())'));
    });
    await expect(attempt).rejects.toThrow();
    expect(attempts).toBe(1);
    await expect(single.query(app, sql('select 1 as one'))).resolves.toEqual([{ one: 1 }]);
    expect(await notes()).toEqual([]);
    expect(crashes).toEqual([]);
  });
});

test('treats a closed connection as an unknown outcome, because the statement may have run', async () => {
  const server = net.createServer((far) => far.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const near = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1').resume();
  await once(near, 'end');
  const failed = once(near, 'error');
  near.write('COMMIT');
  const [error] = (await failed) as [NodeJS.ErrnoException];
  expect(error.code).toBe('EPIPE');
  expect([sqlState(error), isRolledBack(error)]).toEqual(['', false]);
});
