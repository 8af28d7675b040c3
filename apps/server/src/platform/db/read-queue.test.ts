import type pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BatchResult } from './batch.ts';
import { WaitTimes } from '../wait-times.ts';
import { isRead, ReadQueue } from './read-queue.ts';
import type { Statement } from './statement.ts';

const read = (text: string): Statement<unknown> => ({ name: text, text, values: [] });
const tenant = (tenantId: string) => ({ role: 'app', tenantId }) as const;

/** Connections that respond when the test tells them to. Each statement returns a row that contains its text. */
function stage() {
  const flushes: { texts: string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const queue = new ReadQueue({
    waits: new WaitTimes(),
    connect: async () => ({}) as pg.PoolClient,
    release: async () => {},
    isStatementFault: (error) => error instanceof RangeError,
    send: (_client, statements) =>
      new Promise<BatchResult[]>((resolve, reject) => {
        const texts = statements.map(({ text, values }) =>
          text.includes('enter_context') ? `context ${String(values[1])}` : text,
        );
        const results = texts.map((text) => ({ rows: [{ text }], rowCount: 1, command: 'SELECT' }));
        flushes.push({ texts, answer: () => resolve(results), fail: reject });
      }),
  });
  return { flushes, queue };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Sends reads one after another, so that each occupies one of the usual connections. */
async function occupy(queue: ReadQueue): Promise<Promise<BatchResult[]>[]> {
  const reads: Promise<BatchResult[]>[] = [];
  for (const n of [1, 2]) {
    reads.push(queue.run(tenant('a'), [read(`select ${n}`)]));
    await settled();
  }
  return reads;
}

afterEach(() => void vi.useRealTimers());

describe('reads outside a transaction', () => {
  test('sends reads separately and immediately while a connection is free', async () => {
    const { flushes, queue } = stage();
    const first = queue.run(tenant('a'), [read('select 1'), read('select 2')]);
    await settled();
    expect(flushes.map(({ texts }) => texts)).toEqual([['context a', 'select 1', 'select 2']]);
    flushes[0]?.answer();
    expect((await first).map(({ rows }) => rows)).toEqual([[{ text: 'select 1' }], [{ text: 'select 2' }]]);
  });

  test('sends reads together if they are requested simultaneously', async () => {
    const { flushes, queue } = stage();
    const both = Promise.all([queue.run(tenant('a'), [read('select 1')]), queue.run(tenant('b'), [read('select 2')])]);
    await settled();
    expect(flushes.map(({ texts }) => texts)).toEqual([['context a', 'select 1', 'context b', 'select 2']]);
    flushes[0]?.answer();
    expect((await both).map(([result]) => result?.rows)).toEqual([[{ text: 'select 1' }], [{ text: 'select 2' }]]);
  });

  test('sends the reads of one event loop tick together, and sets an unchanged context once', async () => {
    const { flushes, queue } = stage();
    const reads: Promise<BatchResult[]>[] = [];
    for (const [tenantId, text] of [
      ['a', 'select 1'],
      ['a', 'select 2'],
      ['b', 'select 3'],
      ['a', 'select 4'],
    ] as const) {
      reads.push(queue.run(tenant(tenantId), [read(text)]));
      // Simulates separate requests, between which microtasks run.
      for (let n = 0; n < 10; n += 1) await Promise.resolve();
    }
    reads.push(queue.run({ role: 'auth' }, [read('select 5')]));
    await settled();
    expect(flushes.map(({ texts }) => texts)).toEqual([
      ['context a', 'select 1', 'select 2', 'context b', 'select 3', 'context a', 'select 4', 'context ', 'select 5'],
    ]);
    flushes[0]?.answer();
    const rows = (await Promise.all(reads)).map((results) => results.map((result) => result.rows));
    expect(rows).toEqual([1, 2, 3, 4, 5].map((n) => [[{ text: `select ${n}` }]]));
  });

  test('sends waiting reads together, each with a separate context and separate rows', async () => {
    const { flushes, queue } = stage();
    const busy = await occupy(queue);
    const waiting = ['b', 'c'].map((name) => queue.run(tenant(name), [read(`select '${name}'`)]));
    await settled();
    expect(flushes).toHaveLength(2);
    flushes[0]?.answer();
    await settled();
    expect(flushes[2]?.texts).toEqual(['context b', `select 'b'`, 'context c', `select 'c'`]);
    for (const flush of flushes.slice(1)) flush.answer();
    const rows = (await Promise.all(waiting)).map(([result]) => result?.rows);
    expect(rows).toEqual([[{ text: `select 'b'` }], [{ text: `select 'c'` }]]);
    await Promise.all(busy);
  });

  test('sends waiting reads on up to four connections if earlier reads are slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { flushes, queue } = stage();
    const reads = await occupy(queue);
    for (const n of [3, 4, 5]) {
      reads.push(queue.run(tenant('a'), [read(`select ${n}`)]));
      await settled();
      expect(flushes).toHaveLength(n - 1);
      vi.advanceTimersByTime(9);
      await settled();
      expect(flushes).toHaveLength(n - 1);
      vi.advanceTimersByTime(1);
      await settled();
      expect(flushes).toHaveLength(Math.min(n, 4));
    }
    flushes[3]?.answer();
    await settled();
    // Three connections are still busy with slow reads, so the next read also has to wait 10 ms for an additional
    // connection.
    expect(flushes).toHaveLength(4);
    vi.advanceTimersByTime(10);
    await settled();
    expect(flushes[4]?.texts).toEqual(['context a', 'select 5']);
    for (const flush of flushes) flush.answer();
    expect((await Promise.all(reads)).map(([result]) => result?.rows)).toEqual(
      [1, 2, 3, 4, 5].map((n) => [{ text: `select ${n}` }]),
    );
  });

  test('repeats the other reads of a batch if one of them fails', async () => {
    const { flushes, queue } = stage();
    const busy = await occupy(queue);
    const bad = queue.run(tenant('b'), [read('select 1/0')]);
    const good = queue.run(tenant('c'), [read('select good')]);
    const refusal = expect(bad).rejects.toThrow('division by zero');
    await settled();
    flushes[0]?.answer();
    await settled();
    flushes[2]?.fail(new RangeError('division by zero'));
    await settled();
    flushes[3]?.fail(new RangeError('division by zero'));
    await settled();
    for (const flush of flushes) flush.answer();
    await refusal;
    expect((await good)[0]?.rows).toEqual([{ text: 'select good' }]);
    await Promise.all(busy);
  });
});

test('fails all waiting reads immediately, without retries, if the database connection is lost', async () => {
  const { flushes, queue } = stage();
  const busy = await occupy(queue);
  const waiting = ['b', 'c'].map((name) => queue.run(tenant(name), [read(`select '${name}'`)]));
  const refusals = waiting.map((one) => expect(one).rejects.toThrow('connection lost'));
  await settled();
  flushes[0]?.answer();
  await settled();
  flushes[2]?.fail(new Error('connection lost'));
  await Promise.all(refusals);
  expect(flushes).toHaveLength(3);
  for (const flush of flushes) flush.answer();
  await Promise.all(busy);
});

test('never batches statements that write or lock', () => {
  expect(isRead(read('select * from documents order by updated_at'))).toBe(true);
  expect(isRead(read('with page as (select 1) select * from page'))).toBe(true);
  for (const text of [
    'select 1 from documents for update',
    'with x as (delete from jobs returning id) select * from x',
    'update users set name = $1',
    `select set_config('role', 'x', true)`,
    'insert into users values ($1)',
  ]) {
    expect(isRead(read(text)), text).toBe(false);
  }
});
