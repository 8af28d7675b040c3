/** The backup storage: a folder, or a bucket of an S3 server. */
import type { BackupSettings } from './config.ts';
import { backupFolder } from '../../platform/adapters/backup-folder/index.ts';
import { BACKUPS, s3Options } from '../../platform/adapters/s3/config.ts';
import { type BackupTarget, BackupTargetError } from '../../platform/ports/backup-target.ts';

type Settings = Pick<BackupSettings, 'folder' | 's3'>;
type Log = { warn(fields: object, message: string): void };

/** Opens the backup storage. Loads S3 code only if S3 is used. @throws ConfigFault */
export async function openBackupPlace({ folder, s3 }: Settings, log: Log): Promise<BackupTarget> {
  if (!s3) return backupFolder(folder);
  const { backupS3 } = await import('../../platform/adapters/backup-s3/index.ts');
  return backupS3({ ...(await s3Options(s3, log, BACKUPS)), prefix: s3.prefix });
}

/**
 * Tests access to S3. An unreachable S3 server does not stop the service, because it may be available again at the next
 * backup. If it is not, that backup is reported as failed.
 * @throws ConfigFault
 */
export async function openTriedPlace(settings: Settings, log: Log): Promise<BackupTarget> {
  const target = await openBackupPlace(settings, log);
  if (!settings.s3) return target;
  const { checkBackupS3 } = await import('../../platform/adapters/backup-s3/index.ts');
  await checkBackupS3(target).catch((error: unknown) => {
    if (error instanceof BackupTargetError && error.code === 'unavailable')
      return log.warn({ reason: error.message }, 'the backup storage is not responding');
    target.close();
    throw error;
  });
  return target;
}
