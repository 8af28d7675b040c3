/** Deletes a backup, and the copies of files that no other backup needs. */
import type { Id } from '@countersign/contract';
import { removeFiles } from '../../platform/backup/create-backup.ts';
import { type Openers, ownCopies } from '../../platform/backup/envelope.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import { pruneCopies } from '../../platform/backup/prune-copies.ts';
import { copiesSaid } from '../../platform/backup/read-backup.ts';
import { madeAt } from '../../platform/crypto/ids.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { BACKUP_LOCK, tryAdvisoryLock } from '../../platform/db/advisory-lock.ts';
import type { ConnectionOptions } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { BackupTarget } from '../../platform/ports/backup-target.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type BackupRow, deleteRow, lockBackup } from './store.ts';

export type RemoveOptions = {
  uow: UnitOfWork;
  connection: ConnectionOptions;
  target: BackupTarget;
  vault: Vault;
  recovery: string | undefined;
};

/** The maximum duration of a backup. */
const UNFINISHED_FOR_MS = 2 * 86_400_000;

type By = Pick<Parameters<UnitOfWork['recorder']['record']>[3], 'actor' | 'personal'>;

/**
 * @returns how many copies were deleted, and why others could not be deleted; undefined while another backup is being
 * created, because it may rely on these copies
 */
export async function removeBackup(
  { uow, connection, target, vault, recovery }: RemoveOptions,
  tenantId: string,
  id: Id<'backup'>,
  by: By,
): Promise<Pruned | undefined> {
  const lock = await tryAdvisoryLock(connection, BACKUP_LOCK);
  if (!lock) return undefined;
  try {
    const folder = await copiesSaid(target, id).catch((error: unknown) => {
      // If the manifest is damaged, or was deleted before the process was killed, it does not name the folder of its
      // copies. The folder for the current master key is used instead.
      if (error instanceof BackupError) return ownCopies(vault);
      throw error;
    });
    await removeFiles(target, id);
    failpoint('backup-delete.files');
    // The files are deleted before the row. If the process is killed in between, the next run detects that the backup
    // is missing and deletes the row.
    const pruned = await prune(target, { vault, recovery }, folder);
    failpoint('backup-delete.copies');
    await uow.run(tenantId, async (tx) => {
      const [row] = await tx.query(lockBackup(tenantId, id));
      if (row) tx.write(deleteRow(tenantId, id));
      await uow.recorder.record(tx, tenantId, tenantId, {
        action: 'backup.deleted',
        target: { kind: 'backup', id },
        data: {},
        ...by,
      });
    });
    return pruned;
  } finally {
    await lock.release();
  }
}

type Pruned = { copies: number; kept: string | undefined };

async function prune(target: BackupTarget, openers: Openers, folder: string): Promise<Pruned> {
  // The manifest is not authenticated, so its folder name is validated.
  if (!/^blobs\/[0-9a-f]{16}$/.test(folder)) return { copies: 0, kept: undefined };
  try {
    return { copies: await pruneCopies(target, openers, folder), kept: undefined };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { copies: 0, kept: error.message };
  }
}

/**
 * Deletes files of interrupted backups. While this process holds the lock, no other process of this installation is
 * creating a backup. Another installation may share the storage, so unknown objects are deleted only if they are older
 * than the longest backup.
 */
export async function clearUnfinished(
  { connection, target, clock }: Pick<RemoveOptions, 'connection' | 'target'> & { clock: Clock },
  rows: readonly BackupRow[],
  whole: readonly string[],
): Promise<void> {
  const lock = await tryAdvisoryLock(connection, BACKUP_LOCK);
  if (!lock) return;
  try {
    const unfinished: string[] = [];
    for await (const id of target.tops()) if (isBackupId(id) && !whole.includes(id)) unfinished.push(id);
    const before = clock.now().getTime() - UNFINISHED_FOR_MS;
    for (const id of unfinished)
      if (madeAt(id) < before || rows.some((row) => row.id === id)) await removeFiles(target, id);
  } finally {
    await lock.release();
  }
}

export const isBackupId = (id: string): id is Id<'backup'> => /^bkp_[0-9a-hjkmnp-tv-z]{26}$/.test(id);
