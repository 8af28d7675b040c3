/**
 * Tests backup and restore without a server: a restore returns exactly the original data, and changed data is never
 * accepted.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { asAdmin, createTestDatabase, type TestDatabase } from '../../../test/support/postgres.ts';
import { fillGlobalTables, fillTenant } from '../../../test/rls/tenants.ts';
import { backupFolder } from '../adapters/backup-folder/index.ts';
import { Vault } from '../crypto/seal.ts';
import type { ConnectionOptions } from '../db/database.ts';
import type { BackupTarget } from '../ports/backup-target.ts';
import { memoryBlobs } from '../ports/fakes/memory-blobs.ts';
import { createBackup, removeFiles } from './create-backup.ts';
import { listBackups, openBackup, readThrough } from './read-backup.ts';
import { restoreDatabase, restoreFiles } from './restore-backup.ts';

const vault = new Vault(Buffer.alloc(32, 7));
const recovery = 'a passphrase that nobody guesses';
const store = memoryBlobs();
let database: TestDatabase;
let owner: pg.Client;
let folder: string;
let target: BackupTarget;
const made: string[] = [];
const tenants: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.connection);
  await owner.connect();
  await fillGlobalTables(owner);
  tenants.push(await fillTenant(owner, 'northwind'), await fillTenant(owner, 'contoso'));
  await owner.query('update blobs set unused_since = null');
  const { rows } = await owner.query<{ key: string }>(`select tenant_id || '/' || id as key from blobs`);
  for (const [at, { key }] of rows.entries()) {
    const { size, sha256 } = await store.put(key, Buffer.alloc(at === 1 ? 140_000 : at * 100, `file ${at} `));
    await owner.query(
      `update blobs set size_bytes = $3, sha256 = $4, is_sealed = false, file = null where tenant_id = $1 and id = $2`,
      [...key.split('/'), size, sha256],
    );
  }
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-backup-'));
  target = backupFolder(folder);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  for (const name of made)
    await asAdmin(inject('postgres').admin, (client) => client.query(`drop database ${name} with (force)`));
  await rm(folder, { recursive: true, force: true });
});

const backup = (id: string, changes: Partial<Parameters<typeof createBackup>[0]> = {}) =>
  createBackup({
    id,
    version: '0.0.0',
    connection: database.connection,
    store,
    ledger: async function* () {
      yield Buffer.from('what was erased');
    },
    target,
    vault,
    ...changes,
  });

async function emptyDatabase(): Promise<ConnectionOptions> {
  const { admin, runId } = inject('postgres');
  const name = `test_${runId}_${crypto.randomUUID().replaceAll('-', '')}`;
  await asAdmin(admin, (client) => client.query(`create database ${name} template template0`));
  made.push(name);
  return { ...admin, database: name };
}

/** Returns every row of every table as text, except values that are reset on another server. */
async function contents(connection: ConnectionOptions): Promise<Record<string, string[]>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('migrations', 'blob_home') order by 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'xid')::text as row from ${name} t order by 1`,
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Checks that row-level security, triggers and sequences work as in any other database. */
async function expectWorking(connection: ConnectionOptions): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const open = await client.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' and not (relrowsecurity and relforcerowsecurity)`,
  );
  const off = await client.query(`select tgname from pg_trigger where tgenabled <> 'O'`);
  const ahead = await client.query(`select id from outbox where xid >= pg_snapshot_xmin(pg_current_snapshot())`);
  const { rows } = await client.query<{ id: number }>(
    'insert into blob_scrubs (started_at, lease_until, finished_at) values (now(), now(), now()) returning id',
  );
  await client.end();
  expect([open.rows, off.rows, ahead.rows]).toEqual([[], [], []]);
  expect(rows[0]?.id).toBeGreaterThan(1);
}

