import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { BlobError, type BlobInfo, type BlobSource, type StageOptions } from '../../ports/blob-store.ts';
import { type Digest, stageFile } from './staging.ts';

/** No tenant's folder has this name, because tenant IDs contain no dot. */
export const STAGING = '.staging';

/** If a staged file was not written to for this long, its process must have ended. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * A staged file. Until it is removed, it is available under `path`, accessible only to its owner, and safe from every
 * cleanup.
 */
export type StagedFile = {
  readonly path: string;
  readonly remove: () => Promise<void>;
  readonly isThere: () => boolean;
};

/**
 * The folder for bytes that do not have their final name yet, for every kind of storage. It also contains local copies
 * for reading.
 */
export interface StagingFolder {
  stage: (source: BlobSource, options?: StageOptions, besides?: Digest) => Promise<StagedFile & BlobInfo>;
  reserve: () => StagedFile;
  /** Removes files of processes that have ended. Returns how many it removed. */
  sweep: () => Promise<number>;
}

export type FolderOptions = {
  /**
   * False if files were stored in the folder before, so that missing files mean that the volume is not mounted.
   * Default: true.
   */
  mayMake?: boolean;
};

export async function openStagingFolder(root: string, { mayMake = true }: FolderOptions = {}): Promise<StagingFolder> {
  const folder = path.join(path.resolve(root), STAGING);
  if (mayMake || (await hasFolders(path.resolve(root)))) await makeFolders(folder);
  const staging = stagingFolder(root, folder);
  await staging.sweep();
  return staging;
}

function stagingFolder(root: string, folder: string): StagingFolder {
  const own = new Set<string>();

  function reserve(): StagedFile {
    const file = path.join(folder, randomBytes(16).toString('hex'));
    own.add(file);
    const remove = async (): Promise<void> => {
      if (own.delete(file)) await removeFile(file);
    };
    return { path: file, remove, isThere: () => own.has(file) };
  }

  return {
    reserve,
    stage: async (source, options = {}, besides) => {
      const file = reserve();
      try {
        return { ...(await stageFile(file.path, source, options, besides)), ...file };
      } catch (error) {
        await file.remove();
        // The file's path is random and was created here, so this error means that the folder is missing, not the file.
        throw isAbsent(error) ? folderIsMissing(root, error) : error;
      }
    },
    sweep: async () => {
      const before = Date.now() - ABANDONED_MS;
      let removed = 0;
      for (const name of await readdir(folder).catch(noneWhereAbsent)) {
        const file = path.join(folder, name);
        const modified = await stat(file).catch(() => undefined);
        if (modified === undefined || modified.mtimeMs > before || own.has(file)) continue;
        await removeFile(file);
        removed += 1;
      }
      return removed;
    },
  };
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Unlike `rm`, does not check first whether the path is a folder. */
const removeFile = (file: string): Promise<void> =>
  unlink(file).catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
  });

function noneWhereAbsent(error: unknown): string[] {
  if (isAbsent(error)) return [];
  throw error;
}

/**
 * Returns whether the root contains tenants' folders. If it does although the staging folder is missing, the root is a
 * copy of a data folder that was made without the staging folder.
 */
const hasFolders = async (root: string): Promise<boolean> => {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  return entries.some((entry) => entry.isDirectory() && entry.name !== 'lost+found');
};

/**
 * Returns the error for a folder that is missing, for example because its volume is not mounted. Its files count as
 * temporarily unavailable, neither missing nor damaged.
 */
export const folderIsMissing = (root: string, cause?: unknown): BlobError =>
  new BlobError('unavailable', `${root} is missing or empty. Check that its volume is mounted.`, { cause });

export const isThere = (root: string): Promise<boolean> =>
  stat(path.join(root, STAGING)).then(
    () => true,
    () => false,
  );

/** Creates the folder and its parents. When it resolves, the entry of each new folder in its parent is on disk. */
async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
