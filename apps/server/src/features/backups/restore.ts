/**
 * Restores a backup into a data folder (and a database). A marker file exists in the folder from the first step to the
 * last. While it exists, no server starts, and the next attempt first deletes the files of the previous attempt.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMBEDDED_LOGIN, startEmbeddedPostgres } from '../../platform/adapters/embedded-postgres/index.ts';
import { openLocalBlobs } from '../../platform/adapters/local-blobs/index.ts';
import { isSealedWith } from '../../platform/backup/envelope.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import type { OpenedBackup } from '../../platform/backup/read-backup.ts';
import { restoreDatabase, restoreFiles } from '../../platform/backup/restore-backup.ts';
import { exists, RESTORE_MARK } from '../../platform/backup/restore-mark.ts';
import { provideLogin } from '../../platform/db/login-check.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Secret } from '../../platform/secret.ts';
import { checkKey, otherKey, type RowReader } from './check-key.ts';

export type RestoreSettings = {
  readonly dataDir: string;
  readonly database: { kind: 'embedded' } | { kind: 'external'; url: Secret; migrationUrl: Secret | undefined };
};

export const LEDGER = join('erasures', 'ledger.jsonl');
export const UNFINISHED = 'postgres.restoring';

/** Creates the marker and deletes the files of an interrupted attempt. @throws BackupError `not_empty` */
export async function beginRestore(dataDir: string, what: string): Promise<void> {
  const at = (name: string): string => join(dataDir, name);
  if (await exists(at(RESTORE_MARK))) {
    // These files remain from an interrupted attempt. The attempt may have stopped after it moved the database into
    // place.
    for (const name of ['blobs', 'postgres', UNFINISHED]) await rm(at(name), { recursive: true, force: true });
  }
  for (const name of ['blobs', 'postgres'])
    if (await isFilled(at(name)))
      throw new BackupError('not_empty', `${at(name)} already exists. Restore into an empty DATA_DIR.`);
  await writeFile(at(RESTORE_MARK), `${what}\n`, { mode: 0o600 });
}

/** Removes the marker, so that a server may start. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, RESTORE_MARK));
}

/**
 * Returns the folder to its previous state, because it must not look half restored if the backup turns out to be
 * unusable.
 */
export async function undoRestore(dataDir: string): Promise<void> {
  for (const name of ['blobs', UNFINISHED, RESTORE_MARK])
    await rm(join(dataDir, name), { recursive: true, force: true });
}

/** An existing erasure ledger is kept, because it is newer than the ledger in any backup. */
export async function restoreLedger(dataDir: string, ledger: AsyncIterable<Uint8Array>): Promise<void> {
  const file = join(dataDir, LEDGER);
  if (await exists(file)) return;
  await mkdir(join(dataDir, 'erasures'), { recursive: true, mode: 0o700 });
  await writeFile(file, ledger, { mode: 0o600, flush: true });
}

/**
 * @param ledger the erasure ledger
 *
 * @throws BackupError `not_empty` | `damaged`; `locked` if the backup was created with a different master key, in which
 * case nothing was restored
 */
export async function restoreInto(
  config: RestoreSettings,
  backup: OpenedBackup,
  { vault, ledger, onFile }: { vault: Vault; ledger: AsyncIterable<Uint8Array>; onFile?: (done: number) => void },
): Promise<{ files: number }> {
  const { dataDir, database } = config;
  const at = (name: string): string => join(dataDir, name);
  const { id, keys } = backup.manifest;
  // The recovery passphrase may have opened the backup, but the data in the database can be opened only with the master
  // key.
  if (!isSealedWith(keys, vault)) throw otherKey(id);
  await beginRestore(dataDir, id);
  const store = await openLocalBlobs(at('blobs'));
  const files = await restoreFiles(backup, store, onFile);
  failpoint('restore.files');
  const check = (client: RowReader): Promise<void> => checkKey(id, client, vault, store);
  try {
    if (database.kind === 'embedded') await restoreEmbedded(backup, at(UNFINISHED), check);
    else {
      const server = { connectionString: database.url.reveal() };
      const owner = database.migrationUrl ? { connectionString: database.migrationUrl.reveal() } : server;
      await restoreDatabase(backup, owner, check);
    }
  } catch (error) {
    if (error instanceof BackupError && error.code === 'locked') await undoRestore(dataDir);
    throw error;
  }
  await restoreLedger(dataDir, ledger);
  if (database.kind === 'embedded') await rename(at(UNFINISHED), at('postgres'));
  await endRestore(dataDir);
  return { files };
}

async function restoreEmbedded(
  backup: OpenedBackup,
  unfinished: string,
  check: (client: RowReader) => Promise<void>,
): Promise<void> {
  const started = await startEmbeddedPostgres({ dataDir: unfinished });
  try {
    await provideLogin(started.connection, EMBEDDED_LOGIN);
    await restoreDatabase(backup, started.connection, check);
  } finally {
    await started.stop();
  }
}

async function isFilled(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length > 0;
}
