/**
 * A backup becomes a data folder (and a database). The mark in the folder stands from the first step to the last: with it no server
 * starts, and the next attempt clears away what this one left.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMBEDDED_LOGIN, startEmbeddedPostgres } from '../../platform/adapters/embedded-postgres/index.ts';
import { openLocalBlobs } from '../../platform/adapters/local-blobs/index.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import type { OpenedBackup } from '../../platform/backup/read-backup.ts';
import { restoreDatabase, restoreFiles } from '../../platform/backup/restore-backup.ts';
import { exists, RESTORE_MARK } from '../../platform/backup/restore-mark.ts';
import { provideLogin } from '../../platform/db/login-check.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Secret } from '../../platform/secret.ts';

export type RestoreSettings = {
  readonly dataDir: string;
  readonly database: { kind: 'embedded' } | { kind: 'external'; url: Secret; migrationUrl: Secret | undefined };
};

/** Of erasures, in the data folder. */
export const LEDGER = join('erasures', 'ledger.jsonl');
export const UNFINISHED = 'postgres.restoring';

/** The mark is there, and whatever an attempt left that broke off is not. @throws BackupError `not_empty` */
export async function beginRestore(dataDir: string, what: string): Promise<void> {
  const at = (name: string): string => join(dataDir, name);
  if (await exists(at(RESTORE_MARK))) {
    // Left by an attempt that broke off, or by the one that moved the database to its place and came no further.
    for (const name of ['blobs', 'postgres', UNFINISHED]) await rm(at(name), { recursive: true, force: true });
  }
  for (const name of ['blobs', 'postgres'])
    if (await isFilled(at(name)))
      throw new BackupError('not_empty', `${at(name)} is there already. Restore into an empty DATA_DIR.`);
  await writeFile(at(RESTORE_MARK), `${what}\n`, { mode: 0o600 });
}

/** From now on a server may start. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, RESTORE_MARK));
}

/** @throws BackupError `not_empty` | `damaged` */
export async function restoreInto(
  config: RestoreSettings,
  backup: OpenedBackup,
  ledger: AsyncIterable<Uint8Array>,
  onFile?: (done: number) => void,
): Promise<{ files: number }> {
  const { dataDir, database } = config;
  const at = (name: string): string => join(dataDir, name);
  await beginRestore(dataDir, backup.manifest.id);
  const files = await restoreFiles(backup, await openLocalBlobs(at('blobs')), onFile);
  failpoint('restore.files');
  // A ledger that is there is newer than any backup's.
  if (!(await exists(at(LEDGER)))) {
    await mkdir(at('erasures'), { recursive: true, mode: 0o700 });
    await writeFile(at(LEDGER), ledger, { mode: 0o600, flush: true });
  }
  if (database.kind === 'embedded') await restoreEmbedded(backup, at(UNFINISHED), at('postgres'));
  else {
    const server = { connectionString: database.url.reveal() };
    const owner = database.migrationUrl ? { connectionString: database.migrationUrl.reveal() } : server;
    await restoreDatabase(backup, owner);
  }
  await endRestore(dataDir);
  return { files };
}

async function restoreEmbedded(backup: OpenedBackup, unfinished: string, folder: string): Promise<void> {
  const started = await startEmbeddedPostgres({ dataDir: unfinished });
  try {
    await provideLogin(started.connection, EMBEDDED_LOGIN);
    await restoreDatabase(backup, started.connection);
  } finally {
    await started.stop();
  }
  await rename(unfinished, folder);
}

async function isFilled(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length > 0;
}
