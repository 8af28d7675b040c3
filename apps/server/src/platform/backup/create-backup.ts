/**
 * Creates a backup (ADR 68): every table as of one point in time, the files that these rows name, and the ledger of
 * erasures. The manifest is written last, so an earlier interruption does not leave an incomplete backup that looks
 * complete. The next backup reuses the files that were copied.
 */
import type { ConnectionOptions } from '../db/database.ts';
import { failpoint } from '../failpoints.ts';
import type { BackupTarget, TargetFile } from '../ports/backup-target.ts';
import { BlobError, type BlobStore } from '../ports/blob-store.ts';
import { sealedSize } from '../crypto/sealed-file.ts';
import type { Vault } from '../crypto/seal.ts';
import { type BlobFault, Fault } from '../blobs/chunks.ts';
import { atOnce } from './at-once.ts';
import { type FileFault, judged, storedSize } from './file-judge.ts';
import {
  type BackupKeys,
  generationOf,
  keyOf,
  type Manifest,
  newKeys,
  type Part,
  sealKeys,
  type TableRows,
  writeManifest,
} from './envelope.ts';
import { BackupError } from './errors.ts';
import { inPieces, linesOf, readPart, writePart } from './parts.ts';
import { type Snapshot, withSnapshot } from './snapshot.ts';

export type Progress = { step: 'tables' | 'files'; done: number; total: number };

export type BackupOptions = {
  id: string;
  version: string;
  /** The server's login, which assumes the backup role. */
  connection: ConnectionOptions;
  store: BlobStore;
  ledger: () => AsyncIterable<Uint8Array>;
  target: BackupTarget;
  vault: Vault;
  recovery?: string | undefined;
  /** Receives the progress. It may be slow, because the backup waits for it. */
  onProgress?: (progress: Progress) => Promise<void> | void;
  signal?: AbortSignal | undefined;
};

export type BackupSummary = {
  rows: number;
  files: number;
  bytes: number;
  copiedFiles: number;
  takenAt: Date;
  faults: FileFault[];
};

/** The maximum number of snapshots. A new snapshot is needed if files are erased faster than they can be copied. */
const MOMENTS = 5;
/** The maximum number of faults. A larger number indicates a general problem, not just a few faulty files. */
const MAX_FAULTS = 10_000;

/**
 * Thrown if the database no longer refers to a file of the snapshot, because the file has since been erased, or
 * encrypted under another name.
 */
class GoneMeanwhile extends Error {
  override name = 'GoneMeanwhile';
}

export const manifestOf = (id: string): string => `${id}/manifest.json`;
/**
 * Returns the name for the copy of a file that has changed in the store. Other backups must not reuse this copy as if
 * it were the whole file.
 */
export const damagedCopyOf = (id: string, key: string): string => `${id}/damaged/${key}`;

/**
 * Creates a backup. Missing or damaged files do not stop the backup, but are listed in `faults` and in the manifest.
 * @throws BackupError `busy` | `incomplete` | `changing`
 */
export async function createBackup(options: BackupOptions): Promise<BackupSummary> {
  for (let moment = 1; ; moment += 1) {
    try {
      return await withSnapshot(options.connection, (snapshot) => write(options, snapshot));
    } catch (error) {
      if (!(error instanceof GoneMeanwhile)) throw error;
      if (moment >= MOMENTS)
        throw new BackupError('changing', `Files are erased faster than they can be copied: ${error.message}`, {
          cause: error,
        });
    }
  }
}

