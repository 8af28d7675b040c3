import { rootOf } from '@countersign/audit-log/tlog';
import { newId } from '../../platform/crypto/ids.ts';
import { Vault } from '../../platform/crypto/seal.ts';
import { readAcross } from '../../platform/db/across-tenants.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../platform/db/database.fixture.ts';
import type { Database } from '../../platform/db/database.ts';
import { Recorder } from '../../platform/audit/recorder.ts';
import { UnitOfWork } from '../../platform/unit-of-work.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { backfillLogs } from './backfill.ts';
import { LogState } from './log-state.ts';
import { Sequencer, type SequencerOptions } from './sequencer.ts';
import { selectQueuedTenants } from './store.ts';

const clock = { now: () => new Date() };
const log = { warn: () => {} };
let fixture: DatabaseFixture;
let database: Database;
let uow: UnitOfWork;
let tenantId: string;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  database = fixture.open(10);
  const recorder = new Recorder({ vault: new Vault(Buffer.alloc(32, 7)), reactions: [], wake: () => {} });
  uow = new UnitOfWork({ database, clock, recorder });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  tenantId = await fixture.addTenant();
});

/** Each sequencer behaves like a separate process. */
const newSequencer = (options: Partial<SequencerOptions> = {}) => new Sequencer({ database, clock, log, ...options });

async function record(stream: string, count = 1): Promise<void> {
  for (let done = 0; done < count; done += 1)
    await uow.run(tenantId, (tx) =>
      uow.recorder.record(tx, tenantId, stream, {
        action: 'document.viewed',
        actor: { kind: 'system', id: 'test' },
        target: { kind: 'document', id: stream },
        data: {},
      }),
    );
}

type Run = { first_index: string; stream: string; first_n: number; hashes: Buffer };

/** Returns the entries in log order, after comparing the stored tree with a tree that is computed from them. */
async function readLog(): Promise<{ stream: string; n: number }[]> {
  const { rows: runs } = await fixture.admin.query<Run>(
    'select first_index, stream, first_n, hashes from log_runs where tenant_id = $1 order by first_index',
    [tenantId],
  );
  const entries: { stream: string; n: number }[] = [];
  const hashes: Buffer[] = [];
  for (const run of runs) {
    expect(Number(run.first_index), 'the audit log has no gap before this run').toBe(entries.length);
    for (let at = 0; at * 32 < run.hashes.length; at += 1) {
      entries.push({ stream: run.stream, n: run.first_n + at });
      hashes.push(run.hashes.subarray(at * 32, at * 32 + 32));
    }
  }
  const { rows } = await fixture.admin.query<{ size: string; frontier: Buffer }>(
    'select size, frontier from transparency_logs where tenant_id = $1',
    [tenantId],
  );
  expect(Number(rows[0]?.size ?? 0)).toBe(entries.length);
  const state = new LogState(rows[0]?.frontier);
  expect(Buffer.from(state.root()).toString('hex')).toBe(Buffer.from(rootOf(hashes)).toString('hex'));
  const { rows: nodes } = await fixture.admin.query<{ level: number; index: string; hash: Buffer }>(
    'select level, index, hash from log_nodes where tenant_id = $1 order by level, index',
    [tenantId],
  );
  expect(nodes.map(({ level, index, hash }) => [level, Number(index), hash.toString('hex')])).toEqual(
    Array.from({ length: Math.floor(hashes.length / 256) }, (_, at) => [
      1,
      at,
      Buffer.from(rootOf(hashes.slice(at * 256, at * 256 + 256))).toString('hex'),
    ]),
  );
  const { rows: stored } = await fixture.admin.query<{ stream: string; n: number; hash: string }>(
    'select stream, n, hash from audit_entries where tenant_id = $1',
    [tenantId],
  );
  const byEntry = new Map(stored.map(({ stream, n, hash }) => [`${stream} ${n}`, hash]));
  for (const [index, { stream, n }] of entries.entries())
    expect(byEntry.get(`${stream} ${n}`)).toBe(hashes[index]?.toString('hex'));
  return entries;
}

/** Expects every stream to be complete and in order. */
function expectWhole(entries: readonly { stream: string; n: number }[], expected: Record<string, number>): void {
  for (const [stream, count] of Object.entries(expected))
    expect(entries.filter((entry) => entry.stream === stream).map(({ n }) => n)).toEqual(
      Array.from({ length: count }, (_, n) => n),
    );
  expect(entries).toHaveLength(Object.values(expected).reduce((sum, count) => sum + count, 0));
}

const queued = async () =>
  (await fixture.admin.query('select 1 from log_queue where tenant_id = $1', [tenantId])).rowCount;

