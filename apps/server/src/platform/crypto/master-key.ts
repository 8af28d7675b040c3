/**
 * The master key comes from MASTER_KEY, or else from a file in the data folder that is created at the first start and
 * readable only by its owner.
 */
import { link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomSecret, randomToken } from './tokens.ts';
import { ConfigFault } from '../config-fault.ts';
import type { Secret } from '../secret.ts';

const CURRENT = 'master.key';
const NEXT = 'master.key.next';

type KeyConfig = { readonly masterKey: Secret | undefined; readonly dataDir: string };

/**
 * @returns undefined if there is no key, as before the first start. Throws ConfigFault for a file that must not be used
 */
export async function readMasterKey({ masterKey, dataDir }: KeyConfig): Promise<Buffer | undefined> {
  return masterKey ? decodeMasterKey(masterKey.reveal(), 'MASTER_KEY') : readKeyFile(join(dataDir, CURRENT));
}

/**
 * Creates a key at the first start. If anything was sealed before (`isInstalled`), no key is created: it could open
 * none of the data and might be mistaken for the lost key.
 */
export async function makeMasterKey(config: KeyConfig, isInstalled: () => Promise<boolean>): Promise<Buffer> {
  const path = join(config.dataDir, CURRENT);
  if (await isInstalled()) {
    // Another process that started at the same time may have created the key and then sealed something with it.
    return requireMasterKey(config);
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  return makeKeyFile(path);
}

/** Returns the key of an existing installation. Throws ConfigFault if there is no key. */
export async function requireMasterKey(config: KeyConfig): Promise<Buffer> {
  const key = await readMasterKey(config);
  if (!key)
    throw new ConfigFault(
      `The master key ${join(config.dataDir, CURRENT)} is missing, and the data of this installation cannot be decrypted without it. Restore the file from a backup, or set MASTER_KEY.`,
    );
  return key;
}

async function makeKeyFile(path: string): Promise<Buffer> {
  const text = randomSecret(32).toString('base64');
  const made = await makeOnce(path, `${text}\n`);
  return made === undefined ? ((await readKeyFile(path)) ?? makeKeyFile(path)) : decodeMasterKey(made, path);
}

async function readKeyFile(path: string): Promise<Buffer | undefined> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0)
      throw new ConfigFault(
        `The master key ${path} can be read by other users (mode ${(mode & 0o777).toString(8)}). Run: chmod 600 ${path}`,
      );
    return decodeMasterKey(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof ConfigFault || !(error instanceof Error)) throw error;
    if ('code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigFault(`The master key ${path} cannot be read: ${error.message}`, { cause: error });
  }
}

/** Creates a new master key on disk beside the current one. Reuses the key of an interrupted rotation. */
export async function prepareMasterKey(dataDir: string): Promise<Buffer> {
  return makeKeyFile(join(dataDir, NEXT));
}

/** Replaces the current key with the new one, after everything is sealed with the new one. */
export async function keepMasterKey(dataDir: string): Promise<void> {
  await rename(join(dataDir, NEXT), join(dataDir, CURRENT));
  await syncFolder(dataDir);
}

/**
 * Writes a file that only its owner can read. The file is on disk when this resolves. An existing file is never
 * overwritten.
 */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  if ((await makeOnce(path, text)) === undefined) throw new Error(`${path} already exists. Use another file`);
}

/**
 * Creates a file once. Writes the whole file under another name first, so that an interrupted start leaves no empty
 * key, and a key that has sealed data survives a power cut. Returns undefined if the file already exists.
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

/** @param source the name of the source in error messages */
export function decodeMasterKey(text: string, source: string): Buffer {
  const trimmed = text.trim();
  if (!isMasterKey(trimmed))
    throw new ConfigFault(
      `The master key ${source} is damaged: it must be 32 bytes as base64 (44 characters) or hexadecimal (64 characters).`,
    );
  return /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
}

export function isMasterKey(text: string): boolean {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) || /^[0-9a-fA-F]{64}$/.test(text);
}