async function write(options: BackupOptions, snapshot: Snapshot): Promise<BackupSummary> {
  const { id, target, vault, onProgress, signal } = options;
  // The keys of an interrupted attempt no longer exist, so nobody can open its files.
  await removeFiles(target, id);
  const keys = newKeys(vault);
  // While the lock is held, no other process writes copies.
  await target.sweep(`${generationOf(keys)}/`);
  failpoint('backup.snapshot');
  const { database, tables } = await writeTables(options, snapshot, keys);
  failpoint('backup.tables');
  let total = 0;
  const counted = inPieces(counting(snapshot.files(), () => (total += 1)));
  const list = await writePart(target, `${id}/files`, keyOf(keys.own, `${id}/files`), counted);
  await snapshot.end();
  const ledger = await writePart(target, `${id}/ledger`, keyOf(keys.own, `${id}/ledger`), options.ledger());
  const copied = await copyFiles(options, snapshot, keys, list, async (done) => {
    signal?.throwIfAborted();
    await onProgress?.({ step: 'files', done, total });
  });
  failpoint('backup.files');
  const manifest: Manifest = {
    format: 'countersign-backup/1',
    id,
    taken_at: snapshot.takenAt.toISOString(),
    version: options.version,
    migrations: snapshot.migrations,
    database,
    tables,
    files: { ...list, count: copied.count, bytes_total: copied.bytes },
    ...(copied.faults.length > 0 && { faults: copied.faults }),
    ledger,
    blobs: generationOf(keys),
    keys: await sealKeys(keys, vault, options.recovery),
  };
  signal?.throwIfAborted();
  const bytes = writeManifest(manifest, keys);
  failpoint('backup.before-manifest');
  await target.write(manifestOf(id), once(bytes));
  failpoint('backup.after-manifest');
  return {
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: copied.count,
    bytes: [database, list, ledger].reduce((sum, part) => sum + part.bytes, bytes.length) + copied.sealed,
    copiedFiles: copied.written,
    takenAt: snapshot.takenAt,
    faults: copied.faults,
  };
}

/** Writes all rows into one file. A hundred small files would each wait for the disk. */
async function writeTables(
  { id, target, onProgress, signal }: BackupOptions,
  snapshot: Snapshot,
  keys: BackupKeys,
): Promise<{ database: Part; tables: TableRows[] }> {
  const tables: TableRows[] = [];
  async function* allRows(): AsyncGenerator<Uint8Array> {
    for (const table of snapshot.tables) {
      signal?.throwIfAborted();
      let [rows, bytes] = [0, 0];
      for await (const piece of snapshot.copy(table, (count) => (rows = count))) {
        signal?.throwIfAborted();
        bytes += piece.length;
        yield piece;
      }
      failpoint('backup.table');
      tables.push({ table: table.name, columns: table.columns, rows, bytes });
      await onProgress?.({ step: 'tables', done: tables.length, total: snapshot.tables.length });
    }
  }
  const database = await writePart(target, `${id}/database`, keyOf(keys.own, `${id}/database`), allRows());
  const seen = await snapshot.countAsTenants();
  const short = tables.filter(({ table, rows }) => (seen.get(table) ?? 0) > rows).map(({ table }) => table);
  if (short.length > 0)
    throw new BackupError(
      'incomplete',
      `The backup is missing rows that tenants can see, in the tables ${short.join(', ')}.`,
    );
  return { database, tables };
}

type Copied = { count: number; bytes: number; sealed: number; written: number; faults: FileFault[] };

/** Copies files. One listing of the target shows the existing copies, without a request for each file. */
async function copyFiles(
  options: BackupOptions,
  snapshot: Snapshot,
  keys: BackupKeys,
  list: Part,
  onCopied: (done: number) => Promise<void>,
): Promise<Copied> {
  const { id, target, store } = options;
  const copied: Copied = { count: 0, bytes: 0, sealed: 0, written: 0, faults: [] };
  const names = linesOf(readPart(target, list, keyOf(keys.own, `${id}/files`)));
  const folder = `${generationOf(keys)}/`;
  await atOnce(withCopies(names, target.files(folder), folder), async (file) => {
    const size = await store.size(file.key).catch(absentIsUndefined);
    // A key is written once and never changed, so a copy of the same size is complete.
    if (size === undefined || file.bytes !== sealedSize(size))
      await copyFile(options, snapshot, keys, copied, { ...file, size });
    copied.count += 1;
    copied.bytes += size ?? 0;
    copied.sealed += sealedSize(size ?? 0);
    await onCopied(copied.count);
  });
  copied.faults.sort((one, other) => (one.file < other.file ? -1 : 1));
  return copied;
}

