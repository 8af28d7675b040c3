import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BlobError, type BlobInfo, type BlobSource, type StageOptions } from '../../ports/blob-store.ts';
import { type Digest, stageFile } from './staging.ts';

/** No tenant is called so: keys hold no dot. */
export const STAGING = '.staging';

/** A file in staging that nobody has written to for this long belongs to a process that is no more. */
const ABANDONED_MS = 60 * 60 * 1000;

/** A file of staging until it is removed: under `path`, for its owner alone, and safe from every sweep. */
export type StagedFile = {
  readonly path: string;
  readonly remove: () => Promise<void>;
  readonly isThere: () => boolean;
};

/** The folder in which bytes wait for their name, wherever they are stored then; also of what is copied here to be read. */
export interface StagingFolder {
  stage: (source: BlobSource, options?: StageOptions, besides?: Digest) => Promise<StagedFile & BlobInfo>;
  /** A name for a file to come. */
  reserve: () => StagedFile;
  /** Removes what processes that ended have left. Answers how many files. */
  sweep: () => Promise<number>;
}

export type FolderOptions = {
  /** Default: yes. Files were stored in the folder before, so one that is absent is a volume that is not mounted. */
  mayMake?: boolean;
};

/** Opens the staging folder in the folder of blobs, and makes both where they are absent. */
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
      if (own.delete(file)) await rm(file, { force: true });
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
        // The path is ours and random, so what is missing is the folder.
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
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function noneWhereAbsent(error: unknown): string[] {
  if (isAbsent(error)) return [];
  throw error;
}

/** Whether a tenant's folder is there: a copy of a data folder may lack the staging folder alone. */
const hasFolders = async (root: string): Promise<boolean> => {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  return entries.some((entry) => entry.isDirectory() && entry.name !== 'lost+found');
};

/** Storage that is not there for now: files that it should hold are neither missing nor damaged. */
export const folderIsMissing = (root: string, cause?: unknown): BlobError =>
  new BlobError('unavailable', `${root} is missing or empty: is its volume mounted?`, { cause });

/** Whether files can be stored in the folder. */
export const isThere = (root: string): Promise<boolean> =>
  stat(path.join(root, STAGING)).then(
    () => true,
    () => false,
  );

/** Makes the folder and those above it; each new one's entry in its parent is on disk afterwards. */
async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

/** Brings the entries of a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
