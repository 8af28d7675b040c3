/** Tests files without a row, which are left by a crash between writing the file and its row. */
import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const folder = path.join(app.dataDir, 'blobs');
const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
const sweep = async (): Promise<number> =>
  (await app.cron.post<'runDataRetention'>('/api/cron/data-retention')).body.erased['files'] ?? -1;

/** Leaves a file that was written the given number of hours ago by the test clock. */
async function leave(hoursAgo: number, tenant = app.tenant.tenantId, name: string = newId('blob')): Promise<string> {
  const file = path.join(folder, tenant, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'left behind');
  const at = new Date(app.clock.now().getTime() - hoursAgo * 3_600_000);
  await utimes(file, at, at);
  return file;
}
const age = async (file: string): Promise<void> => {
  const at = new Date(app.clock.now().getTime() - 48 * 3_600_000);
  await utimes(file, at, at);
};

test('deletes files without a database row one day after they were found, counts them, and keeps all other files', async () => {
  const { id } = await app.draft();
  const kept = await app.blobPath(id);
  await age(kept);
  const left = await leave(2);
  expect(await sweep()).toBe(0);
  expect(await isThere(left)).toBe(true);
  app.clock.advance({ hours: 24, ms: -1 });
  expect(await sweep()).toBe(0);
  app.clock.advance({ ms: 1 });
  expect(await sweep()).toBe(1);
  expect(await isThere(left)).toBe(false);
  expect(await isThere(kept)).toBe(true);
  expect(app.lines.some((line) => line.includes('removed stored files without a database row'))).toBe(true);
  expect(await sweep(), 'again').toBe(0);
});

test('keeps a file whose database row is written later', async () => {
  const { id } = await app.draft();
  const file = await app.blobPath(id);
  const [tenant, blob] = file.split('/').slice(-2);
  await age(file);
  // The file was found before its row was written.
  await app.sql('insert into unclaimed_files (key, found_at) values ($1, $2)', [`${tenant}/${blob}`, app.clock.now()]);
  app.clock.advance({ days: 2 });
  expect(await sweep()).toBe(0);
  expect(await isThere(file)).toBe(true);
  expect(await app.sql('select 1 from unclaimed_files')).toEqual([]);
});

test('ignores files written within the last hour even if they have no database row', async () => {
  const young = await leave(0.5);
  await sweep();
  expect(await app.sql('select 1 from unclaimed_files')).toEqual([]);
  await age(young);
  await sweep();
  expect(await app.sql('select 1 from unclaimed_files')).toHaveLength(1);
  app.clock.advance({ days: 1 });
  expect(await sweep()).toBe(1);
});

test('keeps files of unknown organizations, because the server may be connected to the wrong database', async () => {
  const stray = await leave(100, newId('tenant'));
  const other = await leave(100, app.tenant.tenantId, 'not-named-like-a-blob.txt');
  await sweep();
  app.clock.advance({ days: 3 });
  expect(await sweep()).toBe(0);
  expect([await isThere(stray), await isThere(other)]).toEqual([true, true]);
  expect(app.lines.some((line) => line.includes('organizations that are not in the database'))).toBe(true);
});
