/** A backup goes, with the copies of files that no other backup names. */
import type { Id } from '@countersign/contract';
import { removeFiles } from '../../platform/backup/create-backup.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import { pruneCopies } from '../../platform/backup/prune-copies.ts';
import { copiesSaid } from '../../platform/backup/read-backup.ts';
import { madeAt } from '../../platform/crypto/ids.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { BACKUP_LOCK, tryAdvisoryLock } from '../../platform/db/advisory-lock.ts';
import type { ConnectionOptions } from '../../platform/db/database.ts';
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

/** No backup takes as long. */
const UNFINISHED_FOR_MS = 2 * 86_400_000;

type By = Pick<Parameters<UnitOfWork['recorder']['record']>[3], 'actor' | 'personal'>;

/**
 * @returns how many copies went, and why others stay that could have gone; undefined while another backup is being made, which may count
 * on them
 */
export async function removeBackup(
  { uow, connection, target, vault, recovery }: RemoveOptions,
  tenantId: string,
  id: Id<'backup'>,
  by: By,
): Promise<{ copies: number; kept: string | undefined } | undefined> {
  const lock = await tryAdvisoryLock(connection, BACKUP_LOCK);
  if (!lock) return undefined;
  try {
    const folder = await copiesSaid(target, id).catch((error: unknown) => {
      if (error instanceof BackupError) return undefined;
      throw error;
    });
    await removeFiles(target, id);
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
    // Where nobody knows any more which copies it named, all stay.
    if (folder === undefined || !/^blobs\/[0-9a-f]{16}$/.test(folder)) return { copies: 0, kept: undefined };
    return { copies: await pruneCopies(target, { vault, recovery }, folder), kept: undefined };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { copies: 0, kept: error.message };
  } finally {
    await lock.release();
  }
}

/**
 * Parts of backups that broke off, when they could not be removed at once. Another installation that shares the place may be making one:
 * what is not known here goes when no backup can be at it any more.
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
      if (madeAt(id) < before || rows.some((row) => row.id === id && row.state === 'failed'))
        await removeFiles(target, id);
  } finally {
    await lock.release();
  }
}

export const isBackupId = (id: string): id is Id<'backup'> => /^bkp_[0-9a-hjkmnp-tv-z]{26}$/.test(id);
