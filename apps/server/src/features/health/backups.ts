import type { BackupState } from '../backups/index.ts';
import { unhealthy, type Check, weak, healthy } from './checks.ts';

/** How old the newest verified backup may be: one day, plus the time to create and verify the next backup. */
const VERIFIED_WITHIN_MS = 26 * 3_600_000;

/** Checks whether there is a reliable backup: scheduled, recent, and verified by a test restore. */
export function backups(known: BackupState, now: Date): Check {
  const name = 'backups';
  if (!known.isScheduled && known.newest === null)
    return unhealthy(
      name,
      'There is no backup, and none is scheduled.',
      'Set BACKUP_FOLDER to a folder on another machine, or BACKUP_TARGET=s3.',
    );
  if (known.failedAt !== null)
    return unhealthy(
      name,
      'The newest backup failed.',
      'Find the reason under Settings > Backups or in the log, and create another backup.',
    );
  if (known.unfitAt !== null)
    return unhealthy(
      name,
      'The newest backup is damaged, or could not be verified.',
      'Find the result under Settings > Backups, and create another backup.',
    );
  if (!known.isScheduled)
    return weak(
      name,
      'There are backups, but none is scheduled.',
      'Set BACKUP_SCHEDULE, or create backups with your own scheduler.',
    );
  if (known.newestVerified === null || now.getTime() - known.newestVerified.getTime() > VERIFIED_WITHIN_MS)
    return weak(
      name,
      'There has been no verified backup for 26 hours.',
      'Verify the newest backup under Settings > Backups. If there is no backup, the log shows the reason.',
    );
  return healthy(name, 'Backups are scheduled, and the newest one was verified by a test restore.');
}
