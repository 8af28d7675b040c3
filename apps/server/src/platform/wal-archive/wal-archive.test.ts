/**
 * The archive on its own, with a real PostgreSQL: each point in time is restored exactly, and changed or missing data
 * is never accepted.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openS3Server } from '../../../test/support/s3-server.ts';
import { until } from '../../../test/support/until.ts';
import { fillTenant } from '../../../test/rls/tenants.ts';
import { backupFolder } from '../adapters/backup-folder/index.ts';
import { backupS3 } from '../adapters/backup-s3/index.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../adapters/embedded-postgres/index.ts';
import { newId } from '../crypto/ids.ts';
import { sha256Hex } from '../crypto/tokens.ts';
import { Vault } from '../crypto/seal.ts';
import { migrate } from '../db/migrate.ts';
import type { BackupTarget } from '../ports/backup-target.ts';
import { memoryBlobs } from '../ports/fakes/memory-blobs.ts';
import { Archiver, type ArchiverOptions } from './archiver.ts';
import { makeBase } from './base-backup.ts';
import { copyOf } from './runs.ts';
import { prune } from './prune.ts';
import { choose, newestLedger, playBack, reachedBy, restoreArchivedFiles, unpack } from './rebuild.ts';

const vault = new Vault(Buffer.alloc(32, 7));
const openers = { vault };
const never = new AbortController().signal;
const store = memoryBlobs();
let root: string;
let place: string;
let target: BackupTarget;
let postgres: EmbeddedPostgres;
let client: pg.Client;
let archiver: Archiver;
let tenant: string;
let ledger = Buffer.from('erased: one\n');
/** For each row, a time after it was written. The rows are written one after another. */
const moments: Date[] = [];
const keys: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'countersign-archive-'));
  place = path.join(root, 'place');
  target = backupFolder(place);
  postgres = await startEmbeddedPostgres({ dataDir: path.join(root, 'postgres') });
  await migrate(postgres.connection);
  client = new pg.Client(postgres.connection);
  await client.connect();
  tenant = await fillTenant(client, 'northwind');
  await client.query('delete from blob_keys; update blobs set unused_since = now()');
  await client.query('create table notes (n int primary key)');
  archiver = newArchiver();
  await write();
  await archiver.archiveChanges(never);
  const { run } = archiver;
  if (!run) throw new Error('No run was started.');
  const dataFolder = path.join(root, 'postgres');
  await makeBase({ owner: postgres.connection, dataFolder, target, run, version: '0.0.0', now: new Date() }, never);
  for (let n = 0; n < 3; n += 1) {
    await write();
    await archiver.archiveChanges(never);
  }
});
afterAll(async () => {
  await archiver.close();
  await client.end();
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

const newArchiver = (to = target, pieceBytes?: bigint, onDamage?: ArchiverOptions['onDamage']): Archiver =>
  new Archiver({
    onDamage,
    ...(pieceBytes !== undefined && { pieceBytes }),
    owner: postgres.connection,
    dataFolder: path.join(root, 'postgres'),
    target: to,
    store,
    vault,
    recovery: undefined,
    ledger: async function* () {
      yield ledger;
    },
    ledgerSize: async () => ledger.length,
    now: () => new Date(),
    log: { info: () => {}, warn: () => {} },
  });

/** Writes a row, and a file with the row that refers to it. Then records a time before anything else is written. */
async function write(): Promise<void> {
  const id = newId('blob');
  const bytes = Buffer.from(`file ${moments.length}`);
  await store.put(`${tenant}/${id}`, bytes);
  await client.query('begin');
  await client.query('insert into notes values ($1)', [moments.length]);
  await client.query(
    `insert into blobs (tenant_id, id, size_bytes, sha256, created_at, is_counted) values ($1, $2, $3, $4, now(), false)`,
    [tenant, id, bytes.length, sha256Hex(bytes)],
  );
  await client.query('commit');
  keys.push(`${tenant}/${id}`);
  // PostgreSQL records commits in microseconds, but a Date has only milliseconds. The test therefore uses the next full
  // millisecond, and waits until it has passed.
  const { rows } = await client.query<{ now: Date }>(
    `select clock_timestamp() + interval '1 ms' as now, pg_sleep(0.002)`,
  );
  moments.push(rows[0]?.now ?? new Date(0));
}

/** Restores a point in time, and returns the restored state. */
async function shown(
  until: Date | undefined,
  from = target,
): Promise<{ notes: number[]; files: number; missing: string[] }> {
  const folder = path.join(root, `restored-${crypto.randomUUID()}`);
  const chosen = await choose(from, until, openers);
  await unpack(from, chosen, folder);
  const restored = await playBack(folder, until);
  try {
    await reachedBy(restored.connection);
    const files = await restoreArchivedFiles(from, chosen.run, restored.connection, memoryBlobs());
    const reader = new pg.Client(restored.connection);
    await reader.connect();
    const { rows } = await reader.query<{ n: number }>('select n from notes order by n');
    await reader.end();
    return { notes: rows.map(({ n }) => n), files: files.files, missing: files.missing };
  } finally {
    await restored.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function stored(part: RegExp): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)));
  return names.filter((name) => part.test(name)).toSorted();
}

