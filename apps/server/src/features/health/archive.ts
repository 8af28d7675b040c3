import type { ArchiveState } from '../backups/index.ts';
import { unhealthy, type Check, weak, healthy } from './checks.ts';

/**
 * The maximum delay of the archive: four runs of the archiver. After a longer delay, more data could be lost than
 * promised.
 */
const ARCHIVED_WITHIN_MS = 60_000;

/** It must be possible to restore the state as of one minute ago from the archive. */
export function archive({ until, failing, newestBase, baseFailing }: ArchiveState, now: Date): Check {
  const name = 'archive';
  if (failing)
    return unhealthy(
      name,
      `The database log has not been archived since ${failing.since.toISOString()}.`,
      'Check that the archive storage is mounted, writable and has free space. See the server log for details.',
    );
  if (baseFailing)
    return unhealthy(
      name,
      'The base backup of the database failed.',
      'The server retries every ten minutes. See the log for details.',
    );
  if (until !== null && now.getTime() - until.getTime() > ARCHIVED_WITHIN_MS)
    return weak(
      name,
      `The database log is archived only up to ${until.toISOString()}.`,
      'Check whether the storage at WAL_ARCHIVE_FOLDER is slow, or has been unreachable for a long time.',
    );
  if (until === null || newestBase === null)
    return weak(
      name,
      'The first archive of the database is being created.',
      'Wait until the first base backup is complete.',
    );
  return healthy(
    name,
    'The write-ahead log of the database is archived. If this machine fails, you lose at most one minute of data.',
  );
}
