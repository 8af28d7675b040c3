/** The setting for copies of checkpoints on another volume. */
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';

export type PinSettings = { pinFile?: string | undefined };

export const pinSettings = (reader: SettingReader): PinSettings => ({ pinFile: reader.path('PIN_FILE') });

export const PIN_DESCRIPTIONS: DescribedSettings = {
  PIN_FILE: [
    '',
    'File for the newest checkpoint of each audit log, on a volume that is neither in the backups nor with the database. With it, the server notices at the start that the database is older than the file, or was rewritten ([audit log](../understand/audit-log.md#pins)).',
  ],
};
