/**
 * Tests files in one bucket of a real S3 server, with backups in another bucket. Everything that is guaranteed for
 * backups in a folder also applies here.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { backupFolder } from '../../src/platform/adapters/backup-folder/index.ts';
import { s3Client } from '../../src/platform/adapters/s3/client.ts';
import { openBackup, readThrough } from '../../src/platform/backup/read-backup.ts';
import { Secret } from '../../src/platform/secret.ts';
import { startTestApp } from '../support/app.ts';
import { BACKUPS, madeBackup } from '../support/backups.ts';
import { expectError } from '../support/expect-answer.ts';
import { openFaultyS3 } from '../support/s3-faults.ts';
import { openS3Server } from '../support/s3-server.ts';

const server = await openS3Server();
afterAll(() => server.close());
const proxy = await openFaultyS3(server.options.endpoint);
afterAll(() => proxy.close());
afterEach(() => proxy.always(undefined));
const { bucket, region, accessKeyId, secretAccessKey } = server.options;
const client = s3Client({ ...server.options, bucket: 'backups' });
await client.ask({ method: 'PUT' }, async (answer) => answer.resume());
client.close();
const s3 = {
  endpoint: server.options.endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey: { value: new Secret(secretAccessKey) },
  style: 'path',
  caFile: undefined,
} as const;
const limits = { connect: 1_000, answer: 5_000, whole: 10_000, pause: 1 };
const app = await startTestApp({
  s3,
  backupBucket: { ...s3, endpoint: proxy.endpoint, bucket: 'backups', prefix: 'signing/', limits },
  // The S3 server determines the age of objects.
  startAt: new Date().toISOString(),
});
const { target } = app.services.backups.options;
const objects = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { name } of target.files('')) found.push(name);
  return found;
};

await app.completed();
const first = await madeBackup(app);

test('writes a backup to the bucket, verifies it by restoring, and does not copy the same files again', async () => {
  expect(first).toMatchObject({ state: 'ready', failure: null });
  expect(first.copied_files).toBe(first.files);
  proxy.seen.length = 0;
  const second = await madeBackup(app);
  expect(second).toMatchObject({ state: 'ready', files: first.files, copied_files: 0 });
  const requests = proxy.seen.map(({ method }) => method);
  expect(requests.filter((method) => method === 'PUT')).toHaveLength(4);
  // Listing the bucket and reading the list of files take few requests, regardless of the number of files.
  expect(requests.length).toBeLessThan(20);
  expect((await app.owner.get<'listBackups'>(BACKUPS)).body.place).toBe('s3://backups/signing/');
  const { status, body } = await app.owner.post<'verifyBackup'>(`${BACKUPS}/${second.id}/verify`, {});
  expect([status, body.valid, body.checks.filter(({ valid }) => !valid)]).toEqual([200, true, []]);
});

test('downloads a complete backup from the bucket', async () => {
  const answer = await app.owner.get(`${BACKUPS}/${first.id}/download`);
  expect(answer.status).toBe(200);
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-tar-'));
  try {
    writeFileSync(path.join(folder, 'backup.tar'), answer.bytes);
    execFileSync('tar', ['-xf', 'backup.tar'], { cwd: folder });
    const { vault } = app.services;
    expect(await readThrough(await openBackup(backupFolder(folder), first.id, { vault }))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('marks a backup as failed, and returns 503 for requests that need S3, while the S3 server is down', async () => {
  app.tolerate(
    /a backup failed|could not be verified|a request to the S3 server failed|could not remove parts|request failed|does not respond/,
  );
  proxy.always({ kind: 'status', status: 503, code: 'SlowDown' });
  const failed = await madeBackup(app);
  expect(failed.state).toBe('failed');
  expect(failed.failure).toMatch(
    /^A request to the S3 server of the backups failed: [A-Z]+ got the response 503 SlowDown\.$/,
  );
  const { body } = await app.owner.post<'verifyBackup'>(`${BACKUPS}/${first.id}/verify`, {});
  expect(body).toMatchObject({ valid: false, backup: { state: 'ready', verification: { state: 'failed' } } });
  const fails = { mayFail: true };
  expectError(await app.owner.get(`${BACKUPS}/${first.id}/download`, fails), 'SERVICE_UNAVAILABLE', {
    check: 'storage',
  });
  expectError(await app.owner.send('DELETE', `${BACKUPS}/${first.id}`, fails), 'SERVICE_UNAVAILABLE', {
    check: 'storage',
  });
  proxy.always(undefined);
  expect((await app.owner.get<'getBackup'>(`${BACKUPS}/${first.id}`)).body.backup.state).toBe('ready');
  expect((await madeBackup(app)).state).toBe('ready');
});

test('removes the parts of a failed backup when the S3 server is available again', async () => {
  app.tolerate(/a backup failed|could not remove parts/);
  let isAway = false;
  const { options } = app.services.backups;
  options.target = {
    ...target,
    write: async (name, source) => {
      await target.write(name, source);
      if (!name.endsWith('/files')) return;
      isAway = true;
      proxy.always({ kind: 'status', status: 503, code: 'SlowDown' });
    },
  };
  const failed = await madeBackup(app);
  options.target = target;
  proxy.always(undefined);
  expect([isAway, failed.state]).toEqual([true, 'failed']);
  expect((await objects()).filter((name) => name.startsWith(failed.id))).not.toEqual([]);
  await madeBackup(app);
  expect((await objects()).filter((name) => name.startsWith(failed.id))).toEqual([]);
});

test('deletes all objects from the bucket when the last backup is deleted', async () => {
  const { body } = await app.owner.get<'listBackups'>(BACKUPS);
  expect(await objects()).not.toEqual([]);
  for (const { id } of body.backups) expect((await app.owner.send('DELETE', `${BACKUPS}/${id}`, {})).status).toBe(200);
  expect(await objects()).toEqual([]);
});
