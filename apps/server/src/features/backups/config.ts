/** The settings of backups. */
import type { Secret } from '../../platform/secret.ts';
import type { SettingReader } from '../../platform/settings.ts';
import type { Keep, Schedule } from './domain.ts';

export type BackupSettings = {
  /** Where backups are kept. */
  folder: string;
  /** A passphrase that opens backups besides the master key. */
  recovery: Secret | undefined;
  /** When one is made by itself each day, UTC. */
  schedule?: Schedule | undefined;
  /** How many of those stay: the newest of each of the last days, weeks and months. */
  keep?: Keep;
};

/** Beside the data and not in it: what takes the data folder would take its backups too. */
export function backupSettings(reader: SettingReader, dataDir: string): BackupSettings {
  const folder = reader.path('BACKUP_FOLDER') ?? `${dataDir}-backups`;
  if (`${folder}/`.startsWith(`${dataDir}/`)) reader.fault('BACKUP_FOLDER: must not be inside DATA_DIR');
  const recovery = reader.secret('BACKUP_RECOVERY_KEY');
  if (recovery && recovery.reveal().length < 16)
    reader.fault('BACKUP_RECOVERY_KEY: must be a passphrase of at least 16 characters');
  return { folder, recovery, schedule: backupSchedule(reader), keep: backupKeep(reader) };
}

/**
 * On where somebody has chosen a place: the default lies on the disk of the data, where nightly copies would fill it and save nobody.
 * At two o'clock, when most people are asleep.
 */
function backupSchedule(reader: SettingReader): BackupSettings['schedule'] {
  const pattern = /^([01]\d|2[0-3]):([0-5]\d)$/;
  const value = reader.checked('BACKUP_SCHEDULE', (text) => {
    if (text !== 'off' && !pattern.test(text)) throw new Error('must be a time of the day (UTC) such as 02:00, or off');
  });
  const time = value ?? (reader.has('BACKUP_FOLDER') ? '02:00' : 'off');
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
