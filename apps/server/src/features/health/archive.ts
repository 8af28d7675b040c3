import type { ArchiveState } from '../backups/index.ts';
import { bad, type Check, weak, well } from './checks.ts';

/** Four runs of the archive. Beyond that, more data could be lost than promised. */
const ARCHIVED_WITHIN_MS = 60_000;

/** Whether the database could be restored to its state of a minute ago. */
export function archive({ until, failing, newestBase, baseFailing }: ArchiveState, now: Date): Check {
  const name = 'archive';
  if (failing)
    return bad(
      name,
      `The log of the database is not archived since ${failing.since.toISOString()}.`,
      'See that the place of the archive is mounted, has room and can be written to; the log of the server says more.',
    );
  if (baseFailing)
    return bad(
      name,
      'The base backup of the database failed.',
      'It is tried again every ten minutes; the log says more.',
    );
  if (until !== null && now.getTime() - until.getTime() > ARCHIVED_WITHIN_MS)
    return weak(
      name,
      `The log of the database is archived up to ${until.toISOString()} only.`,
      'See whether the place of WAL_ARCHIVE_FOLDER is slow, or was away for long and is catching up.',
    );
  if (until === null || newestBase === null)
    return weak(name, 'The archive of the database is being begun.', 'Wait until its first base backup is made.');
  return well(
    name,
    'The write-ahead log of the database is archived. Losing this machine would lose at most one minute.',
  );
}