test('stores the entries of each stream in a batch in one row, even if streams were written alternately', async () => {
  const streams = [newId('document'), newId('document')];
  for (let n = 0; n < 3; n += 1) for (const stream of streams) await record(stream);
  await newSequencer().sequence(tenantId);
  expectWhole(await readLog(), Object.fromEntries(streams.map((stream) => [stream, 3])));
  const { rows } = await fixture.admin.query<{ stream: string }>('select stream from log_runs where tenant_id = $1', [
    tenantId,
  ]);
  expect(rows.map(({ stream }) => stream).toSorted()).toEqual(streams.toSorted());
});

test('sequences entries from concurrent writers without gaps and in the order of each stream, even with several sequencers', async () => {
  const streams = [newId('document'), newId('document'), newId('document'), tenantId];
  const sequencers = [newSequencer({ batch: 7 }), newSequencer({ batch: 50 }), newSequencer()];
  const writing = Promise.all(streams.map((stream) => record(stream, 25)));
  for (let round = 0; round < 10; round += 1)
    await Promise.all(sequencers.map((one) => one.sequence(tenantId, { takeOver: true })));
  await writing;
  await sequencers[0]?.sequence(tenantId, { takeOver: true });
  expectWhole(await readLog(), Object.fromEntries(streams.map((stream) => [stream, 25])));
  expect(await queued()).toBe(0);
});

test('stores the root hashes of complete tiles even if batches end within a tile', async () => {
  const streams = [newId('document'), newId('document')];
  await Promise.all(streams.map((stream) => record(stream, 300)));
  await newSequencer({ batch: 97 }).sequence(tenantId);
  expectWhole(await readLog(), Object.fromEntries(streams.map((stream) => [stream, 300])));
});

test('sequences an entry that is committed after later entries of other streams', async () => {
  const [early, late] = [newId('document'), newId('document')];
  let commit = () => {};
  const waits = new Promise<void>((resolve) => (commit = resolve));
  let opened = () => {};
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  const slow = uow.run(tenantId, async (tx) => {
    await uow.recorder.record(tx, tenantId, early, {
      action: 'document.viewed',
      actor: { kind: 'system', id: 'test' },
      target: { kind: 'document', id: early },
      data: {},
    });
    await tx.flush();
    opened();
    await waits;
  });
  await isOpen;
  await record(late, 2);
  const sequencer = newSequencer();
  await sequencer.sequence(tenantId);
  expectWhole(await readLog(), { [late]: 2 });
  commit();
  await slow;
  await sequencer.sequence(tenantId);
  expectWhole(await readLog(), { [late]: 2, [early]: 1 });
});

test('leaves the log unchanged if a sequencer crashes before its commit, and sequences the entries with a new one', async () => {
  const stream = newId('document');
  await record(stream, 3);
  const dying = newSequencer({ beforeWrite: () => Promise.reject(new Error('killed')) });
  await expect(dying.sequence(tenantId)).rejects.toThrow('killed');
  expect(await readLog()).toEqual([]);
  await newSequencer().sequence(tenantId);
  expectWhole(await readLog(), { [stream]: 3 });
});

test('does not write if another process took over while the sequencer was paused', async () => {
  const stream = newId('document');
  await record(stream, 2);
  await newSequencer().sequence(tenantId);
  await record(stream, 2);
  let resume = () => {};
  const pause = new Promise<void>((resolve) => (resume = resolve));
  let paused = () => {};
  const isPaused = new Promise<void>((resolve) => (paused = resolve));
  const holder = newSequencer({
    beforeWrite: () => {
      paused();
      return pause;
    },
  });
  const batch = holder.sequence(tenantId, { takeOver: true });
  await isPaused;
  // Simulates that the database ends a transaction that has been idle for too long.
  await fixture.admin.query(
    `select pg_terminate_backend(l.pid) from pg_locks l where l.relation = 'transparency_logs'::regclass and l.granted
       and l.pid <> pg_backend_pid() and l.database = (select oid from pg_database where datname = current_database())`,
  );
  await newSequencer().sequence(tenantId, { takeOver: true });
  await record(stream, 1);
  const between = await readLog();
  resume();
  await expect(batch).rejects.toThrow();
  expect(await readLog()).toEqual(between);
  await newSequencer().sequence(tenantId, { takeOver: true });
  expectWhole(await readLog(), { [stream]: 5 });
});

test("waits for the end of another process's lease, unless the entry cannot wait", async () => {
  const stream = newId('document');
  await record(stream);
  await newSequencer({ leaseMs: 60_000 }).sequence(tenantId);
  await record(stream);
  await newSequencer().sequence(tenantId);
  expectWhole(await readLog(), { [stream]: 1 });
  await newSequencer({ leaseMs: 0 }).sequence(tenantId, { takeOver: true });
  expectWhole(await readLog(), { [stream]: 2 });
  await record(stream);
  await newSequencer().sequence(tenantId);
  expectWhole(await readLog(), { [stream]: 3 });
});