async function damaged(file: string): Promise<{ undo: () => void }> {
  const whole = readFileSync(path.join(place, file));
  const bytes = Buffer.from(whole);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path.join(place, file), bytes);
  return { undo: () => writeFileSync(path.join(place, file), whole) };
}

test('restores exactly the commits up to a given time, or up to the last commit', async () => {
  expect(await shown(moments[2])).toEqual({ notes: [0, 1, 2], files: 3, missing: [] });
  expect(await shown(undefined)).toEqual({ notes: [0, 1, 2, 3], files: 4, missing: [] });
});

test('continues the archive run in another process from the last archived state', async () => {
  await archiver.close();
  archiver = newArchiver();
  ledger = Buffer.from('erased: one\nerased: two\n');
  await write();
  expect(await archiver.archiveChanges(never)).toMatchObject({ isNew: false, files: 1 });
  expect(await stored(/run\.json$/)).toHaveLength(1);
  const newest = await newestLedger(target, openers);
  const read: Uint8Array[] = [];
  for await (const piece of newest ?? []) read.push(piece);
  expect(Buffer.concat(read).toString()).toBe(ledger.toString());
});

test('does not advance the latest restorable time if archiving is interrupted between two pieces of the log', async () => {
  const { plan } = await choose(target, undefined, openers);
  await write();
  await client.query(
    'create table filler as select repeat(gen_random_uuid()::text, 40) as text from generate_series(1, 1000)',
  );
  let pieces = 0;
  const full: BackupTarget = {
    ...target,
    write: async (name, source) => {
      if (name.includes('/wal/') && (pieces += 1) === 3) throw new Error('the place is full');
      await target.write(name, source);
    },
  };
  await archiver.close();
  await expect(newArchiver(full, 65_536n).archiveChanges(never)).rejects.toThrow('the place is full');
  const broken = await choose(target, undefined, openers);
  expect(broken.plan.pieces).toHaveLength(plan.pieces.length + 2);
  expect(broken.plan.reaches).toEqual(plan.reaches);
  await expect(choose(target, moments.at(-1), openers)).rejects.toThrow('cannot restore');
  archiver = newArchiver(target, 65_536n);
  await archiver.archiveChanges(never);
  expect((await choose(target, moments.at(-1), openers)).plan.pieces.length).toBeGreaterThan(plan.pieces.length + 3);
  await client.query('drop table filler');
});

