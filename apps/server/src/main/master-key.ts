/** The master key: from MASTER_KEY, else from a file of the data folder that is made at the first start, readable by its owner alone. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

export async function loadMasterKey({ masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>): Promise<Buffer> {
  if (masterKey) return decode(masterKey.reveal());
  const path = join(dataDir, 'master.key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const made = await makeOnce(path, `${randomBytes(32).toString('base64')}\n`);
  return decode(made ?? (await readFile(path, 'utf8')));
}

/** Undefined when the file is there already. Synced before anything is sealed with it: a lost key is lost data. */
async function makeOnce(path: string, text: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
    throw error;
  }
}

function decode(text: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
  if (key.length !== 32) throw new Error('the master key must have 32 bytes; is master.key damaged?');
  return key;
}
