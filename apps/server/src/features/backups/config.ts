/** The backup settings. */
import { BACKUPS, type S3Settings, s3Settings } from '../../platform/adapters/s3/config.ts';
import type { Secret } from '../../platform/secret.ts';
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';
import type { Keep, Schedule } from './domain.ts';

export type BackupSettings = {
  folder: string;
  /** The prefix of object names: empty, or path segments that each end with a slash. */
  s3?: (S3Settings & { prefix: string }) | undefined;
  /** A passphrase that opens backups in addition to the master key. */
  recovery: Secret | undefined;
  /** The time of the automatic daily backup, UTC. */
  schedule?: Schedule | undefined;
  /** The automatic backups that are retained: the newest of each of the last days, weeks and months. */
  keep?: Keep;
  archive?: ArchiveSettings | undefined;
};

export type ArchiveSettings = Pick<BackupSettings, 'folder' | 's3'> & { days: number };

/**
 * The default backup folder is next to the data folder and not in it, because losing the data folder must not mean
 * losing the backups.
 */
export function backupSettings(reader: SettingReader, dataDir: string): BackupSettings {
  const folder = reader.path('BACKUP_FOLDER') ?? `${dataDir}-backups`;
  if (`${folder}/`.startsWith(`${dataDir}/`)) reader.fault('BACKUP_FOLDER: must not be inside DATA_DIR');
  const recovery = reader.secret('BACKUP_RECOVERY_KEY');
  if (recovery && recovery.reveal().length < 16)
    reader.fault('BACKUP_RECOVERY_KEY: must be a passphrase of at least 16 characters');
  const s3 = backupBucket(reader);
  const archive = archiveSettings(reader, dataDir, { folder, s3 });
  return { folder, s3, recovery, schedule: backupSchedule(reader), keep: backupKeep(reader), archive };
}

/** Backups require a separate bucket, so that emptying the bucket with the stored files does not delete the backups. */
function backupBucket(reader: SettingReader): BackupSettings['s3'] {
  const target = reader.choice('BACKUP_TARGET', ['folder', 's3'], 'folder');
  const s3 = s3Settings(reader, BACKUPS);
  const prefix = reader.checked('BACKUP_S3_PREFIX', (text) => {
    if (!/^[0-9A-Za-z][0-9A-Za-z_.-]*(?:\/[0-9A-Za-z][0-9A-Za-z_.-]*)*\/?$/.test(text) || text.length > 200)
      throw new Error('must consist of letters, digits, dots, hyphens and underscores, in parts separated by slashes');
  });
  if (target === 'folder') {
    if (s3 && !reader.has('BACKUP_TARGET'))
      reader.fault('BACKUP_TARGET: is required with BACKUP_S3_ENDPOINT: set it to s3');
    return undefined;
  }
  if (!s3 && !reader.has('BACKUP_S3_ENDPOINT'))
    reader.fault('BACKUP_S3_ENDPOINT: is required with BACKUP_TARGET=s3, as are the other settings of the bucket');
  if (s3 && s3.bucket === reader.text('S3_BUCKET') && s3.endpoint === reader.text('S3_ENDPOINT'))
    reader.fault('BACKUP_S3_BUCKET: must not be the bucket with stored files (S3_BUCKET)');
  return s3 && { ...s3, prefix: prefix === undefined ? '' : `${prefix.replace(/\/$/, '')}/` };
}

/**
 * Automatic backups are on if a location is configured. The default location is on the data disk, where nightly copies
 * would fill the disk without protecting anything. Automatic backups run at two o'clock, when load is lowest.
 */