describe('backup', () => {
  test('restores every row and file as of a single point in time, despite concurrent writes', async () => {
    const before = await contents(database.connection);
    // Every new table must have rows in this test. Otherwise, its backup is not tested.
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    let wrote = false;
    const { files } = await backup('whole', {
      onProgress: async ({ step }) => {
        if (wrote || step !== 'tables') return;
        wrote = true;
        await owner.query(`update users set name = 'Changed meanwhile'`);
        await owner.query('delete from rate_buckets');
      },
    });
    const connection = await emptyDatabase();
    const opened = await openBackup(target, 'whole', { vault });
    await restoreDatabase(opened, connection);
    expect(await contents(connection)).toEqual(before);
    const restored = memoryBlobs();
    expect(await restoreFiles(opened, restored)).toBe(files);
    for await (const key of store.keys()) expect(await restored.get(key)).toEqual(await store.get(key));
    await expectWorking(connection);
    await expect(restoreDatabase(opened, connection)).rejects.toMatchObject({ code: 'not_empty' });
  });

  test('does not copy a file again if an earlier backup contains it', async () => {
    await backup('first');
    expect((await backup('second')).copiedFiles).toBe(0);
    const [tenantId] = tenants;
    const { rows } = await owner.query<{ id: string }>(
      `insert into blobs (tenant_id, id, size_bytes, sha256, created_at) select $1, 'blb_' || reverse(substr(id, 5)), 3, 'x', now() from blobs where tenant_id = $1 limit 1 returning id`,
      [tenantId],
    );
    const { sha256 } = await store.put(`${tenantId}/${rows[0]?.id}`, Buffer.from('new'));
    await owner.query('update blobs set sha256 = $3 where tenant_id = $1 and id = $2', [tenantId, rows[0]?.id, sha256]);
    expect((await backup('third')).copiedFiles).toBe(1);
  });

  test('restarts from a newer state of the database if a file was erased before it could be copied', async () => {
    const gone = `${tenants[0]}/blb_${'0'.repeat(26)}`;
    await owner.query(
      `insert into blobs (tenant_id, id, size_bytes, sha256, created_at) values ($1, $2, 3, 'x', now())`,
      gone.split('/'),
    );
    let moments = 0;
    await backup('again', {
      onProgress: async ({ step, done, total }) => {
        if (step !== 'tables' || done !== total) return;
        moments += 1;
        if (moments === 2) return;
        await owner.query('delete from blobs where tenant_id = $1 and id = $2', gone.split('/'));
      },
    });
    expect(moments).toBe(2);
  });

  test('rejects a backup with a clear error while another backup is running', async () => {
    let other: unknown;
    await backup('one', {
      onProgress: async () => void (other ??= await backup('other').catch((error: unknown) => error)),
    });
    expect(other).toMatchObject({ code: 'busy' });
  });

  test('rejects a backup if the policy of a table is missing, too narrow or overridden', async () => {
    for (const [change, back] of [
      [
        'drop policy backup on documents',
        'create policy backup on documents for select to countersign_backup using (true)',
      ],
      ['alter policy backup on documents using (archived_at is null)', 'alter policy backup on documents using (true)'],
      ['create policy narrow on documents as restrictive for select using (false)', 'drop policy narrow on documents'],
      ['create table unseen (id int)', 'drop table unseen'],
    ] as const) {
      await owner.query(change);
      await expect(backup('hidden'), change).rejects.toMatchObject({ code: 'incomplete' });
      await owner.query(back);
    }
    expect(await listBackups(target)).not.toContain('hidden');
  });

  test('does not list an interrupted backup, and removes its files at the next attempt', async () => {
    const ending = new AbortController();
    const broken = backup('broken', {
      onProgress: ({ done }) => (done === 20 ? ending.abort() : undefined),
      signal: ending.signal,
    });
    await expect(broken).rejects.toThrow();
    await expect(openBackup(target, 'broken', { vault })).rejects.toMatchObject({ code: 'unknown' });
    expect(await listBackups(target)).not.toContain('broken');
    await backup('broken');
    expect(await readThrough(await openBackup(target, 'broken', { vault }))).toEqual([]);
  });
});

