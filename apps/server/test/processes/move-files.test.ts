/**
 * Files move between two storage locations while processes write, read and erase files. Both locations are folders
 * here, but the move works the same for S3.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MoveDependencies, moveFiles } from '../../src/features/storage/move-files.ts';
import { describeFiles } from '../../src/features/storage/file-locations.ts';
import { type LocalBlobs, openLocalBlobs } from '../../src/platform/adapters/local-blobs/index.ts';
import { BlobFence, BlobHome, type Place } from '../../src/platform/blobs/blob-home.ts';
import { placedBlobs } from '../../src/platform/blobs/placed-blobs.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { Database } from '../../src/platform/db/database.ts';
import { systemClock } from '../../src/platform/ports/clock.ts';
import type { BlobStore } from '../../src/platform/ports/blob-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const TENANT = `ten_${'0'.repeat(26)}`;
let testing: TestDatabase;
let database: Database;
let root: string;
let places: Record<Place, LocalBlobs>;
let said: string[];
let homes: BlobHome[];

beforeAll(async () => {
  testing = await createTestDatabase();
  database = new Database({ ...testing.connection, maxConnections: 3, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await testing.drop();
});

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'countersign-move-'));
  places = { folder: await openLocalBlobs(path.join(root, 'one')), s3: await openLocalBlobs(path.join(root, 'other')) };
  [said, homes] = [[], []];
  await reset();
  return async () => {
    for (const home of homes) await home.stop();
    rmSync(root, { recursive: true });
  };
});

/** Moves everything back to the original folder. */
async function reset(): Promise<void> {
  const client = new pg.Client(testing.connection);
  await client.connect();
  await client.query(`update blob_home set place = 'folder', move_ended_at = now(), copying = '{}'`);
  await client.end();
}

/** Starts a process that serves requests. */
async function serve(own: Record<Place, BlobStore> = places): Promise<BlobStore> {
  const home = await BlobHome.open(testing.connection, 'folder');
  homes.push(home);
  return placedBlobs(own, home);
}

const move = (to: Place, own: Partial<MoveDependencies> = {}) =>
  moveFiles(
    {
      database,
      clock: systemClock,
      places,
      fence: new BlobFence(testing.connection),
      say: (line) => said.push(line),
      ...own,
    },
    to,
  );

async function fill(store: BlobStore, count: number): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (let n = 0; n < count; n += 1) {
    const key = `${TENANT}/${newId('blob')}`;
    files.set(key, randomBytes(1000 + n));
    await store.put(key, files.get(key) ?? Buffer.alloc(0));
  }
  return files;
}

async function keysOf(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.sort();
}

