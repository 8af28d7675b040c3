import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Secret } from './config.ts';
import { loadMasterKey } from './master-key.ts';

let dataDir: string;
beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-key-'));
  dataDir = path.join(folder, 'data');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const file = () => path.join(dataDir, 'master.key');
const load = () => loadMasterKey({ dataDir, masterKey: undefined });

test('a key is made at the first start, readable by its owner alone, and is the same ever after', async () => {
  const key = await load();
  expect(key).toHaveLength(32);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(await load()).toEqual(key);
  expect(readFileSync(file(), 'utf8').trim()).toBe(key.toString('base64'));
});

test('another folder has another key', async () => {
  const key = await load();
  rmSync(dataDir, { recursive: true });
  expect(await load()).not.toEqual(key);
});

test('several first starts at once agree on one key', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, load));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['master.key']);
});

test('a first start that broke off while it wrote the key (disk full, kill -9) leaves nothing in the way of the next', async () => {
  const handle = await open(path.dirname(dataDir));
  await handle.close();
  const broken = vi
    .spyOn(Object.getPrototypeOf(handle) as typeof handle, 'writeFile')
    .mockRejectedValue(new Error('ENOSPC: no space left on device'));
  await load().catch(() => undefined);
  broken.mockRestore();
  expect(await load()).toHaveLength(32);
});

test('a file that an operator put there is used as it is and left as it is', async () => {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file(), `  ${Buffer.alloc(32, 9).toString('hex')}\n`);
  chmodSync(file(), 0o400);
  expect(await load()).toEqual(Buffer.alloc(32, 9));
  expect(statSync(file()).mode & 0o777).toBe(0o400);
});

test('a damaged file is not replaced and not shown, and the message says what to look at', async () => {
  mkdirSync(dataDir, { recursive: true });
  for (const text of ['c2hvcnQ=', `${Buffer.alloc(33, 9).toString('base64')}\n`, 'not a key at all, but hunter2']) {
    writeFileSync(file(), text);
    await expect(load()).rejects.toThrow('the master key must have 32 bytes; is master.key damaged?');
    expect(readFileSync(file(), 'utf8')).toBe(text);
  }
});

test('MASTER_KEY comes before the file, in each of its spellings, and makes none', async () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
  for (const text of [key.toString('base64'), key.toString('base64url'), key.toString('hex')]) {
    expect(await loadMasterKey({ dataDir, masterKey: new Secret(text) })).toEqual(key);
  }
  expect(() => statSync(dataDir)).toThrow();
});
