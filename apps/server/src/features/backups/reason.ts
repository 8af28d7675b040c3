/** Converts the error of a failed backup to the displayed reason. */
import { BackupError } from '../../platform/backup/errors.ts';
import { BackupTargetError } from '../../platform/ports/backup-target.ts';
import { BlobError } from '../../platform/ports/blob-store.ts';

/** Reasons that an operator can act on are shown as text. Other reasons appear only in the log. */
export function reasonOf(error: unknown): string {
  if (error instanceof BackupError || error instanceof BackupTargetError) return error.message;
  if (error instanceof BlobError && error.code === 'unavailable')
    return `Stored files cannot be read. ${error.message}.`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const said: Readonly<Record<string, string>> = {
    ENOSPC: 'The disk or bucket is full.',
    EACCES: 'The server has no permission to write to the backup storage.',
    EROFS: 'The server has no permission to write to the backup storage.',
    ENOENT: 'The backup storage does not exist.',
  };
  return said[code] ?? "See the server's log for details.";
}
