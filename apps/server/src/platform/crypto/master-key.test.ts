import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Secret } from '../secret.ts';
import { ConfigFault } from '../config-fault.ts';
import { makeMasterKey, readMasterKey } from './master-key.ts';

let dataDir: string;
beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-key-'));
  dataDir = path.join(folder, 'data');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const file = () => path.join(dataDir, 'master.key');
const config = () => ({ dataDir, masterKey: undefined });
const load = async () => (await readMasterKey(config())) ?? makeMasterKey(config(), async () => false);

test('creates a master key at the first start, makes it readable only by its owner, and keeps it', async () => {
  const key = await load();
  expect(key).toHaveLength(32);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(await load()).toEqual(key);
  expect(readFileSync(file(), 'utf8').trim()).toBe(key.toString('base64'));
});

test('creates a different master key in another folder', async () => {
  const key = await load();
  rmSync(dataDir, { recursive: true });
  expect(await load()).not.toEqual(key);
});

test('creates a single master key if several processes start for the first time concurrently', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, load));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['master.key']);
});

test('recovers from a first start that was interrupted while writing the key (disk full, kill -9)', async () => {
  const handle = await open(path.dirname(dataDir));
  await handle.close();
  const broken = vi
    .spyOn(Object.getPrototypeOf(handle) as typeof handle, 'writeFile')
    .mockRejectedValue(new Error('ENOSPC: no space left on device'));
  await load().catch(() => undefined);
  broken.mockRestore();
  expect(await load()).toHaveLength(32);
});

test('uses a key file provided by the operator and leaves it unchanged', async () => {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file(), `  ${Buffer.alloc(32, 9).toString('hex')}\n`);
  chmodSync(file(), 0o400);
  expect(await load()).toEqual(Buffer.alloc(32, 9));
  expect(statSync(file()).mode & 0o777).toBe(0o400);
});

test('neither replaces nor prints a damaged key file, and explains the problem', async () => {
  mkdirSync(dataDir, { recursive: true });
  for (const text of ['c2hvcnQ=', `${Buffer.alloc(33, 9).toString('base64')}\n`, 'not a key at all, but hunter2']) {
    writeFileSync(file(), text, { mode: 0o600 });
    const error = await load().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConfigFault);
    expect(String(error)).toContain(`The master key ${file()} is damaged: it must be 32 bytes`);
    expect(String(error)).not.toContain('hunter2');
    expect(readFileSync(file(), 'utf8')).toBe(text);
  }
});

test('rejects a key file that other users can read, and prints the command to fix it', async () => {
  await load();
  for (const mode of [0o644, 0o640, 0o606]) {
    chmodSync(file(), mode);
    await expect(load()).rejects.toThrow(
      `The master key ${file()} can be read by other users (mode ${mode.toString(8)}). Run: chmod 600 ${file()}`,
    );
  }
  chmodSync(file(), 0o600);
  expect(await load()).toHaveLength(32);
});

test('does not replace a missing key file if sealed data exists, unless another process has just created both', async () => {
  await expect(makeMasterKey(config(), async () => true)).rejects.toThrow(`The master key ${file()} is missing`);
  expect(existsSync(file())).toBe(false);
  const made = makeMasterKey(config(), async () => {
    await load();
    return true;
  });
  expect(await made).toEqual(await load());
});

test('prefers MASTER_KEY, in any of its formats, to the key file, and then creates no file', async () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
  for (const text of [key.toString('base64'), key.toString('base64url'), key.toString('hex')]) {
    expect(await readMasterKey({ dataDir, masterKey: new Secret(text) })).toEqual(key);
  }
  expect(() => statSync(dataDir)).toThrow();
});
