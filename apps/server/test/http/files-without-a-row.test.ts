/**
 * Tests files without a database row, which are left behind by a crash between writing the file and writing its row.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { filesInS3, storedFiles } from '../support/stored-files.ts';

// The disk or the S3 server determines the age of a file, so the server's clock must show the real time.
const app = await startTestApp({ startAt: new Date().toISOString() });
const files = storedFiles(app);
const sweep = async (): Promise<number> =>
  (await app.cron.post<'runDataRetention'>('/api/cron/data-retention')).body.erased['files'] ?? -1;

/** Writes a file that has no database row. */
async function leave(tenant = app.tenant.tenantId): Promise<string> {
  const key = `${tenant}/${newId('blob')}`;
  await files.write(key, Buffer.from('left behind'));
  return key;
}

// This test runs first, because the other tests advance the clock, after which every new file counts as old.
test('ignores files written within the last hour even if they have no database row', async () => {
  const young = await leave();
  app.clock.advance({ minutes: 59 });
  await sweep();
  expect(await app.sql('select 1 from unclaimed_files')).toEqual([]);
  app.clock.advance({ hours: 2 });
  await sweep();
  expect(await app.sql('select key from unclaimed_files')).toEqual([{ key: young }]);
  app.clock.advance({ days: 1 });
  expect(await sweep()).toBe(1);
});

test('deletes files without a database row one day after they were found, counts them, and keeps all other files', async () => {
  const kept = await files.keyOf((await app.draft()).id);
  const left = await leave();
  app.clock.advance({ hours: 2 });
  expect(await sweep()).toBe(0);
  expect(await files.has(left)).toBe(true);
  app.clock.advance({ hours: 24, ms: -1 });
  expect(await sweep()).toBe(0);
  app.clock.advance({ ms: 1 });
  expect(await sweep()).toBe(1);
  expect(await files.has(left)).toBe(false);
  expect(await files.has(kept)).toBe(true);
  expect(app.lines.some((line) => line.includes('removed stored files without a database row'))).toBe(true);
  expect(await sweep(), 'again').toBe(0);
});

test('keeps a file whose database row is written later', async () => {
  const key = await files.keyOf((await app.draft()).id);
  // Simulates that the file is listed before its row is written.
  await app.sql('insert into unclaimed_files (key, found_at) values ($1, $2)', [key, app.clock.now()]);
  app.clock.advance({ days: 2 });
  expect(await sweep()).toBe(0);
  expect(await files.has(key)).toBe(true);
  expect(await app.sql('select 1 from unclaimed_files')).toEqual([]);
});

test('keeps files of unknown organizations, because the server may be connected to the wrong database', async () => {
  const stray = await leave(newId('tenant'));
  app.clock.advance({ hours: 100 });
  await sweep();
  app.clock.advance({ days: 3 });
  expect(await sweep()).toBe(0);
  expect(await files.has(stray)).toBe(true);
  expect(app.lines.some((line) => line.includes('organizations that are not in the database'))).toBe(true);
});

// The tests for the S3 adapter cover other objects in a bucket.
test.skipIf(filesInS3)('keeps a file whose name does not follow the naming scheme of stored files', async () => {
  await app.draft();
  const file = path.join(app.dataDir, 'blobs', app.tenant.tenantId, 'not-named-like-a-blob.txt');
  await writeFile(file, 'left behind');
  app.clock.advance({ hours: 100 });
  await sweep();
  app.clock.advance({ days: 3 });
  expect(await sweep()).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('left behind');
});