function backupSchedule(reader: SettingReader): BackupSettings['schedule'] {
  const pattern = /^([01]\d|2[0-3]):([0-5]\d)$/;
  const value = reader.checked('BACKUP_SCHEDULE', (text) => {
    if (text !== 'off' && !pattern.test(text)) throw new Error('must be a time of day (UTC) such as 02:00, or off');
  });
  const time = value ?? (reader.has('BACKUP_FOLDER') || reader.text('BACKUP_TARGET') === 's3' ? '02:00' : 'off');
  const [, hour, minute] = pattern.exec(time) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

function backupKeep(reader: SettingReader): Keep {
  const value = reader.checked('BACKUP_KEEP', (text) => {
    if (!/^\d{1,3},\d{1,3},\d{1,3}$/.test(text.replaceAll(' ', '')))
      throw new Error('must be three numbers, for days, weeks and months, such as 7,4,12');
  });
  const [daily = 0, weekly = 0, monthly = 0] = (value ?? '7,4,12').split(',').map(Number);
  return { daily, weekly, monthly };
}

/**
 * The archive's location must differ from the location of the backups, because both delete unknown objects from their
 * locations.
 */
function archiveSettings(
  reader: SettingReader,
  dataDir: string,
  backups: Pick<BackupSettings, 'folder' | 's3'>,
): ArchiveSettings | undefined {
  const folder = reader.path('WAL_ARCHIVE_FOLDER');
  const target = reader.choice('WAL_ARCHIVE', ['off', 'folder', 's3'], folder === undefined ? 'off' : 'folder');
  const days = reader.count('WAL_ARCHIVE_DAYS', 14);
  if (target === 'off') return undefined;
  if (reader.has('DATABASE_URL'))
    reader.fault(
      `${folder === undefined ? 'WAL_ARCHIVE' : 'WAL_ARCHIVE_FOLDER'}: applies only to the embedded database; archive the log of your own PostgreSQL with its own tools`,
    );
  if (target === 's3') {
    if (folder !== undefined) reader.fault('WAL_ARCHIVE_FOLDER: must not be set with WAL_ARCHIVE=s3');
    if (!backups.s3)
      reader.fault('WAL_ARCHIVE: s3 requires BACKUP_TARGET=s3, because the archive uses the same bucket');
    return backups.s3 && { folder: '', s3: { ...backups.s3, prefix: `${backups.s3.prefix}archive/` }, days };
  }
  if (folder === undefined) {
    reader.fault('WAL_ARCHIVE_FOLDER: is required with WAL_ARCHIVE=folder');
    return undefined;
  }
  if (`${folder}/`.startsWith(`${dataDir}/`)) reader.fault('WAL_ARCHIVE_FOLDER: must not be inside DATA_DIR');
  if (`${folder}/`.startsWith(`${backups.folder}/`) || `${backups.folder}/`.startsWith(`${folder}/`))
    reader.fault('WAL_ARCHIVE_FOLDER: must not overlap with BACKUP_FOLDER');
  return { folder, days };
}

export const BACKUP_DESCRIPTIONS: DescribedSettings = {
  BACKUP_FOLDER: [
    '`DATA_DIR` followed by `-backups`',
    'Folder for [backups](backup-and-restore.md). The folder cannot be inside `DATA_DIR` and should be on another machine.',
  ],
  BACKUP_TARGET: [
    '`folder`',
    'Location of backups: `folder`, or `s3` for the bucket in the `BACKUP_S3_…` settings. See [Backups in S3](backup-and-restore.md#backups-in-s3).',
  ],
  BACKUP_S3_PREFIX: [
    '',
    'Prefix of the names of all backup objects, such as `signing/production`. With a prefix, several installations can share a bucket.',
  ],
  BACKUP_RECOVERY_KEY: [
    '',
    'Passphrase of at least 16 characters that can decrypt backups in addition to the master key, for example after the master key has been rotated.',
  ],
  BACKUP_SCHEDULE: [
    '`02:00` if `BACKUP_FOLDER` is set or `BACKUP_TARGET` is `s3`, otherwise `off`',
    'Time of the daily backup (UTC, `HH:MM`). The server verifies each backup afterwards. With `off`, the server creates no scheduled backups.',
  ],
  BACKUP_KEEP: [
    '`7,4,12`',
    'Number of daily, weekly and monthly backups to keep. The server keeps the newest backup of each day, week and month.',
  ],
  WAL_ARCHIVE_FOLDER: [
    '',
    'Folder on another machine to which the server [archives](backup-and-restore.md#any-point-in-time) the write-ahead log of the embedded database every 15 seconds. The folder must be outside `DATA_DIR` and `BACKUP_FOLDER`.',
  ],
  WAL_ARCHIVE: [
    '`folder` if `WAL_ARCHIVE_FOLDER` is set, otherwise `off`',
    'Location of the write-ahead log archive: `folder`, `off`, or `s3` for the folder `archive/` in the bucket of `BACKUP_TARGET=s3`.',
  ],
  WAL_ARCHIVE_DAYS: [
    '`14`',
    'Number of days for which the archive is kept. You can restore to any point in time in this period.',
  ],
};
