/** The displayed reason of a failed backup. */
import { BackupError } from '../../platform/backup/errors.ts';
import { BackupTargetError } from '../../platform/ports/backup-target.ts';
import { BlobError } from '../../platform/ports/blob-store.ts';

/** Reasons that an operator can act on are shown as text; everything else is in the log. */
export function reasonOf(error: unknown): string {
  if (error instanceof BackupError || error instanceof BackupTargetError) return error.message;
  if (error instanceof BlobError && error.code === 'unavailable')
    return `Stored files cannot be read. ${error.message}.`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const said: Readonly<Record<string, string>> = {
    ENOSPC: 'There is no space left.',
    EACCES: 'The place of backups may not be written to.',
    EROFS: 'The place of backups may not be written to.',
    ENOENT: 'The place of backups is not there.',
  };
  return said[code] ?? 'The log of the server says what happened.';
}
