/** The master key: from MASTER_KEY, else from a file of the data folder that is made at the first start, readable by its owner alone. */
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomSecret, randomToken } from '../platform/crypto/tokens.ts';
import type { Config } from './config.ts';

export async function loadMasterKey({ masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>): Promise<Buffer> {
  if (masterKey) return decodeMasterKey(masterKey.reveal());
  const path = join(dataDir, 'master.key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const made = await makeOnce(path, `${randomSecret(32).toString('base64')}\n`);
  return decodeMasterKey(made ?? (await readFile(path, 'utf8')));
}

const NEXT = 'master.key.next';

/** A new master key beside the present one, on disk. One that an interrupted rotation has left is taken again. */
export async function prepareMasterKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, NEXT);
  const made = await makeOnce(path, `${randomSecret(32).toString('base64')}\n`);
  return decodeMasterKey(made ?? (await readFile(path, 'utf8')));
}

/** The new one takes the present one's place, once everything is sealed with it. */
export async function keepMasterKey(dataDir: string): Promise<void> {
  await rename(join(dataDir, NEXT), join(dataDir, 'master.key'));
  await syncFolder(dataDir);
}

/** A file for its owner alone, on disk when this resolves; one that is there already is never written over. */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  if ((await makeOnce(path, text)) === undefined) throw new Error(`${path} is there already; name another file`);
}

/**
 * Writes the file whole and safely under another name first: a start that breaks off leaves no empty key behind, and a key
 * that anything was sealed with survives a power cut. Undefined when the file is there already.
 */
async function makeOnce(path: string, text: string): Promise<string | undefined> {
  const temporary = `${path}.${randomToken(6)}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(temporary, path);
    await syncFolder(dirname(path));
    return text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
    throw error;
  } finally {
    await unlink(temporary);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function decodeMasterKey(text: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
  if (key.length !== 32) throw new Error('the master key must have 32 bytes; is master.key damaged?');
  return key;
}
