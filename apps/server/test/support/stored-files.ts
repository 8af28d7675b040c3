/** The stored files of a server in a test, in its data folder or in S3. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { BlobError, TRIALS } from '../../src/platform/ports/blob-store.ts';
import type { TestApp } from './app.ts';

/** True if the servers of this run store their files in S3 (TEST_FILES=s3). */
export const filesInS3 = inject('s3') !== undefined;

export interface StoredFiles {
  /** The local folder for files that are being uploaded and for copies of files in S3. */
  readonly stagingFolder: string;
  /** Returns the key of a document's upload. */
  keyOf: (documentId: string) => Promise<string>;
  /** Returns the keys of the first organization's files, sorted. */
  keys: () => Promise<string[]>;
  /** Returns the number of files of the first organization. */
  count: () => Promise<number>;
  /** Returns the keys of all files and the names of all staged files. */
  all: () => Promise<string[]>;
  /**
   * Returns the keys and names that were added since then. A staged file may have disappeared: the copy of a file in S3
   * is removed a minute after it was read.
   */
  addedTo: (before: readonly string[]) => Promise<string[]>;
  has: (key: string) => Promise<boolean>;
  read: (key: string) => Promise<Buffer>;
  /** Adds a file, or replaces the bytes of a file, which the server never does. */
  write: (key: string, bytes: Uint8Array) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

/** Accesses the files through the server's own store, so that the store keeps no copies of earlier bytes. */
export function storedFiles(app: TestApp): StoredFiles {
  const { store } = app.services;
  const stagingFolder = path.join(app.dataDir, app.config.s3 ? 's3' : 'blobs', '.staging');

  async function keysBelow(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of store.keys()) if (key.startsWith(prefix)) keys.push(key);
    return keys.sort();
  }

  async function all(): Promise<string[]> {
    // Files that the health check writes and deletes are ignored.
    const keys = (await keysBelow('')).filter((key) => !key.startsWith(`${TRIALS}/`));
    return [...keys, ...(await readdir(stagingFolder))];
  }

  return {
    stagingFolder,
    keyOf: async (documentId) => {
      const [row] = await app.sql<{ key: string }>(
        `select b.tenant_id || '/' || coalesce(b.file, b.id) as key
         from documents d join blobs b on b.tenant_id = d.tenant_id and b.id = d.blob_id where d.id = $1`,
        [documentId],
      );
      if (row === undefined) throw new Error(`The document ${documentId} has no file.`);
      return row.key;
    },
    keys: () => keysBelow(`${app.tenant.tenantId}/`),
    count: async () => (await keysBelow(`${app.tenant.tenantId}/`)).length,
    all,
    addedTo: async (before) => (await all()).filter((name) => !before.includes(name)),
    has: (key) =>
      store.size(key).then(
        () => true,
        (error: unknown) => {
          if (error instanceof BlobError && error.code === 'not_found') return false;
          throw error;
        },
      ),
    read: (key) => store.get(key),
    write: async (key, bytes) => {
      await store.delete(key);
      await store.put(key, bytes);
    },
    remove: (key) => store.delete(key),
  };
}
