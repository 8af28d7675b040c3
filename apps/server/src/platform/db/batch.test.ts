import type { EventEmitter } from 'node:events';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Batch } from './batch.ts';
import { contextStatement } from './context.ts';
import { sqlState } from './database.ts';
import { looseCommit } from './loose-commits.ts';
import { type DatabaseFixture, openDatabaseFixture, sql } from './database.fixture.ts';
import type { Statement } from './statement.ts';
import { Tx } from './transaction.ts';

let fixture: DatabaseFixture;
let client: pg.Client;
let tenantId: string;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  tenantId = await fixture.addTenant();
  client = new pg.Client(fixture.connection);
  client.on('error', () => undefined);
  await client.connect();
  // In test runs, all commits are asynchronous by default. Here, the default is synchronous, so that an asynchronous
  // commit can be detected.
  await client.query('set synchronous_commit = on');
});
afterEach(async () => {
  await client.end();
});

const insertNote = (id: number, text: unknown = 'a note') =>
  sql('insert into notes (tenant_id, id, text) values ($1, $2, $3)', tenantId, id, text);
const one = sql('select 1 as one');

function send(statements: readonly Statement<unknown>[]) {
  const batch = new Batch(statements);
  client.query(batch as unknown as pg.Submittable);
  return batch.promise;
}

/** Returns the settings that are in effect when no transaction is open. */
async function settings() {
  const found = await client.query(
    `select current_user as role, coalesce(current_setting('app.tenant', true), '') as tenant, current_setting('synchronous_commit') as sync`,
  );
  return found.rows[0] as { role: string; tenant: string; sync: string };
}

async function noteCount(): Promise<number> {
  const found = await fixture.admin.query('select from notes where tenant_id = $1', [tenantId]);
  return found.rowCount ?? 0;
}

describe('batch', () => {
  test('returns the rows of each statement in a batch in order, with sizes as numbers', async () => {
    const results = await send([
      one,
      insertNote(1),
      sql('select generate_series(1, 3) as n'),
      sql('select 5000000000::bigint as size'),
      sql('select 1 as one where false'),
    ]);
    expect(results.map(({ rows, rowCount }) => [rows, rowCount])).toEqual([
      [[{ one: 1 }], 1],
      [[], 1],
      [[{ n: 1 }, { n: 2 }, { n: 3 }], 3],
      [[{ size: 5_000_000_000 }], 1],
      [[], 0],
    ]);
  });

  test('describes the rows of a statement once per connection, unless the statement has no rows or failed', async () => {
    let descriptions = 0;
    const { connection } = client as unknown as { connection: EventEmitter };
    for (const name of ['rowDescription', 'noData']) connection.on(name, () => (descriptions += 1));
    const some = (count: number) =>
      sql(`select n, case when n > 1 then n::text end as text, now() as at from generate_series(1, $1) n`, count);
    const failing = sql('select 1 / $1::int as never', 0);
    await expect(send([failing, some(1)])).rejects.toMatchObject({ code: '22012' });
    const at = expect.any(Date);
    const rows = [
      { n: 1, text: null, at },
      { n: 2, text: '2', at },
    ];
    // Runs a statement three times in one flush, with another statement in between and once without rows, and then
    // again in a second flush.
    const first = await send([some(2), one, some(0), some(1)]);
    expect(first.map((result) => result.rows)).toEqual([rows, [{ one: 1 }], [], rows.slice(0, 1)]);
    const again = await send([one, insertNote(1), some(2)]);
    expect(again.map((result) => [result.rows, result.rowCount])).toEqual([
      [[{ one: 1 }], 1],
      [[], 1],
      [rows, 2],
    ]);
    await expect(send([sql('select 1 / $1::int as never', 1), some(0)])).resolves.toMatchObject([
      { rows: [{ never: 1 }] },
      { rows: [] },
    ]);
    await send([insertNote(2), insertNote(3)]);
    expect(descriptions).toBe(4);
  });

  test('reads every time value exactly as written, to the millisecond, and reads other values like the pg driver', async () => {
    const times = fc.sample(
      fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      300,
    );
    const edges = [
      '2024-02-29T23:59:59.999Z',
      '2026-01-01T00:00:00.000Z',
      '1969-12-31T23:59:59.001Z',
      '2026-11-20T10:45:12.500Z',
      '2026-11-20T10:45:12.050Z',
    ];
    const written = [...times, ...edges.map((text) => new Date(text))];
    await client.query(`set timezone = 'UTC'`);
    const [result, special] = await send([
      sql('select unnest($1::timestamptz(3)[]) as at', written),
      sql(`select 'infinity'::timestamptz as infinite, null::timestamptz as nothing`),
    ]);
    expect(result?.rows).toEqual(written.map((at) => ({ at })));
    expect(special?.rows).toEqual([{ infinite: Infinity, nothing: null }]);
  });

  test('prepares a statement once per connection, even if the statement is in the batch twice', async () => {
    for (let round = 0; round < 3; round += 1) await send([insertNote(2 * round), insertNote(2 * round + 1), one]);
    expect(await noteCount()).toBe(6);
    const prepared = await client.query('select from pg_prepared_statements where name = $1', [one.name]);
    expect(prepared.rowCount).toBe(1);
  });

  test('rolls back the whole batch after a failure, and keeps the connection usable', async () => {
    const batch = [insertNote(1), sql('select 1 / $1::int as never', 0), insertNote(2), sql('select 7 as seven')];
    await expect(send(batch)).rejects.toMatchObject({ code: '22012' });
    expect(await noteCount()).toBe(0);
    // The server did not parse the statements after the failure, so the connection must not remember them as prepared.
    const results = await send([insertNote(2), sql('select 7 as seven')]);
    expect(results[1]?.rows).toEqual([{ seven: 7 }]);
    expect(await noteCount()).toBe(1);
  });

  test('fails the whole batch if one statement does not parse', async () => {
    await expect(send([insertNote(1), sql('selekt nonsense')])).rejects.toMatchObject({ code: '42601' });
    expect(await noteCount()).toBe(0);
    expect((await send([one]))[0]?.rows).toEqual([{ one: 1 }]);
  });

  test('fails the whole batch if the commit fails', async () => {
    await fixture.admin.query(
      'create table if not exists checked (id int primary key, other int references checked deferrable initially deferred)',
    );
    await expect(send([insertNote(1), sql('insert into checked values (1, 99)')])).rejects.toMatchObject({
      code: '23503',
    });
    expect(await noteCount()).toBe(0);
  });

  test('runs no statement of a batch if a value cannot be sent, reports the reason, and keeps the connection usable', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    await expect(send([insertNote(1), insertNote(2, circular), insertNote(3)])).rejects.toThrow(/circular/);
    expect(await noteCount()).toBe(0);
    const throwing = {
      toPostgres: () => {
        throw new Error('no such value');
      },
    };
    await expect(send([insertNote(1), insertNote(2, throwing)])).rejects.toThrow('no such value');
    await send([insertNote(4, 'sent')]);
    expect(await noteCount()).toBe(1);
  });

  test('fails a batch that contains text that PostgreSQL cannot store', async () => {
    await expect(send([insertNote(1), insertNote(2, 'nul \0 byte')])).rejects.toMatchObject({ code: '22021' });
    expect(await noteCount()).toBe(0);
  });

  test('returns the result or error of the batch, regardless of earlier statements on the connection', async () => {
    const batches = [
      [one],
      [sql('select 1 / $1::int as never', 0)],
      [sql('select 3 as three')],
      [insertNote(1), insertNote(1)],
      [sql('select 5 as five')],
    ];
    const outcomes: unknown[] = [];
    for (const batch of batches) outcomes.push(await send(batch).then(([result]) => result?.rows[0], sqlState));
    expect(outcomes).toEqual([{ one: 1 }, '22012', { three: 3 }, '23505', { five: 5 }]);
  });

  test('rejects a batch on a connection that is lost before or during it', async () => {
    await expect(
      send([insertNote(1), sql('select pg_terminate_backend(pg_backend_pid())'), one]),
    ).rejects.toMatchObject({ code: '57P01' });
    await expect(send([one])).rejects.toThrow();
    expect(await noteCount()).toBe(0);
  });

  test('keeps the first outcome of a batch and ignores later ones', async () => {
    const failed = new Batch([one]);
    failed.handleError(new Error('first'));
    failed.handleError(new Error('second'));
    failed.handleReadyForQuery();
    await expect(failed.promise).rejects.toThrow('first');

    const done = new Batch([]);
    done.handleReadyForQuery();
    done.handleError(new Error('the connection went afterwards'));
    await expect(done.promise).resolves.toEqual([]);
  });
});

