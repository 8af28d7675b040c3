/**
 * Checks that the given master key opens the restored data: a sealed key and the newest files. Without this check, a
 * restore with a different key would succeed, and the server would then refuse to start.
 */
import { BackupError } from '../../platform/backup/errors.ts';
import { type Wrapping, tenantKeyPurpose, unwrapFileKey } from '../../platform/blobs/blob-keys.ts';
import { checkedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { SealError, type Vault } from '../../platform/crypto/seal.ts';
import { secretKey } from '../../platform/crypto/tokens.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import { LINK_KEY } from '../accounts/index.ts';

/** Runs SQL over all tenants with the rights of the tables' owner. */
export type RowReader = { query<R extends object>(text: string): Promise<{ rows: R[] }> };

type FileRow = Wrapping & {
  tenant_id: string;
  id: string;
  file: string | null;
  size_bytes: string;
  sha256: string;
  key_sealed: Buffer;
};

const FILES = 5;
const NEWEST_FILES = `select b.tenant_id, b.id, to_jsonb(b) ->> 'file' as file, b.size_bytes::text, b.sha256, k.holder_id, k.wrapped, t.key_sealed
  from blobs b
  join tenant_keys t on t.tenant_id = b.tenant_id
  cross join lateral (select holder_id, wrapped from blob_keys k where k.tenant_id = b.tenant_id and k.blob_id = b.id limit 1) k
  where b.is_sealed order by b.created_at desc limit ${FILES}`;

export const otherKey = (what: string, cause?: unknown): BackupError =>
  new BackupError(
    'locked',
    `The master key does not match ${what} and cannot decrypt its keys. Set the MASTER_KEY or restore the master.key file that the installation used when the data was backed up. Nothing was restored.`,
    { cause },
  );

/** @throws BackupError `locked` | `damaged` */
export async function checkKey(what: string, client: RowReader, vault: Vault, store: BlobStore): Promise<void> {
  try {
    const { rows } = await client.query<{ link_key_sealed: Buffer }>('select link_key_sealed from installation');
    for (const { link_key_sealed: sealed } of rows) vault.open(LINK_KEY, sealed);
    await checkNewestFiles(what, client, vault, store);
  } catch (error) {
    if (error instanceof SealError) throw otherKey(what, error);
    throw error;
  }
}

/**
 * If none of the newest files can be read, the key is wrong. Individual files that are missing or damaged are reported
 * elsewhere.
 */
async function checkNewestFiles(what: string, client: RowReader, vault: Vault, store: BlobStore): Promise<void> {
  const {
    rows: [known],
  } = await client.query<{ there: boolean }>(`select to_regclass('tenant_keys') is not null as there`);
  if (known?.there !== true) return;
  const { rows } = await client.query<FileRow>(NEWEST_FILES);
  let damaged = 0;
  for (const row of rows) {
    const { tenant_id: tenantId, id: blobId, sha256, holder_id: holder, wrapped } = row;
    const size = Number(row.size_bytes);
    const tenantKey = secretKey(vault.open(tenantKeyPurpose(tenantId), row.key_sealed));
    const dataKey = unwrapFileKey(tenantKey, { tenantId, blobId, size }, { holder_id: holder, wrapped });
    const record = { size, sha256, chunkHashes: null, file: row.file, wrapping: { holder_id: holder, wrapped } };
    const blobs = checkedBlobs({
      store,
      records: { find: async () => record, learn: async () => {} },
      keys: { open: async () => dataKey, wrapper: unused, share: unused },
      onDamage: () => {},
      isSealing: true,
    });
    const fault = await blobs.check(`${tenantId}/${blobId}`, (bytes) => bytes);
    if (fault === undefined) return;
    if (fault !== 'missing') damaged += 1;
  }
  if (damaged > 0 && damaged === rows.length)
    throw new BackupError(
      'damaged',
      `None of the newest files of ${what} matches the stored data. Nothing was restored.`,
    );
}

const unused = (): never => {
  throw new Error('this check does not store files');
};
