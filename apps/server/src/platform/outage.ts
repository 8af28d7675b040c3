/**
 * Detects whether an error means that a dependency is unavailable, full or broken. All such errors of the database and
 * the system are interpreted here. They are temporary, so they result in 503 and never count as a bug.
 */
import { sqlState } from './db/database.ts';
import { DatabaseUnavailable } from './db/database-watchdog.ts';
import { BackupTargetError } from './ports/backup-target.ts';
import { BlobError } from './ports/blob-store.ts';

export type Outage = 'database' | 'storage';

/**
 * SQLSTATE prefixes (PostgreSQL, appendix A) for connection errors, missing resources (53100 is a full disk),
 * intervention by the operator (shutdown, statement_timeout), system errors (58030 is EIO), a read-only server, and a
 * transaction that was idle for too long.
 */
const OF_DATABASE = ['08', '53', '57', '58', '25006', '25P03'];
/** Error codes for a disk that is full, read-only, broken or unmounted, and for exhausted system resources. */
const OF_SYSTEM = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'ENODEV',
  'ENXIO',
  'ESTALE',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EFBIG',
]);
const DEEPEST = 5;

export function outageOf(error: unknown): Outage | undefined {
  let at = error;
  for (let depth = 0; depth < DEEPEST && at instanceof Error; depth += 1) {
    const state = sqlState(at);
    if (at instanceof DatabaseUnavailable || OF_DATABASE.some((begin) => state.startsWith(begin))) return 'database';
    if ((at instanceof BlobError || at instanceof BackupTargetError) && at.code === 'unavailable') return 'storage';
    // Errors with a path or a file descriptor are about files, not sockets.
    if ('errno' in at && 'code' in at && OF_SYSTEM.has(String(at.code))) return 'storage';
    at = at.cause;
  }
  return undefined;
}
