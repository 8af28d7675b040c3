import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blobStoreContract } from '../../ports/blob-store.contract.ts';
import { openLocalBlobs } from './index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-blobs-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

blobStoreContract('a local folder', () => openLocalBlobs(path.join(folder, 'contract')));

const KEY = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/document';

test('creates files and folders that only their owner can access', async () => {
  const blobs = await openLocalBlobs(path.join(folder, 'private'));
  await blobs.put(KEY, Buffer.from('confidential'));
  expect(statSync(blobs.localPath(KEY)).mode & 0o077).toBe(0);
  expect(statSync(path.dirname(blobs.localPath(KEY))).mode & 0o077).toBe(0);
});

test('detects a changed byte of a blob on disk', async () => {
  const blobs = await openLocalBlobs(path.join(folder, 'flipped'));
  const { sha256 } = await blobs.put(KEY, Buffer.from('I owe you 100'));
  writeFileSync(blobs.localPath(KEY), 'I owe you 900');
  await expect(blobs.get(KEY, { sha256 })).rejects.toMatchObject({ code: 'corrupt' });
});

test('leaves no file behind after a refused or failed upload', async () => {
  const root = path.join(folder, 'refused');
  const blobs = await openLocalBlobs(root);
  await blobs.put(KEY, Buffer.from('first'));
  await expect(blobs.put(KEY, Buffer.from('second'))).rejects.toMatchObject({ code: 'exists' });
  await expect(blobs.stage(Buffer.alloc(11), { maxBytes: 10 })).rejects.toMatchObject({ code: 'too_large' });
  expect(readdirSync(path.join(root, '.staging'))).toEqual([]);
});

test('removes staged files left by a crash once they are an hour old, and keeps files in use', async () => {
  const root = path.join(folder, 'swept');
  const blobs = await openLocalBlobs(root);
  const long = (Date.now() - 61 * 60 * 1000) / 1000;
  const waiting = await blobs.stage(Buffer.from('waits long for its document'));
  utimesSync(waiting.path, long, long);
  writeFileSync(path.join(root, '.staging', 'left'), '');
  utimesSync(path.join(root, '.staging', 'left'), long, long);
  writeFileSync(path.join(root, '.staging', 'another-process'), '');

  expect(await blobs.sweep()).toBe(1);
  expect(readdirSync(path.join(root, '.staging')).sort()).toEqual(
    ['another-process', path.basename(waiting.path)].sort(),
  );
  await waiting.commit(KEY);
  expect((await blobs.get(KEY)).toString()).toBe('waits long for its document');

  utimesSync(path.join(root, '.staging', 'another-process'), long, long);
  await openLocalBlobs(root);
  expect(readdirSync(path.join(root, '.staging'))).toEqual([]);
});

test('keeps every acknowledged blob complete after kill -9 during writes, and never stores a partial blob', async () => {
  const root = path.join(folder, 'killed');
  const acknowledged = new Map<string, string>();
  for (const blobsBeforeKill of [3, 20, 50]) {
    const writer = spawn(process.execPath, [path.join(import.meta.dirname, 'crash-writer.fixture.ts'), root], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let seen = 0;
    for await (const line of createInterface({ input: writer.stdout })) {
      const [key, sha256] = line.split(' ');
      if (key !== undefined && sha256 !== undefined) acknowledged.set(key, sha256);
      if ((seen += 1) === blobsBeforeKill) writer.kill('SIGKILL');
    }
  }
  const blobs = await openLocalBlobs(root);
  for (const [key, sha256] of acknowledged) await blobs.get(key, { sha256 });
  const tenant = path.dirname(blobs.localPath(KEY));
  expect(readdirSync(tenant).filter((name) => readFileSync(path.join(tenant, name)).length !== 300_000)).toEqual([]);
  expect(readdirSync(tenant).length).toBeGreaterThanOrEqual(acknowledged.size);
});

test('streams a large file with at most 12 MB of buffers', () => {
  const script = path.join(import.meta.dirname, 'streaming.fixture.ts');
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', script, path.join(folder, 'large')], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeLessThan(12 * 2 ** 20);
});