test('moves every file to the other store and back while all processes read and write', async () => {
  const [one, other] = [await serve(), await serve()];
  const files = await fill(one, 45);
  expect(await move('s3')).toMatchObject({ moved: { files: 45 }, left: 0 });
  expect(await keysOf(places.folder)).toEqual([]);
  const later = await fill(other, 2);
  expect(await keysOf(places.s3)).toEqual([...files.keys(), ...later.keys()].sort());
  for (const [key, bytes] of [...files, ...later]) {
    for (const store of [one, other]) {
      expect((await store.get(key)).equals(bytes)).toBe(true);
      expect(await buffer(store.stream(key, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
    }
  }
  expect(await move('folder')).toMatchObject({ moved: { files: 47 }, left: 0 });
  expect(await keysOf(places.s3)).toEqual([]);
  expect(said.at(-1)).toMatch(/^47 of 47 files, 0\.0 MB moved, \d+\.\d MB and \d+ files a second$/);
});

test('reports where files are stored during a move', async () => {
  const store = await serve();
  const files = await fill(store, 3);
  const client = new pg.Client(testing.connection);
  await client.connect();
  // The rows are inserted without checking foreign keys.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into blobs (tenant_id, id, size_bytes, sha256, created_at, is_sealed)
     select split_part(k.key, '/', 1), split_part(k.key, '/', 2), 2 ^ 20, repeat('0', 64), now(), k.n > 1
     from unnest($1::text[]) with ordinality as k (key, n)`,
    [[...files.keys()]],
  );
  await client.end();
  const open = async () => ({ ...places, close: () => undefined });
  expect((await describeFiles(database, open))[0]).toBe('3 files (3.0 MB) in the folder.');
  const [, last = ''] = files.keys();
  // Simulates a file that the disk cannot read.
  const broken = { ...places.folder, stream: (key: string) => places.folder.stream(key) };
  broken.stream = (key) => {
    if (key === last) throw Object.assign(new Error('EIO: read'), { code: 'EIO' });
    return places.folder.stream(key);
  };
  expect(await move('s3', { places: { ...places, folder: broken } })).toMatchObject({ moved: { files: 2 }, left: 1 });
  const [where, encrypted] = await describeFiles(database, open);
  expect(where).toMatch(
    /^2 files \(2\.0 MB\) in S3, 1 file \(1\.0 MB\) still in the folder: the move that began at \S+ has not finished\. Resume it with npm start -- storage move --to s3\.$/,
  );
  expect(encrypted).toMatch(/^2 files \(2\.0 MB\) encrypted, 1 file \(1\.0 MB\) not; 0 of /);
});

test('waits for a process that is still writing to the old location, and then moves its files', async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow: BlobStore = {
    ...places.folder,
    stage: async (...args) => {
      const staged = await places.folder.stage(...args);
      const commit = async (key: string): Promise<void> => {
        begun.resolve();
        await gate.promise;
        await staged.commit(key);
      };
      return { ...staged, commit };
    },
  };
  const store = await serve({ ...places, folder: slow });
  const key = `${TENANT}/${newId('blob')}`;
  const upload = store.put(key, Buffer.from('on its way'));
  await begun.promise;
  const moving = move('s3');
  await expect
    .poll(() => said, { timeout: 10_000 })
    .toEqual(['Waiting for servers to finish writing to the old storage.']);
  // New files are already written to the new location.
  const [next = ''] = (await fill(store, 1)).keys();
  expect(existsSync(places.s3.localPath(next))).toBe(true);
  gate.resolve();
  await upload;
  expect(await moving).toMatchObject({ left: 0 });
  expect(await keysOf(places.s3)).toEqual([key, next].sort());
});

test.each(['put', 'size', 'delete'] as const)(
  'resumes a move at the next start, regardless of the %s operation at which it was interrupted',
  async (name) => {
    const store = await serve();
    const files = await fill(store, 8);
    for (const at of [1, 2, 3]) {
      let left = at;
      const ending = (place: BlobStore): BlobStore => ({
        ...place,
        [name]: async (...args: [string, never, never]) => {
          if ((left -= 1) <= 0) throw new Error('killed');
          return place[name](...args);
        },
      });
      await expect(move('s3', { places: { folder: ending(places.folder), s3: ending(places.s3) } })).rejects.toThrow();
      for (const [key, bytes] of files) expect((await store.get(key)).equals(bytes)).toBe(true);
    }
    expect(await move('s3')).toMatchObject({ left: 0 });
    expect(await keysOf(places.folder)).toEqual([]);
    for (const [key, bytes] of files) expect((await places.s3.get(key)).equals(bytes)).toBe(true);
  },
);

test.each(['before the copy', 'after the copy'])(
  'keeps no data of a file that is erased during a move: just %s',
  async (when) => {
    const store = await serve();
    const [key = ''] = (await fill(store, 1)).keys();
    const erasing: BlobStore = {
      ...places.s3,
      put: async (to, source, options) => {
        // The source file is still open, so it can be read although it was deleted.
        if (when === 'before the copy') await store.delete(to);
        const info = await places.s3.put(to, source, options);
        if (when === 'after the copy') await store.delete(to);
        return info;
      },
    };
    expect(await move('s3', { places: { ...places, s3: erasing } })).toMatchObject({ moved: { files: 0 }, left: 0 });
    expect([...(await keysOf(places.folder)), ...(await keysOf(places.s3))]).toEqual([]);
    await expect(store.get(key)).rejects.toMatchObject({ code: 'not_found' });
  },
);

test('copies a file again if the copy differs from the original, and keeps the original until the copies match', async () => {
  const store = await serve();
  const [[key, bytes] = ['', Buffer.alloc(0)]] = await fill(store, 1);
  let bad = 2;
  const damaging = (place: LocalBlobs): BlobStore => ({
    ...place,
    put: async (to, source, options) => {
      const info = await place.put(to, source, options);
      if ((bad -= 1) >= 0) writeFileSync(place.localPath(to), randomBytes(info.size));
      return info;
    },
  });
  expect(await move('s3', { places: { ...places, s3: damaging(places.s3) } })).toMatchObject({
    moved: { files: 1 },
    left: 0,
  });
  expect((await places.s3.get(key)).equals(bytes)).toBe(true);
  bad = 100;
  expect(await move('folder', { places: { ...places, folder: damaging(places.folder) } })).toMatchObject({ left: 1 });
  expect((await store.get(key)).equals(bytes)).toBe(true);
  expect(said.at(-2)).toContain(`${key} could not be moved and is still in the old storage`);
});
