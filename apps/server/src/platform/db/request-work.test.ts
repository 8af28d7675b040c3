import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Context } from './context.ts';
import type { Database } from './database.ts';
import { type DatabaseFixture, openDatabaseFixture, sql } from './database.fixture.ts';
import { RequestWork } from './request-work.ts';
import type { Tx } from './transaction.ts';

let fixture: DatabaseFixture;
let database: Database;
let tenantId: string;
let app: Context;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  database = fixture.open(4);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  tenantId = await fixture.addTenant();
  app = { role: 'app', tenantId };
});

const now = () => new Date();
const insertNote = (id: number) => sql('insert into notes (tenant_id, id, text) values ($1, $2, $3)', tenantId, id, '');
const whoAmI = sql('select current_user as role');
const write = (id: number) => async (tx: Tx) => tx.write(insertNote(id));
/** Returns the IDs of the notes that other connections can see. */
const notes = async (): Promise<number[]> => {
  const found = await fixture.admin.query<{ id: number }>('select id from notes where tenant_id = $1 order by id', [
    tenantId,
  ]);
  return found.rows.map(({ id }) => id);
};
const openTransactions = async (): Promise<number> => {
  const found = await fixture.admin.query(
    `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  return found.rowCount ?? 0;
};
function request(keepsLast = true) {
  const work = new RequestWork({ keepsLast });
  return { work, mine: database.of(work) };
}

describe('the last transaction of a request', () => {
  test('commits the last transaction together with the rows added at the end', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    expect([await notes(), await openTransactions()]).toEqual([[], 1]);
    expect(await work.finish(write(2))).toBe(true);
    expect([await notes(), await openTransactions()]).toEqual([[1, 2], 0]);
  });

  test('keeps the last transaction open for reads, which see its changes', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await mine.transaction(app, now, write(2));
    expect(await notes()).toEqual([1]);
    const read = sql('select id from notes where tenant_id = $1 order by id', tenantId);
    expect(await Promise.all([mine.query(app, read), mine.query({ role: 'jobs' }, whoAmI)])).toEqual([
      [{ id: 1 }, { id: 2 }],
      [{ role: 'countersign_jobs' }],
    ]);
    expect(await notes()).toEqual([1]);
    expect(await work.finish(async (tx) => (tx.enter(app), tx.write(insertNote(3))))).toBe(true);
    expect(await notes()).toEqual([1, 2, 3]);
  });

  test('commits the last transaction early if the request waits for work that depends on it', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await mine.release();
    expect(await notes()).toEqual([1]);
    expect(await work.finish(write(2)), 'no transaction was still open').toBe(false);
  });

  test("rolls back the last transaction if one of the transaction's reads fails", async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await expect(mine.query(app, sql('select 1 / $1::int as never', 0))).rejects.toMatchObject({ code: '22012' });
    await expect(work.close()).rejects.toThrow('rolled back');
    expect([await notes(), await openTransactions(), work.mayHaveCommitted]).toEqual([[], 0, false]);
  });

  test('rolls back the last transaction if the rows added at the end cannot be written', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await expect(
      work.finish(async () => {
        throw new Error('the key is somebody else’s');
      }),
    ).rejects.toThrow('somebody else');
    expect([await notes(), await openTransactions(), work.mayHaveCommitted]).toEqual([[], 0, false]);
  });

  test('commits the last transaction alone if there is no response to store', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await work.close();
    expect([await notes(), await openTransactions()]).toEqual([[1], 0]);
  });
});

describe('concurrent transactions of a request', () => {
  test('commits the first of several concurrent transactions immediately, so that none blocks forever', async () => {
    await database.query(app, insertNote(1));
    const { work, mine } = request();
    const touch = (tx: Tx) =>
      tx.query(sql(`update notes set text = text || '+' where tenant_id = $1 and id = 1`, tenantId));
    await Promise.all(Array.from({ length: 4 }, () => mine.transaction(app, now, touch)));
    // Whether the last transaction is held depends on which response arrives first: its own, or the response to the
    // previous commit.
    const isHeld = await work.finish(write(2));
    const found = await fixture.admin.query('select text from notes where tenant_id = $1 and id = 1', [tenantId]);
    expect(found.rows).toEqual([{ text: '++++' }]);
    expect([await notes(), await openTransactions()]).toEqual([isHeld ? [1, 2] : [1], 0]);
  });

  test('commits all concurrent transactions, including nested ones and those without a waiting caller', async () => {
    const { work, mine } = request();
    const goOn = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const notAwaited = mine.transaction(app, now, async (tx) => {
      begun.resolve();
      await goOn.promise;
      tx.write(insertNote(1));
    });
    await begun.promise;
    await mine.transaction(app, now, async (tx) => {
      await mine.transaction(app, now, write(2));
      tx.write(insertNote(3));
    });
    await work.finish(write(4));
    goOn.resolve();
    await notAwaited;
    await mine.transaction(app, now, write(5));
    expect(await notes()).toEqual([1, 2, 3, 5]);
    expect(await openTransactions()).toBe(0);
  });
});

test('supports more open transactions than connections', async () => {
  const few = fixture.open(2);
  const read = sql('select id from notes where tenant_id = $1', tenantId);
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const work = new RequestWork({ keepsLast: true });
      const mine = few.of(work);
      await mine.transaction(app, now, write(index));
      // These queries use the shared database object and not the request's, like code outside a request.
      await few.query(app, read);
      await mine.transaction(app, now, write(100 + index));
      await few.query(app, read);
      await work.finish(write(200 + index));
    }),
  );
  expect(await notes()).toHaveLength(36);
  expect(await openTransactions()).toBe(0);
});

describe('possible commits', () => {
  test('reports no possible commit after reads and rollbacks, and reports one after a commit', async () => {
    const { work, mine } = request(false);
    await mine.query(app, sql('select 1 as one'));
    await expect(mine.query(app, sql('insert into notes (tenant_id) values ($1)', tenantId))).rejects.toThrow();
    await expect(
      mine.transaction(app, now, async (tx) => {
        tx.write(insertNote(1));
        await tx.query(sql('select 1 / $1::int as never', 0));
      }),
    ).rejects.toThrow();
    await expect(mine.transaction(app, now, async (tx) => tx.write(sql('select 1 / 0')))).rejects.toThrow();
    expect(work.mayHaveCommitted).toBe(false);
    await mine.transaction(app, now, write(1));
    expect(work.mayHaveCommitted).toBe(true);
  });

  test('reports a possible commit when the connection was lost during the commit', async () => {
    const { work, mine } = request(false);
    const backend = Promise.withResolvers<number | undefined>();
    const commit = mine.transaction(app, now, async (tx) => {
      const [me] = await tx.query(sql<{ pid: number }>('select pg_backend_pid() as pid'));
      tx.write(sql('select pg_sleep(30)'));
      backend.resolve(me?.pid);
    });
    const lost = expect(commit).rejects.toMatchObject({ code: '57P01' });
    const pid = await backend.promise;
    await vi.waitFor(
      async () => {
        const asleep = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`;
        expect((await fixture.admin.query(asleep, [pid])).rowCount).toBe(1);
      },
      { timeout: 20_000 },
    );
    await fixture.admin.query('select pg_terminate_backend($1)', [pid]);
    await lost;
    expect(work.mayHaveCommitted).toBe(true);
  });
});

test('starts no further database work after the caller has stopped waiting', async () => {
  const waiting = new AbortController();
  const mine = database.of(new RequestWork({ keepsLast: false, until: waiting.signal }));
  await mine.transaction(app, now, write(1));
  waiting.abort(new Error('given up'));
  await expect(mine.query(app, whoAmI)).rejects.toThrow('given up');
  await expect(mine.transaction(app, now, write(2))).rejects.toThrow('given up');
  expect(await notes()).toEqual([1]);
});