test('sequences older entries in order, even if a newer entry of the same stream was queued first', async () => {
  const streams = [newId('document'), newId('document'), tenantId];
  for (const stream of streams) await record(stream, 4);
  await fixture.admin.query('delete from log_queue where tenant_id = $1', [tenantId]);
  await fixture.admin.query(`insert into log_backfills (tenant_id, after_stream) values ($1, '')`, [tenantId]);
  const [first = ''] = streams;
  await record(first);
  await newSequencer().sequence(tenantId);
  expectWhole(await readLog(), { [first]: 5 });
  await backfillLogs({ database, uow });
  await newSequencer().sequence(tenantId, { takeOver: true });
  expectWhole(await readLog(), { ...Object.fromEntries(streams.map((stream) => [stream, 4])), [first]: 5 });
  expect((await fixture.admin.query('select 1 from log_backfills where tenant_id = $1', [tenantId])).rowCount).toBe(0);
});

test("removes a queued entry that is already in the log, so that the entry's stream can be erased", async () => {
  await record('doc_a', 2);
  const sequencer = newSequencer();
  await sequencer.sequence(tenantId);
  // Simulates a backfill that read the stream before the batch was committed.
  await fixture.admin.query("insert into log_queue (tenant_id, stream, n) values ($1, 'doc_a', 1)", [tenantId]);
  await sequencer.sequence(tenantId);
  const { rows } = await fixture.admin.query('select n from log_queue where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([]);
  expect(await readLog()).toHaveLength(2);
});

test('starts a stream with the hash of its last erased entry if its first entries were erased before the log began', async () => {
  const stream = newId('document');
  await record(stream, 4);
  await fixture.admin.query('delete from log_queue where tenant_id = $1', [tenantId]);
  await fixture.admin.query(
    `with gone as (delete from audit_entries where tenant_id = $1 and stream = $2 and n < 2 returning n, hash)
     update audit_streams set starts_n = 2, starts_hash = (select hash from gone where n = 1) where tenant_id = $1 and stream = $2`,
    [tenantId, stream],
  );
  await fixture.admin.query(`insert into log_backfills (tenant_id, after_stream) values ($1, '')`, [tenantId]);
  await backfillLogs({ database, uow });
  await newSequencer().sequence(tenantId, { takeOver: true });
  const { rows } = await fixture.admin.query<{ stream: string; first_n: number; count: number }>(
    `select stream, first_n, octet_length(hashes) / 32 as count from log_runs where tenant_id = $1 order by first_index`,
    [tenantId],
  );
  expect(rows).toEqual([
    { stream, first_n: 1, count: 3 },
    // The entry that records the erasure of the document.
    { stream: tenantId, first_n: 0, count: 1 },
  ]);
});

const checkpoints = async () =>
  (
    await fixture.admin.query<{ size: number; note: string }>(
      `select c.size::int, c.note from log_checkpoints c join transparency_logs l on l.tenant_id = c.tenant_id and l.checkpoint_size >= c.size
       where c.tenant_id = $1 order by c.size`,
      [tenantId],
    )
  ).rows;
const signer: SequencerOptions['signer'] = () =>
  Promise.resolve((_tenantId, size, root) => Promise.resolve({ size, root, note: `signed ${size}` }));

test('stores a checkpoint in the transaction of its batch, and stores none if the batch fails', async () => {
  const stream = newId('document');
  await record(stream, 3);
  const dying = newSequencer({ signer, beforeWrite: () => Promise.reject(new Error('killed')) });
  await expect(dying.sequence(tenantId, { sign: true })).rejects.toThrow('killed');
  expect(await checkpoints()).toEqual([]);
  const checkpoint = await newSequencer({ signer }).sequence(tenantId, { sign: true });
  expect(checkpoint).toMatchObject({ size: 3, note: 'signed 3' });
  expect(await checkpoints()).toEqual([{ size: 3, note: 'signed 3' }]);
});

test('signs a checkpoint only for the last of several batches', async () => {
  await record(newId('document'), 5);
  const checkpoint = await newSequencer({ signer, batch: 2 }).sequence(tenantId, { sign: true });
  expect(checkpoint?.size).toBe(5);
  expect(await checkpoints()).toEqual([{ size: 5, note: 'signed 5' }]);
});

test('processes waiting entries together with an entry that cannot wait for the next batch', async () => {
  const sequencer = newSequencer();
  await readAcross(database, selectQueuedTenants);
  sequencer.start({ exclusive: true });
  const streams = [newId('document'), newId('document')];
  for (const stream of streams) {
    await record(stream, 2);
    sequencer.wake(tenantId);
  }
  const transactions = vi.spyOn(database, 'transaction');
  await sequencer.sequence(tenantId, { takeOver: true });
  await sequencer.stop();
  expect(transactions).toHaveBeenCalledTimes(1);
  transactions.mockRestore();
  expectWhole(await readLog(), Object.fromEntries(streams.map((stream) => [stream, 2])));
});
