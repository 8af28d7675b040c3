/** What the database knows of stored files, for whoever reads them. */
import type { BlobRecords } from '../../platform/blobs/checked-blobs.ts';
import type { Database } from '../../platform/db/database.ts';
import { splitKey } from '../../platform/ports/blob-store.ts';
import { insertChunkHashes, selectRecord } from './store.ts';

export function blobRecords(database: Database): BlobRecords {
  return {
    find: async (key) => {
      const { tenant: tenantId, blob } = splitKey(key);
      const [row] = await database.query({ role: 'app', tenantId }, selectRecord(tenantId, blob));
      return row && { size: row.size_bytes, sha256: row.sha256, chunkHashes: row.hashes };
    },
    learn: async (key, chunkHashes) => {
      const { tenant: tenantId, blob } = splitKey(key);
      await database.query({ role: 'app', tenantId }, insertChunkHashes(tenantId, blob, chunkHashes));
    },
  };
}