/** `size` is the size of the stored file, if it exists. `bytes` is the size of its copy in an earlier backup. */
type ToCopy = { key: string; name: string; bytes: number | undefined; size: number | undefined };

async function copyFile(
  { id, target, store, vault }: BackupOptions,
  snapshot: Snapshot,
  keys: BackupKeys,
  copied: Copied,
  { key, name, bytes, size }: ToCopy,
): Promise<void> {
  const row = await snapshot.row(key);
  if (!row || (row.isUnused && size === undefined)) throw new GoneMeanwhile(`The file ${key} no longer exists.`);
  const copy = async (to: string, secret: Buffer, source: AsyncIterable<Uint8Array>): Promise<void> => {
    await writePart(target, to, keyOf(secret, secret === keys.own ? to : key), source);
    copied.written += 1;
    failpoint('backup.file');
  };
  const attempt = (): Promise<BlobFault | undefined> =>
    copy(name, keys.blobs, judged(key, row, vault, store.stream(key))).then(() => undefined, faultOf);
  let fault: BlobFault | undefined;
  if (size === undefined) fault = 'missing';
  else if (size !== storedSize(row)) fault = 'size';
  // Wrong bytes may be caused by a network error, so a second read must confirm the fault.
  else fault = (await attempt()) && (await attempt());
  if (fault === undefined) return;
  const isThere = fault !== 'missing' && bytes !== sealedSize(storedSize(row));
  const damaged = damagedCopyOf(id, key);
  if (isThere) await copy(damaged, keys.own, store.stream(key));
  const kept = bytes === sealedSize(storedSize(row)) ? 'earlier' : 'none';
  copied.faults.push({ file: key, blob: row.blob, fault, copy: isThere ? 'damaged' : kept });
  if (copied.faults.length > MAX_FAULTS)
    throw new BackupError(
      'incomplete',
      `More than ${MAX_FAULTS} stored files are missing or damaged. Check that the configured folder or bucket is correct.`,
    );
}

function absentIsUndefined(error: unknown): undefined {
  if (!(error instanceof BlobError) || error.code !== 'not_found') throw error;
  return undefined;
}

function faultOf(error: unknown): BlobFault {
  if (error instanceof Fault) return error.fault;
  if (error instanceof BlobError && error.code === 'not_found') return 'missing';
  throw error;
}

/** Yields each key with the size of its copy, if there is one. Both lists are in byte order. */
async function* withCopies(
  keys: AsyncIterable<string>,
  copies: AsyncIterable<TargetFile>,
  folder: string,
): AsyncGenerator<{ key: string; name: string; bytes: number | undefined }> {
  const there = copies[Symbol.asyncIterator]();
  let at = await there.next();
  for await (const key of keys) {
    const name = folder + key;
    while (at.done !== true && at.value.name < name) at = await there.next();
    yield { key, name, bytes: at.done !== true && at.value.name === name ? at.value.bytes : undefined };
  }
}

/**
 * Removes a backup, starting with the manifest, so that files that a crash leaves behind do not count as a backup.
 * Copies of stored files stay for other backups.
 */
export async function removeFiles(target: BackupTarget, id: string): Promise<void> {
  await target.remove(manifestOf(id));
  failpoint('backup-delete.manifest');
  const names: string[] = [];
  await target.sweep(`${id}/`);
  for await (const { name } of target.files(`${id}/`)) names.push(name);
  for (const name of names) await target.remove(name);
}

async function* counting(lines: AsyncIterable<string>, count: () => void): AsyncGenerator<string> {
  for await (const line of lines) {
    count();
    yield line;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
