/**
 * The keys of files (ADR 67). Each key is wrapped under its tenant's key, which the master key seals, once for each
 * document, template, attachment or export that uses the file.
 */
import { LRUCache } from 'lru-cache';
import { type DataKey } from '../crypto/sealed-file.ts';
import { seal, unseal, type Vault } from '../crypto/seal.ts';
import { randomSecret, type SecretKey, secretKey } from '../crypto/tokens.ts';
import type { Database } from '../db/database.ts';
import { namedStatement, statement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';

const insertTenantKey = statement<unknown, [tenant: string, sealed: Buffer]>(
  'tenant-key-insert',
  'insert into tenant_keys (tenant_id, key_sealed) values ($1, $2) on conflict do nothing',
);
const selectTenantKey = statement<{ key_sealed: Buffer }, [tenant: string]>(
  'tenant-key',
  'select key_sealed from tenant_keys where tenant_id = $1',
);
export const lockBlob = statement<unknown, [blob: string, alone: boolean]>('blob-lock', 'select lock_blob($1, $2)');
const selectState = statement<{ is_sealed: boolean; size_bytes: number }, [tenant: string, blob: string]>(
  'blob-state',
  'select is_sealed, size_bytes from blobs where tenant_id = $1 and id = $2',
);
const selectWrapping = statement<Wrapping, [tenant: string, blob: string]>(
  'blob-wrapping',
  'select holder_id, wrapped from blob_keys where tenant_id = $1 and blob_id = $2 limit 1',
);
const insertBlobKey = statement<unknown, [tenant: string, blob: string, holder: string, wrapped: Buffer]>(
  'blob-key-insert',
  'insert into blob_keys (tenant_id, blob_id, holder_id, wrapped) values ($1, $2, $3, $4) on conflict do nothing',
);

type BlobRow = {
  tenantId: string;
  blobId: string;
  size: number;
  sha256: string;
  createdAt: Date;
  isCounted: boolean;
};
const insertBlobRow = (isSealed: boolean) =>
  `insert into blobs (tenant_id, id, size_bytes, sha256, created_at, is_counted, is_sealed)
   values (:tenantId, :blobId, :size, :sha256, :createdAt, :isCounted, ${isSealed})`;
const insertSealedBlob = namedStatement<unknown, BlobRow & { holderId: string; wrapped: Buffer }>(
  'blob-insert-sealed',
  `with blob as (${insertBlobRow(true)})
   insert into blob_keys (tenant_id, blob_id, holder_id, wrapped) values (:tenantId, :blobId, :holderId, :wrapped)`,
);
const insertHashedBlob = namedStatement<unknown, BlobRow & { chunkHashes: Buffer }>(
  'blob-insert-hashed',
  `with blob as (${insertBlobRow(false)})
   insert into blob_chunks (tenant_id, blob_id, hashes) values (:tenantId, :blobId, :chunkHashes)`,
);
/** Counts a file toward the organization's quota. Fails if the file would exceed it. */
const countFile = statement<unknown, [size: number]>('blob-count', 'select count_file($1)');
const insertPlainBlob = namedStatement<unknown, BlobRow>('blob-insert-plain', insertBlobRow(false));

export type Wrapping = { holder_id: string; wrapped: Buffer };
/** Identifies a file. A wrapped key is bound to the file and its length, and opens no other file. */
export type WrappedFile = { tenantId: string; blobId: string; size: number };
/** Returns the file's key wrapped for one row that refers to it. Null for a file that is not encrypted. */
export type WrapFor = (holderId: string) => Buffer | null;

export const tenantKeyPurpose = (tenantId: string): string => `files of ${tenantId}`;

const purposeOf = ({ tenantId, blobId, size }: WrappedFile, holderId: string): string =>
  `file ${tenantId}/${blobId} of ${size} for ${holderId}`;

/** Unwraps a file's key. Throws SealError if it is not this file's key, or if the tenant's key is a different one. */
export const unwrapFileKey = (
  tenantKey: SecretKey,
  file: WrappedFile,
  { holder_id: holderId, wrapped }: Wrapping,
): DataKey => unseal(tenantKey, purposeOf(file, holderId), wrapped);

/** Opens the tenant's sealed key, and unwraps a file's key with it. For rows that other code has read. */
export const openWrapping = (
  vault: Vault,
  file: WrappedFile,
  { key_sealed: sealed, ...wrapping }: Wrapping & { key_sealed: Buffer },
): DataKey => unwrapFileKey(secretKey(vault.open(tenantKeyPurpose(file.tenantId), sealed)), file, wrapping);

const KEPT_TENANT_KEYS = 1000;

export type FileKeys = Pick<BlobKeys, 'wrapper' | 'open' | 'share'>;

export class BlobKeys {
  readonly #database: Database;
  readonly #vault: Vault;
  readonly #tenantKeys = new LRUCache<string, SecretKey>({ max: KEPT_TENANT_KEYS });

  constructor({ database, vault }: { database: Database; vault: Vault }) {
    this.#database = database;
    this.#vault = vault;
  }

  async #tenantKey(tenantId: string): Promise<SecretKey> {
    const known = this.#tenantKeys.get(tenantId);
    if (known) return known;
    const as = { role: 'app', tenantId } as const;
    let [row] = await this.#database.query(as, selectTenantKey(tenantId));
    if (!row) {
      await this.#database.query(
        as,
        insertTenantKey(tenantId, this.#vault.seal(tenantKeyPurpose(tenantId), randomSecret(32))),
      );
      [row] = await this.#database.query(as, selectTenantKey(tenantId));
    }
    if (!row) throw new Error(`the key of ${tenantId} could not be created`);
    const key = secretKey(this.#vault.open(tenantKeyPurpose(tenantId), row.key_sealed));
    this.#tenantKeys.set(tenantId, key);
    return key;
  }

  /** Returns a function that wraps a file's key synchronously. */
  async wrapper(file: WrappedFile, dataKey: DataKey): Promise<(holderId: string) => Buffer> {
    const key = await this.#tenantKey(file.tenantId);
    return (holderId) => seal(key, purposeOf(file, holderId), dataKey);
  }

  /** Opens a file's key. Throws SealError if it is not this file's key, or if the master key is a different one. */
  async open(file: WrappedFile, wrapping: Wrapping): Promise<DataKey> {
    return unwrapFileKey(await this.#tenantKey(file.tenantId), file, wrapping);
  }

  /**
   * Prepares another reference to a file, in the transaction that writes the referring row. A lock prevents the file
   * from being encrypted before the transaction ends. `known` is the file's key, which exists only for encrypted files.
   */
  async share(tx: Tx, { tenantId, blobId }: Omit<WrappedFile, 'size'>, known?: KnownKey): Promise<WrapFor> {
    if (known) return this.wrapper({ tenantId, blobId, size: known.size }, known.dataKey);
    const [, [held], [wrapping]] = await tx.queryAll([
      lockBlob(blobId, false),
      selectState(tenantId, blobId),
      selectWrapping(tenantId, blobId),
    ]);
    if (!held?.is_sealed) return () => null;
    if (!wrapping) throw new Error(`the file ${tenantId}/${blobId} has no key`);
    const file = { tenantId, blobId, size: held.size_bytes };
    return this.wrapper(file, await this.open(file, wrapping));
  }
}

type KnownKey = { dataKey: DataKey; size: number };

/** A stored file to which a row of this transaction is about to refer. */
export type NamedBlob = { wrapFor: WrapFor; chunkHashes: Buffer | null };
/** `isCounted` states whether the file counts toward the organization's quota. */
type NewBlob = NamedBlob & { blobId: string; size: number; sha256: string; isCounted?: boolean };

export function writeBlob(tx: Tx, tenantId: string, holderId: string, blob: NewBlob): void {
  const { blobId, size, sha256, isCounted = true, chunkHashes, wrapFor } = blob;
  const wrapped = wrapFor(holderId);
  const row = { tenantId, blobId, size, sha256, createdAt: tx.now, isCounted };
  if (wrapped) tx.write(insertSealedBlob({ ...row, holderId, wrapped }));
  else tx.write(chunkHashes ? insertHashedBlob({ ...row, chunkHashes }) : insertPlainBlob(row));
  if (isCounted) tx.write(countFile(size));
}

/** Releases a file when a row no longer refers to it. The file is deleted unless other rows use it. */
export const releaseFile = statement<unknown, [blob: string, holder: string]>(
  'blob-release',
  'select release_file($1, $2)',
);

/** Adds a reference to a file that other rows already use. */
export function writeBlobKey(tx: Tx, tenantId: string, blobId: string, holderId: string, wrapFor: WrapFor): void {
  const wrapped = wrapFor(holderId);
  if (wrapped) tx.write(insertBlobKey(tenantId, blobId, holderId, wrapped));
}
