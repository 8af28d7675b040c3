import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BlobInfo, BlobSource, StageOptions } from '../../ports/blob-store.ts';
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

/** Opens the staging folder in the folder of blobs, and makes both where they are absent. */
export async function openStagingFolder(root: string): Promise<StagingFolder> {
  const folder = path.join(path.resolve(root), STAGING);
  await makeFolders(folder);
  const staging = stagingFolder(folder);
  await staging.sweep();
  return staging;
}

function stagingFolder(folder: string): StagingFolder {
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
        throw error;
      }
    },
    sweep: async () => {
      const before = Date.now() - ABANDONED_MS;
      let removed = 0;
      for (const name of await readdir(folder)) {
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
