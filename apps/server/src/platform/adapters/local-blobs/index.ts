import { createHash } from 'node:crypto';
import { link, mkdir, open, opendir, readFile, stat, statfs, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { SEALED_CHUNK_BYTES } from '../../crypto/sealed-file.ts';
import { BlobError, isKey, putStaged, splitKey } from '../../ports/blob-store.ts';
import type {
  BlobSource,
  BlobStore,
  ByteRange,
  LocalFile,
  Space,
  StagedBlob,
  StageOptions,
} from '../../ports/blob-store.ts';
import {
  folderIsMissing,
  type FolderOptions,
  isThere as isFolderThere,
  openStagingFolder,
  STAGING,
  type StagingFolder,
  syncFolder,
} from './staging-folder.ts';

/**
 * The size of a piece. It is a whole number of encrypted chunks (ADR 67), so that readers do not have to join pieces.
 */
const PIECE_BYTES = 4 * SEALED_CHUNK_BYTES;

export interface LocalBlobs extends BlobStore {
  localPath: (key: string) => string;
}

/**
 * A blob store in a local folder: `<root>/<tenantId>/<blobId>`, one file per blob. A blob is written to a temporary
 * file, flushed to disk, and only then linked to its name. link(2) also refuses an existing name, which makes keys
 * write-once even between processes.
 */
export async function openLocalBlobs(root: string, options: FolderOptions = {}): Promise<LocalBlobs> {
  const folder = path.resolve(root);
  return localBlobs(folder, await openStagingFolder(folder, options));
}

function localBlobs(root: string, staging: StagingFolder): LocalBlobs {
  const tenantFolder = tenantFolders(root);

  function localPath(key: string): string {
    const { tenant, blob } = splitKey(key);
    return path.join(root, tenant, blob);
  }

  /** A file counts as missing only if the storage folder itself exists. */
  const absent =
    (key: string) =>
    async (cause: unknown): Promise<never> => {
      if (!hasCode(cause, 'ENOENT')) throw cause;
      if (!(await isFolderThere(root))) throw folderIsMissing(root, cause);
      throw new BlobError('not_found', `The blob ${key} does not exist`, { cause });
    };

  async function stage(source: BlobSource, options: StageOptions = {}): Promise<StagedBlob> {
    const { remove: discard, isThere, ...staged } = await staging.stage(source, options);
    const commit = async (key: string): Promise<void> => {
      const { tenant, blob } = splitKey(key);
      if (!isThere()) throw new Error('This staged blob was already committed or discarded');
      const folder = await tenantFolder(tenant);
      await link(staged.path, path.join(folder, blob)).catch((cause: unknown) => {
        throw hasCode(cause, 'EEXIST') ? new BlobError('exists', `The blob ${key} already exists`, { cause }) : cause;
      });
      // From this point on, the name is durable. The temporary name is removed last, so that the bytes always have a
      // durable name.
      await syncFolder(folder);
      await discard();
    };
    return { ...staged, commit, discard };
  }

  async function get(key: string, options: { sha256?: string } = {}): Promise<Buffer> {
    const bytes = await readFile(localPath(key)).catch(absent(key));
    if (options.sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== options.sha256) {
      throw new BlobError('corrupt', `The blob ${key} differs from the stored data`);
    }
    return bytes;
  }

  async function localFile(key: string): Promise<LocalFile> {
    const file = localPath(key);
    await stat(file).catch(absent(key));
    return { path: file, release: () => undefined };
  }

  async function size(key: string): Promise<number> {
    return (await stat(localPath(key)).catch(absent(key))).size;
  }

  async function remove(key: string): Promise<void> {
    const file = localPath(key);
    try {
      await unlink(file);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw error;
    }
    // The deletion is flushed to disk, so that erased data stays erased after a power cut.
    await syncFolder(path.dirname(file));
  }

  async function* read(key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    const handle = await open(localPath(key)).catch(absent(key));
    try {
      for (let at = range.start; at <= range.end;) {
        // Each chunk has its own buffer, because the reader may keep it.
        const chunk = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, range.end - at + 1));
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield chunk.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  }

  async function modifiedAt(key: string): Promise<Date> {
    return (await stat(localPath(key)).catch(absent(key))).mtime;
  }

  /** Files that are not named like a blob come from somewhere else and are ignored. */
  async function* keys(): AsyncGenerator<string> {
    for await (const tenant of await opendir(root)) {
      if (!tenant.isDirectory() || tenant.name === STAGING) continue;
      for await (const file of await opendir(path.join(root, tenant.name))) {
        const key = `${tenant.name}/${file.name}`;
        if (file.isFile() && isKey(key)) yield key;
      }
    }
  }

  /** Returns the free space, excluding the part that is reserved for root. */
  async function space(): Promise<Space> {
    const { bavail, blocks, bsize } = await statfs(root);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  const stream = (key: string, range: ByteRange = { start: 0, end: Number.MAX_SAFE_INTEGER }): Readable =>
    Readable.from(read(key, range), { objectMode: false, highWaterMark: PIECE_BYTES });

  return {
    put: putStaged(stage),
    stage,
    get,
    stream,
    size,
    delete: remove,
    localPath,
    localFile,
    keys,
    modifiedAt,
    sweep: staging.sweep,
    space,
  };
}

/**
 * Creates the tenant's folder if it is missing. Each process flushes the folder's directory entry to disk once, even if
 * another process created the folder: that process may have been killed before its own flush, and if the folder is
 * lost, so are its blobs.
 */
function tenantFolders(root: string): (tenant: string) => Promise<string> {
  const durable = new Map<string, Promise<string>>();
  const make = async (tenant: string): Promise<string> => {
    const folder = path.join(root, tenant);
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    await syncFolder(root);
    return folder;
  };
  return (tenant) => {
    const known = durable.get(tenant);
    if (known !== undefined) return known;
    const made = make(tenant);
    durable.set(tenant, made);
    made.catch(() => durable.delete(tenant));
    return made;
  };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
