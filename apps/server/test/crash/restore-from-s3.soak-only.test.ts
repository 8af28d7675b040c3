/**
 * Tests recovery with a real S3 server. Files are stored in one bucket and backups in another. The machine is then
 * lost, and a new one is restored from the backup bucket.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { s3Client } from '../../src/platform/adapters/s3/client.ts';
import { runMain } from '../start/run-main.ts';
import { openS3Server } from '../support/s3-server.ts';
import { until } from '../support/until.ts';
import { comeBack, Envelope, expectFinished, expectKept, setUp } from './envelopes.ts';

const LIMIT_MS = 300_000;
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-restore-s3-'));
const dataDir = path.join(folder, 'data');
const key = path.join(folder, 'master.key');
const server = await openS3Server();
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});
const { endpoint, bucket, accessKeyId, secretAccessKey } = server.options;
const client = s3Client({ ...server.options, bucket: 'backups' });
await client.ask({ method: 'PUT' }, async (answer) => answer.resume());
client.close();
const inBucket = {
  BACKUP_TARGET: 's3',
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_S3_PREFIX: 'signing/production',
  BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  BACKUP_SCHEDULE: 'off',
};
const files = {
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
};
const settings = { DATA_DIR: dataDir, ...inBucket, RATE_LIMIT_ADDRESS: '1000000', LOAD_SHEDDING: 'off' };

async function command(args: string[], more: Record<string, string> = {}) {
  const run = runMain({ ...settings, ...more }, 'pipe', args);
  const code = await run.exited;
  return { code, text: run.said() + run.logged() };
}

test('exits with code 78 and names the wrong bucket setting', async () => {
  const missing = await command([], { BACKUP_S3_ACCESS_KEY_ID: '' });
  expect(missing).toMatchObject({ code: 78, text: expect.stringContaining('BACKUP_S3_ACCESS_KEY_ID: is required') });
  const same = await command([], { ...files, BACKUP_S3_BUCKET: bucket });
  expect(same).toMatchObject({ code: 78, text: expect.stringContaining('BACKUP_S3_BUCKET: must not be the bucket') });
});

test(
  'restores a lost machine from the bucket with all work acknowledged before the backup',
  async () => {
    const first = runMain({ ...settings, ...files });
    const sender = await setUp(
      await first.listening(),
      await until('the setup link', () => /\/setup#(\S+)/.exec(first.said())?.[1]),
    );
    copyFileSync(path.join(dataDir, 'master.key'), key);
    const envelope = new Envelope('one', 2);
    await envelope.advance(sender);
    const made = await command(['backup'], files);
    expect(made, made.text).toMatchObject({
      code: 0,
      text: expect.stringContaining('s3://backups/signing/production/'),
    });
    const listed = await command(['backup', 'check', 'newest'], files);
    expect(listed, listed.text).toMatchObject({ code: 0 });
    first.child.kill('SIGTERM');
    await first.exited;

    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { mode: 0o700 });
    copyFileSync(key, path.join(dataDir, 'master.key'));
    const restored = await command(['restore', 'newest']);
    expect(restored, restored.text).toMatchObject({ code: 0 });
    const again = runMain(settings);
    const back = await comeBack(await again.listening(), sender.bearer);
    await expectKept(envelope, back);
    await expectFinished(envelope, back);
  },
  LIMIT_MS,
);
