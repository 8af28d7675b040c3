/**
 * Files move from a folder to a real S3 server. The moving process is killed at every step while another process serves
 * requests.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalBlobs } from '../../src/platform/adapters/local-blobs/index.ts';
import { openS3Blobs } from '../../src/platform/adapters/s3-blobs/index.ts';
import { BlobHome } from '../../src/platform/blobs/blob-home.ts';
import { placedBlobs } from '../../src/platform/blobs/placed-blobs.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import type { BlobStore } from '../../src/platform/ports/blob-store.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { openS3Server } from '../support/s3-server.ts';
import { isOfStorage } from './crash-steps.ts';

const TENANT = `ten_${'0'.repeat(26)}`;

async function keysOf(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.sort();
}

test('reads, writes and erases files after a move between stores is interrupted at any step, and then completes the move', async () => {
  const testing = await createTestDatabase();
  onTestFinished(() => testing.drop());
  const server = await openS3Server();
  onTestFinished(() => server.close());
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-moved-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const places = {
    folder: await openLocalBlobs(path.join(folder, 'blobs')),
    s3: await openS3Blobs(path.join(folder, 'served'), server.options),
  };
  onTestFinished(() => places.s3.close());
  const home = await BlobHome.open(testing.connection, 'folder');
  onTestFinished(() => home.stop());
  const store = placedBlobs(places, home);

  /** Returns the signal that killed the process, or its exit code, which is the number of remaining files. */
  async function move(point?: string): Promise<number | string | null> {
    // The logger in the options is omitted, because it cannot be passed to another process.
    const given = JSON.stringify({ connection: testing.connection, folder, s3: server.options, point });
    const script = path.join(import.meta.dirname, '../../src/features/storage/move-files.fixture.ts');
    const child = spawn(process.execPath, [script, given], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? code;
  }

  const files = new Map<string, Buffer>();
  const write = async (): Promise<void> => {
    const [key, bytes] = [`${TENANT}/${newId('blob')}`, randomBytes(5000)];
    await store.put(key, bytes);
    files.set(key, bytes);
  };
  for (let n = 0; n < 48; n += 1) await write();

  const points = FAILPOINTS.filter(isOfStorage);
  expect(points).toHaveLength(6);
  for (const point of points) {
    expect(await move(point), point).toBe('SIGKILL');
    for (const [key, bytes] of files) expect((await store.get(key)).equals(bytes), `${key} after ${point}`).toBe(true);
    await write();
    const [oldest = ''] = files.keys();
    await store.delete(oldest);
    files.delete(oldest);
  }
  expect((await keysOf(places.folder)).length).toBeGreaterThan(0);
  expect(await move()).toBe(0);
  expect(await keysOf(places.folder)).toEqual([]);
  expect(await keysOf(places.s3)).toEqual([...files.keys()].sort());
  for (const [key, bytes] of files) expect((await store.get(key)).equals(bytes), key).toBe(true);
}, 120_000);
