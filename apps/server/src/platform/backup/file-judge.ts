/** Compares a stored file with its database row while the file is copied into a backup. */
import { type BlobFault, Fault } from '../blobs/chunks.ts';
import { openWrapping, type Wrapping } from '../blobs/blob-keys.ts';
import { SealError, type Vault } from '../crypto/seal.ts';
import { type DataKey, openChunk, sealedSize } from '../crypto/sealed-file.ts';
import { secretKey, sha256Stream } from '../crypto/tokens.ts';
import { splitKey } from '../ports/blob-store.ts';
import { chunksOf } from './parts.ts';

/**
 * The database's record of a file. `blob` is its ID, which is also the file's name unless the file was encrypted later.
 */
export type FileRow = {
  blob: string;
  size: number;
  sha256: string;
  isSealed: boolean;
  /**
   * True if the last document that used the file was erased after the backup's snapshot was taken, together with the
   * file's keys.
   */
  isUnused: boolean;
  /** The wrapped key of the file. Absent if the file is not encrypted, or if its keys are lost. */
  wrapping: (Wrapping & { key_sealed: Buffer }) | undefined;
};

export type FileFault = {
  /** The path of the file, `<tenant>/<file name>`, as in the list of files. */
  file: string;
  blob: string;
  fault: BlobFault;
  /** The copy of the file in the backup: no copy, the damaged bytes, or the whole file from an earlier backup. */
  copy: 'none' | 'damaged' | 'earlier';
};

/** Returns the name used everywhere except in the list of files: `<tenant>/<id>`. */
export const blobOf = ({ file, blob }: FileFault): string => `${splitKey(file).tenant}/${blob}`;

export const storedSize = ({ size, isSealed }: FileRow): number => (isSealed ? sealedSize(size) : size);

/**
 * Yields the bytes unchanged. Throws Fault, at the latest after the last byte, if they do not match the database row.
 */
export async function* judged(
  key: string,
  row: FileRow,
  vault: Vault,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (row.isUnused) return yield* source;
  const hash = sha256Stream();
  if (row.isSealed) {
    const dataKey = dataKeyOf(key, row, vault);
    yield* openedOnTheWay(source, dataKey, (plain) => hash.update(plain));
  } else
    for await (const bytes of source) {
      hash.update(bytes);
      yield bytes;
    }
  if (hash.hex() !== row.sha256) throw new Fault('content');
}

function dataKeyOf(key: string, { blob, size, wrapping }: FileRow, vault: Vault): DataKey {
  if (!wrapping) throw new Fault('content', new SealError(`the file ${key} no longer has a key`));
  try {
    return openWrapping(vault, { tenantId: splitKey(key).tenant, blobId: blob, size }, wrapping);
  } catch (error) {
    throw error instanceof SealError ? new Fault('content', error) : error;
  }
}

/** Passes on the encrypted bytes. A piece is passed on only after the chunks that end in it have been decrypted. */
async function* openedOnTheWay(
  source: AsyncIterable<Uint8Array>,
  dataKey: DataKey,
  opened: (plain: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const secret = secretKey(dataKey);
  const pieces: Uint8Array[] = [];
  const noted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      pieces.push(piece);
      yield piece;
    }
  };
  try {
    for await (const chunk of chunksOf(noted())) {
      opened(openChunk(secret, chunk, chunk.bytes));
      yield* pieces.splice(0);
    }
  } catch (error) {
    throw error instanceof SealError ? new Fault('content', error) : error;
  }
  yield* pieces.splice(0);
}