describe('transaction settings', () => {
  const context = () => [
    contextStatement({ role: 'app', tenantId }),
    looseCommit('job claimed'),
    sql(
      `select current_user as role, current_setting('app.tenant') as tenant, current_setting('synchronous_commit') as sync`,
    ),
  ];
  const whoAmI = sql(`select current_user as role, current_setting('app.tenant') as tenant`);
  const transaction = () => new Tx(send, { role: 'app', tenantId }, new Date());

  test('applies transaction settings to the whole batch and then resets them', async () => {
    const before = await settings();
    const results = await send(context());
    expect(results[2]?.rows).toEqual([{ role: 'countersign_app', tenant: tenantId, sync: 'off' }]);
    expect(await settings()).toEqual(before);
    expect(before).toMatchObject({ tenant: '', sync: 'on' });
  });

  test('resets transaction settings after a failed batch', async () => {
    const before = await settings();
    await expect(send([...context(), sql('select 1 / $1::int as never', 0)])).rejects.toThrow();
    expect(await settings()).toEqual(before);
  });

  test('resets transaction settings after a commit and a rollback', async () => {
    const before = await settings();
    const committed = transaction();
    await committed.query(insertNote(1));
    expect(await committed.query(sql('select current_user as role'))).toEqual([{ role: 'countersign_app' }]);
    await committed.commit();
    expect(await settings()).toEqual(before);

    const failed = transaction();
    await failed.query(insertNote(2));
    await expect(failed.query(insertNote(2))).rejects.toMatchObject({ code: '23505' });
    await client.query('rollback');
    expect(await settings()).toEqual(before);

    const both = transaction();
    both.enter({ role: 'auth' });
    expect(await both.query(whoAmI)).toEqual([{ role: 'countersign_auth', tenant: '' }]);
    both.enter({ role: 'app', tenantId });
    both.write(insertNote(3));
    expect(await both.query(whoAmI)).toEqual([{ role: 'countersign_app', tenant: tenantId }]);
    await both.commit();
    expect(await settings()).toEqual(before);
    expect(await noteCount()).toBe(2);
  });
});
