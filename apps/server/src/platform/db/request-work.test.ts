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
/** What everybody else sees. */
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
  test('is committed with what is added at the end, and not before', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    expect([await notes(), await openTransactions()]).toEqual([[], 1]);
    expect(await work.finish(write(2))).toBe(true);
    expect([await notes(), await openTransactions()]).toEqual([[1, 2], 0]);
  });

  test('is the one that no other followed; reads see it from inside and leave it open', async () => {
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

  test('is committed for whoever waits for what others make of it', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await mine.release();
    expect(await notes()).toEqual([1]);
    expect(await work.finish(write(2)), 'nothing was held any more').toBe(false);
  });

  test('goes with a read in it that failed', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await expect(mine.query(app, sql('select 1 / $1::int as never', 0))).rejects.toMatchObject({ code: '22012' });
    await expect(work.close()).rejects.toThrow('rolled back');
    expect([await notes(), await openTransactions(), work.mayHaveCommitted]).toEqual([[], 0, false]);
  });

  test('goes with what could not be added', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await expect(
      work.finish(async () => {
        throw new Error('the key is somebody else’s');
      }),
    ).rejects.toThrow('somebody else');
    expect([await notes(), await openTransactions(), work.mayHaveCommitted]).toEqual([[], 0, false]);
  });

  test('is committed by itself where there is no answer to keep', async () => {
    const { work, mine } = request();
    await mine.transaction(app, now, write(1));
    await work.close();
    expect([await notes(), await openTransactions()]).toEqual([[1], 0]);
  });
});

describe('transactions of a request side by side', () => {
  test('do not wait for each other’s locks for ever: one that ends first is committed at once', async () => {
    await database.query(app, insertNote(1));
    const { work, mine } = request();
    const touch = (tx: Tx) =>
      tx.query(sql(`update notes set text = text || '+' where tenant_id = $1 and id = 1`, tenantId));
    await Promise.all(Array.from({ length: 4 }, () => mine.transaction(app, now, touch)));
    // Whether the last of them is held hangs on whose answer comes first, the commit's before it or its own.
    const isHeld = await work.finish(write(2));
    const found = await fixture.admin.query('select text from notes where tenant_id = $1 and id = 1', [tenantId]);
    expect(found.rows).toEqual([{ text: '++++' }]);
    expect([await notes(), await openTransactions()]).toEqual([isHeld ? [1, 2] : [1], 0]);
  });

  test('all commit, also one within another and one that nobody waited for', async () => {
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

test('more held transactions than connections wait for nobody who waits for them', async () => {
  const few = fixture.open(2);
  const read = sql('select id from notes where tenant_id = $1', tenantId);
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const work = new RequestWork({ keepsLast: true });
      const mine = few.of(work);
      await mine.transaction(app, now, write(index));
      // Beside the request's own objects, as parts of the server do that know no request.
      await few.query(app, read);
      await mine.transaction(app, now, write(100 + index));
      await few.query(app, read);
      await work.finish(write(200 + index));
    }),
  );
  expect(await notes()).toHaveLength(36);
  expect(await openTransactions()).toBe(0);
});

describe('whether anything may have been committed', () => {
  test('is no after reads and what was rolled back, and yes after a commit', async () => {
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

  test('is yes when the connection went during the commit', async () => {
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

test('begins nothing more once nobody waits for it', async () => {
  const waiting = new AbortController();
  const mine = database.of(new RequestWork({ keepsLast: false, until: waiting.signal }));
  await mine.transaction(app, now, write(1));
  waiting.abort(new Error('given up'));
  await expect(mine.query(app, whoAmI)).rejects.toThrow('given up');
  await expect(mine.transaction(app, now, write(2))).rejects.toThrow('given up');
  expect(await notes()).toEqual([1]);
});