describe('stored files that are missing or damaged', () => {
  /** Returns a copy of the store in which three files are missing or damaged. */
  async function broken() {
    const others = memoryBlobs();
    const keys: string[] = [];
    for await (const key of store.keys()) keys.push(key);
    const whole = await Promise.all(keys.map(async (key) => ({ key, bytes: await store.get(key) })));
    const large = whole.filter(({ bytes }) => bytes.length > 100).toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const [missing = '', flipped = '', short = ''] = large.map(({ key }) => key);
    for (const { key, bytes } of whole) {
      if (key === missing) continue;
      const changed = Buffer.from(bytes);
      if (key === flipped) changed.writeUInt8((changed[50] ?? 0) ^ 1, 50);
      await others.put(key, key === short ? bytes.subarray(1) : changed);
    }
    return { others, missing, flipped, short, count: keys.length };
  }
  const elsewhere = async () => {
    const place = await mkdtemp(path.join(tmpdir(), 'countersign-backup-'));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    return backupFolder(place);
  };
  const blob = (key: string) => key.split('/')[1];

  test('lists missing and damaged files, and backs up everything else', async () => {
    const { others, missing, flipped, short, count } = await broken();
    const place = await elsewhere();
    let moments = 0;
    const { faults } = await backup('faulty', {
      store: others,
      target: place,
      onProgress: ({ step, done, total }) => void (step === 'tables' && done === total && (moments += 1)),
    });
    expect(moments).toBe(1);
    const named = [
      { file: missing, blob: blob(missing), fault: 'missing', copy: 'none' },
      { file: flipped, blob: blob(flipped), fault: 'content', copy: 'damaged' },
      { file: short, blob: blob(short), fault: 'size', copy: 'damaged' },
    ];
    expect(faults).toEqual(named);
    const opened = await openBackup(place, 'faulty', { vault });
    expect(opened.manifest.faults).toEqual(named);
    expect(await readThrough(opened)).toEqual([
      `The stored file ${missing} was missing when the backup was created. The backup does not contain the file.`,
      `The stored file ${flipped} was damaged when the backup was created. The backup contains the damaged file unchanged.`,
      `The stored file ${short} had a different length than recorded when the backup was created. The backup contains the damaged file unchanged.`,
    ]);
    const restored = memoryBlobs();
    expect(await restoreFiles(opened, restored)).toBe(count - 1);
    for await (const key of others.keys()) expect(await restored.get(key)).toEqual(await others.get(key));
    // A damaged copy is not reused, so repaired files are copied again.
    expect((await backup('mended', { target: place })).faults).toEqual([]);
    expect(await readThrough(await openBackup(place, 'mended', { vault }))).toEqual([]);
    await removeFiles(place, 'faulty');
    expect(await listBackups(place)).toEqual(['mended']);
  });

  test('does not list a file as damaged if it is intact on the second read', async () => {
    const place = await elsewhere();
    const read = new Set<string>();
    async function* wrong(key: string): AsyncGenerator<Uint8Array> {
      const bytes = await store.get(key);
      if (bytes.length > 0) bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
      yield bytes;
    }
    const unsteady: typeof store = {
      ...store,
      stream: (key, range) => {
        if (read.has(key)) return store.stream(key, range);
        read.add(key);
        return Readable.from(wrong(key));
      },
    };
    expect((await backup('unsteady', { store: unsteady, target: place })).faults).toEqual([]);
    expect(read.size).toBeGreaterThan(1);
    expect(await readThrough(await openBackup(place, 'unsteady', { vault }))).toEqual([]);
  });

  test('uses intact copies from an earlier backup for damaged files, and still lists the damaged files', async () => {
    const { others, missing, short } = await broken();
    const place = await elsewhere();
    await backup('before', { target: place });
    const { faults } = await backup('after', { store: others, target: place });
    expect(faults).toEqual([
      { file: missing, blob: blob(missing), fault: 'missing', copy: 'earlier' },
      { file: short, blob: blob(short), fault: 'size', copy: 'earlier' },
    ]);
    const restored = memoryBlobs();
    await restoreFiles(await openBackup(place, 'after', { vault }), restored);
    for (const key of [missing, short]) expect(await restored.get(key)).toEqual(await store.get(key));
  });
});

describe('keys of a backup', () => {
  test('opens a backup only with the master key or the recovery passphrase', async () => {
    await backup('locked', { recovery });
    const other = new Vault(Buffer.alloc(32, 8));
    expect((await openBackup(target, 'locked', { vault: other, recovery })).manifest.id).toBe('locked');
    for (const openers of [{ vault: other }, { recovery: `${recovery}!` }, {}])
      await expect(openBackup(target, 'locked', openers)).rejects.toMatchObject({ code: 'locked' });
    await backup('without');
    await expect(openBackup(target, 'without', { recovery })).rejects.toMatchObject({ code: 'locked' });
  });

  test('reveals no row, name or file of a backup without a key', async () => {
    await backup('closed', { recovery });
    const written = filesOf(folder)
      .map((file) => readFileSync(file).toString('latin1'))
      .join('');
    for (const text of ['northwind', 'new@example.com', 'file 2 file 2', 'what was erased', recovery])
      expect(written).not.toContain(text);
  });
});

const filesOf = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe('flipped bit in a backup', () => {
  test('detects a flipped bit in any file of a backup, at any position', async () => {
    for (const id of await listBackups(target)) await removeFiles(target, id);
    await backup('flipped');
    const check = async (): Promise<string[]> => {
      try {
        return await readThrough(await openBackup(target, 'flipped', { vault }));
      } catch (error) {
        return [String(error)];
      }
    };
    expect(await check()).toEqual([]);
    const missed: string[] = [];
    for (const file of filesOf(folder)) {
      const bytes = readFileSync(file);
      const places = [0, bytes.length - 1, Math.floor(Math.random() * bytes.length)];
      for (const place of places) {
        const bit = 1 << Math.floor(Math.random() * 8);
        const changed = Buffer.from(bytes);
        changed.writeUInt8((changed[place] ?? 0) ^ bit, place);
        writeFileSync(file, changed);
        if ((await check()).length === 0) missed.push(`${file}: bit ${bit} of byte ${place}`);
      }
      writeFileSync(file, bytes.subarray(0, -1));
      if ((await check()).length === 0) missed.push(`${file}: cut off`);
      await rm(file);
      if ((await check()).length === 0) missed.push(`${file}: missing`);
      writeFileSync(file, bytes);
    }
    expect(missed).toEqual([]);
    expect(await check()).toEqual([]);
  });
});
