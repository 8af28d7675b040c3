import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type BackupTarget, BackupTargetError, checkName, type TargetFile } from '../../ports/backup-target.ts';

/** The prefix of partial files. Names of backup files never begin with a dot. */
const WRITING = '.writing-';

/** Stores backups in a folder, each file under its name. Only the owner can read it. */
export function backupFolder(root: string): BackupTarget {
  const place = path.resolve(root);
  const fileOf = (name: string): string => path.join(place, ...checkName(name).split('/'));

  async function write(name: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const file = fileOf(name);
    const folder = path.dirname(file);
    await makeFolders(folder);
    const temporary = path.join(folder, `${WRITING}${randomBytes(8).toString('hex')}`);
    const handle = await open(temporary, 'wx', 0o600);
    try {
      try {
        for await (const bytes of source) await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
  }

  async function* read(name: string): AsyncGenerator<Uint8Array> {
    try {
      yield* createReadStream(fileOf(name), { highWaterMark: 256 * 1024 });
    } catch (cause) {
      throw isAbsent(cause) ? new BackupTargetError('not_found', `The backup has no file ${name}`, { cause }) : cause;
    }
  }

  async function size(name: string): Promise<number | undefined> {
    return (await stat(fileOf(name)).catch(absent))?.size;
  }

  const folderOf = (below: string): string => (below === '' ? place : fileOf(below.replace(/\/$/, '')));

  async function* files(below: string): AsyncGenerator<TargetFile> {
    const entries = (await readdir(folderOf(below), { withFileTypes: true }).catch(absent)) ?? [];
    const names = entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isFile()))
      .map((entry) => `${below}${entry.name}${entry.isDirectory() ? '/' : ''}`);
    // Folders are sorted with their trailing slash, so that all files are listed in the byte order of their full names.
    for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
      if (name.endsWith('/')) yield* files(name);
      else {
        const bytes = await size(name);
        if (bytes !== undefined) yield { name, bytes };
      }
    }
  }

  async function* tops(): AsyncGenerator<string> {
    for (const entry of (await readdir(place, { withFileTypes: true }).catch(absent)) ?? [])
      if (entry.isDirectory() && !entry.name.startsWith('.')) yield entry.name;
  }

  /** Removes a file. Also removes folders that are now empty, and partial files that a crash left in them. */
  async function remove(name: string): Promise<void> {
    await rm(fileOf(name), { force: true });
    for (let folder = path.dirname(fileOf(name)); folder !== place; folder = path.dirname(folder)) {
      const left = (await readdir(folder).catch(absent)) ?? [];
      if (left.some((entry) => !entry.startsWith(WRITING))) return;
      for (const entry of left) await rm(path.join(folder, entry), { force: true });
      await rmdir(folder).catch(absent);
    }
  }

  async function sweep(below: string): Promise<void> {
    const folder = folderOf(below);
    for (const entry of (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? []) {
      if (entry.isDirectory()) await sweep(`${below}${entry.name}/`);
      else if (entry.name.startsWith(WRITING)) await rm(path.join(folder, entry.name), { force: true });
    }
  }

  return {
    place,
    write,
    read: (name) => Readable.from(read(name), { objectMode: false }),
    size,
    files,
    tops,
    remove,
    sweep,
    close: () => {},
  };
}

/** Creates the folder and its parents. When it resolves, the entry of each new folder in its parent is on disk. */
async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: unknown): undefined {
  if (isAbsent(error)) return undefined;
  throw error;
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