test("archives a transaction's file before the part of the database log that can contain its commit", async () => {
  const other = new pg.Client(postgres.connection);
  await other.connect();
  const id = newId('blob');
  await store.put(`${tenant}/${id}`, Buffer.from('late'));
  await other.query('begin');
  await other.query(
    `insert into blobs (tenant_id, id, size_bytes, sha256, created_at, is_counted) values ($1, $2, 4, $3, now(), false)`,
    [tenant, id, sha256Hex(Buffer.from('late'))],
  );
  await client.query('insert into notes values (100)');
  const turn = archiver.archiveChanges(never);
  await until('the archiver to wait', async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where application_name = 'countersign archive' and query like '%backend_xid::text = any%'`,
    );
    return rowCount === 1;
  });
  await other.query('commit');
  await other.end();
  expect(await turn).toMatchObject({ files: 1 });
  await client.query('delete from notes where n = 100');
});

test('encrypts all data in the archive', async () => {
  for (const name of await stored(/./)) {
    const text = readFileSync(path.join(place, name)).toString('latin1');
    expect(text, name).not.toMatch(/northwind|erased|file 0/);
  }
  await expect(choose(target, undefined, { vault: new Vault(Buffer.alloc(32, 8)) })).rejects.toThrow(
    /Neither the master key/,
  );
});

test('rejects a point in time that cannot be restored, and states the restorable times', async () => {
  await expect(choose(target, new Date('2020-01-01T00:00:00Z'), openers)).rejects.toThrow(
    /cannot restore 2020-01-01T00:00:00\.000Z\. It can restore any time from 2\d{3}-\S+ to 2\d{3}-\S+\./,
  );
  await expect(choose(target, new Date(Date.now() + 3_600_000), openers)).rejects.toThrow(/cannot restore/);
});

test('detects a flipped bit in any part of the archive and names the damaged part', async () => {
  const folder = path.join(root, 'damaged');
  const [base] = await stored(/bases\/[^/]+\/data$/);
  const [piece] = (await stored(/\/wal\/\d+\//)).slice(1);
  for (const name of [base, piece]) {
    const flipped = await damaged(name ?? '');
    const chosen = await choose(target, undefined, openers);
    const restoring = unpack(target, chosen, folder);
    await expect(restoring, name).rejects.toThrow(`${name} of the backup was changed after it was written.`);
    flipped.undo();
  }
  for (const name of await stored(/\.json$/)) {
    const flipped = await damaged(name);
    await expect(choose(target, undefined, openers), name).rejects.toThrow(/was changed|damaged|not the one/);
    flipped.undo();
  }
  const [copy] = await stored(/^blobs\/.*\/blb_/);
  const flipped = await damaged(copy ?? '');
  const chosen = await choose(target, undefined, openers);
  const found = await restoreArchivedFiles(target, chosen.run, postgres.connection, memoryBlobs());
  expect(found.damaged).toEqual([copy]);
  flipped.undo();
});

test('reports a gap in the log, and can still restore to a point in time before the gap', async () => {
  const pieces = await stored(/\/wal\/\d+\//);
  const gone = path.join(place, pieces.at(-2) ?? '');
  renameSync(gone, path.join(root, 'hidden'));
  await expect(choose(target, undefined, openers)).rejects.toThrow(
    /The log is missing between 2\d{3}-\S+ \([0-9A-F]+\/[0-9A-F]+\) and 2\d{3}-\S+ \([0-9A-F]+\/[0-9A-F]+\)\. Restore to an earlier time/,
  );
  const before = await choose(target, moments[1], openers);
  expect(before.plan.pieces.length).toBeGreaterThan(0);
  renameSync(path.join(root, 'hidden'), gone);
});

test('rejects an empty folder for an existing archive, because the external disk may not be mounted', async () => {
  renameSync(place, `${place}-away`);
  const refused = /is empty, but an archive was started there/;
  await expect(archiver.archiveChanges(never)).rejects.toThrow(refused);
  await archiver.close();
  archiver = newArchiver();
  await expect(archiver.archiveChanges(never)).rejects.toThrow(refused);
  rmSync(place, { recursive: true, force: true });
  renameSync(`${place}-away`, place);
  expect(await archiver.archiveChanges(never)).toMatchObject({ isNew: false });
});

test('deletes archived data that is not needed to restore any retained point in time', async () => {
  const { run } = archiver;
  if (!run) throw new Error('No run is archived.');
  const dataFolder = path.join(root, 'postgres');
  await client.query('select pg_switch_wal()');
  const second = await makeBase(
    { owner: postgres.connection, dataFolder, target, run, version: '0.0.0', now: new Date() },
    never,
  );
  await write();
  await archiver.archiveChanges(never);
  expect(await prune(target, openers, { since: moments[0] ?? new Date(), current: run.id })).toMatchObject({
    bases: 0,
  });
  const pruned = await prune(target, openers, { since: new Date(second.done_at), current: run.id });
  expect(pruned).toMatchObject({ runs: 0, bases: 1, copies: 0 });
  expect(pruned.pieces).toBeGreaterThan(0);
  expect((await shown(undefined)).notes).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('archives to a bucket in the same way as to a folder, and starts a new run with all files', async () => {
  const server = await openS3Server();
  const bucket = backupS3({ ...server.options, prefix: 'archive/' });
  onTestFinished(() => {
    bucket.close();
    server.close();
  });
  await archiver.close();
  archiver = newArchiver(bucket);
  expect(await archiver.archiveChanges(never)).toMatchObject({ isNew: true, files: keys.length + 1 });
  const { run } = archiver;
  if (!run) throw new Error('No run was started.');
  const dataFolder = path.join(root, 'postgres');
  await makeBase(
    { owner: postgres.connection, dataFolder, target: bucket, run, version: '0.0.0', now: new Date() },
    never,
  );
  await write();
  await archiver.archiveChanges(never);
  expect(await shown(undefined, bucket)).toMatchObject({ notes: [0, 1, 2, 3, 4, 5, 6, 7], missing: [] });
});

test('reports a changed file and does not archive it', async () => {
  const found: string[] = [];
  await archiver.close();
  archiver = newArchiver(target, undefined, (blob, fault) => void found.push(`${blob} ${fault}`));
  const whole = await addFile('whole', 'whole');
  const flipped = await addFile('flippad', 'flipped');
  const cut = await addFile('sho', 'short');
  await archiver.archiveChanges(never);
  expect(new Set(found)).toEqual(new Set([`${cut} size`, `${flipped} content`]));
  const { run } = archiver;
  if (!run) throw new Error('No run is archived.');
  expect(await target.size(copyOf(run, whole).name)).toBeDefined();
  for (const key of [flipped, cut]) expect(await target.size(copyOf(run, key).name)).toBeUndefined();
});

test('archives a file that is intact on the second read, and does not report it as damaged', async () => {
  const found: string[] = [];
  await archiver.close();
  archiver = newArchiver(target, undefined, (blob, fault) => void found.push(`${blob} ${fault}`));
  const key = await addFile('read twice', 'read twice');
  const { stream } = store;
  onTestFinished(() => void (store.stream = stream));
  let reads = 0;
  store.stream = (name, range) => {
    if (name === key) reads += 1;
    return name === key && reads === 1 ? Readable.from([Buffer.from('read wrong')]) : stream(name, range);
  };
  await archiver.archiveChanges(never);
  expect(reads).toBe(2);
  expect(found.filter((fault) => fault.startsWith(key))).toEqual([]);
  const { run } = archiver;
  expect(run && (await target.size(copyOf(run, key).name))).toBeDefined();
});

/** Stores a file and its row. The row contains the digest of `expected`. */
async function addFile(stored: string, expected: string): Promise<string> {
  const id = newId('blob');
  await store.put(`${tenant}/${id}`, Buffer.from(stored));
  await client.query(
    `insert into blobs (tenant_id, id, size_bytes, sha256, created_at, is_counted) values ($1, $2, $3, $4, now(), false)`,
    [tenant, id, expected.length, sha256Hex(Buffer.from(expected))],
  );
  return `${tenant}/${id}`;
}
