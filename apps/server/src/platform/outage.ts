/**
 * What the service stands on is gone, full or broken. The one place that knows what this looks like: as errors of the database
 * and of the system. It is answered with 503, for it passes, and never as a defect of ours.
 */
import { sqlState } from './db/database.ts';
import { DatabaseUnavailable } from './db/database-watchdog.ts';
import { BackupTargetError } from './ports/backup-target.ts';
import { BlobError } from './ports/blob-store.ts';

export type Outage = 'database' | 'storage';

/**
 * SQLSTATEs by how they begin (PostgreSQL, appendix A): the connection, resources (53100 is a full disk), the operator (shutdown,
 * statement_timeout), the system (58030 is EIO), a server that takes no writes, a transaction that stood idle for too long.
 */
const OF_DATABASE = ['08', '53', '57', '58', '25006', '25P03'];
/** Full, read-only, broken or taken away: a disk; and what the system has run out of. */
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

/** Which part is out, if that is what the error comes from. */
export function outageOf(error: unknown): Outage | undefined {
  let at = error;
  for (let depth = 0; depth < DEEPEST && at instanceof Error; depth += 1) {
    const state = sqlState(at);
    if (at instanceof DatabaseUnavailable || OF_DATABASE.some((begin) => state.startsWith(begin))) return 'database';
    if ((at instanceof BlobError || at instanceof BackupTargetError) && at.code === 'unavailable') return 'storage';
    // With a path or a file's number: of files, not of sockets.
    if ('errno' in at && 'code' in at && OF_SYSTEM.has(String(at.code))) return 'storage';
    at = at.cause;
  }
  return undefined;
}
