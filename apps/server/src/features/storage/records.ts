/** Looks up what the database records about stored files, for the code that reads them. */
import type { BlobRecords } from '../../platform/blobs/checked-blobs.ts';
import type { Database } from '../../platform/db/database.ts';
import { splitKey } from '../../platform/ports/blob-store.ts';
import { insertChunkHashes, selectRecord } from './store.ts';

export function blobRecords(database: Database): BlobRecords {
  return {
    find: async (key) => {
      const { tenant: tenantId, blob } = splitKey(key);
      const [row] = await database.query({ role: 'app', tenantId }, selectRecord(tenantId, blob));
      if (!row) return undefined;
      const { size_bytes: size, sha256, hashes: chunkHashes, file, holder_id: holder, wrapped } = row;
      const wrapping = holder !== null && wrapped !== null ? { holder_id: holder, wrapped } : undefined;
      return { size, sha256, chunkHashes, file, wrapping: row.is_sealed ? wrapping : null };
    },
    learn: async (key, chunkHashes) => {
      const { tenant: tenantId, blob } = splitKey(key);
      await database.query({ role: 'app', tenantId }, insertChunkHashes(tenantId, blob, chunkHashes));
    },
  };
}
