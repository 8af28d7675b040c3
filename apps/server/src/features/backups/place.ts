/** Where backups are: in a folder, or in a bucket of an S3 server. */
import type { BackupSettings } from './config.ts';
import { backupFolder } from '../../platform/adapters/backup-folder/index.ts';
import { BACKUPS, s3Options } from '../../platform/adapters/s3/config.ts';
import { type BackupTarget, BackupTargetError } from '../../platform/ports/backup-target.ts';

type Settings = Pick<BackupSettings, 'folder' | 's3'>;
type Log = { warn(fields: object, message: string): void };

/** Nothing of S3 is loaded where it is not used. @throws ConfigFault */
export async function openBackupPlace({ folder, s3 }: Settings, log: Log): Promise<BackupTarget> {
  if (!s3) return backupFolder(folder);
  const { backupS3 } = await import('../../platform/adapters/backup-s3/index.ts');
  return backupS3({ ...(await s3Options(s3, log, BACKUPS)), prefix: s3.prefix });
}

/**
 * With a trial in S3. A server that does not answer keeps nobody from signing: the next backup may find it there, and one that does not
 * is reported like any that fails.
 * @throws ConfigFault
 */
export async function openTriedPlace(settings: Settings, log: Log): Promise<BackupTarget> {
  const target = await openBackupPlace(settings, log);
  if (!settings.s3) return target;
  const { checkBackupS3 } = await import('../../platform/adapters/backup-s3/index.ts');
  await checkBackupS3(target).catch((error: unknown) => {
    if (error instanceof BackupTargetError && error.code === 'unavailable')
      return log.warn({ reason: error.message }, 'the place of backups does not answer');
    target.close();
    throw error;
  });
  return target;
}
