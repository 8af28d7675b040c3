/**
 * Unreferenced files, left by a crash between the file and its row and never confirmed to a client. They are deleted a
 * day after they were first seen, so that no current upload is affected and a wrong database is noticed before any harm
 * is done.
 */
import { BACKUP_LOCK, selectIsFree } from '../../platform/db/advisory-lock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type BlobStore, TRIALS } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { batchesOf } from './batches.ts';
import type { StorageLog } from './damage.ts';
import { findRowless } from './rowless.ts';
import { deleteUnclaimed, insertUnclaimed, selectUnclaimed } from './store.ts';

const HOUR_MS = 3_600_000;
/** The time between finding an unreferenced file and deleting it. */
export const UNCLAIMED_MS = 24 * HOUR_MS;
const BATCH = 1000;
const JOBS = { role: 'jobs' } as const;

export type UnclaimedDependencies = { database: Database; store: BlobStore; clock: Clock; log: StorageLog };

/**
 * @returns how many files were deleted, including unfinished uploads. Idempotent and safe to run in several processes.
 */
export async function removeUnclaimed(dependencies: UnclaimedDependencies): Promise<number> {
  const unfinished = await dependencies.store.sweep();
  await noteUnclaimed(dependencies);
  const removed = await removeDue(dependencies);
  if (unfinished + removed > 0)
    dependencies.log.info({ unfinished, removed }, 'removed stored files without a database row');
  return unfinished + removed;
}

/** Returns whether a file is a test file, which remains if a process is killed while it tests the storage. */
const isTrial = (key: string): boolean => key.startsWith(`${TRIALS}/`);

/**
 * Lists the files first and looks up their rows afterwards, so that a file that gets its row during the listing is not
 * reported.
 */
async function noteUnclaimed({ database, store, clock, log }: UnclaimedDependencies): Promise<void> {
  const now = clock.now();
  const isOld = async (key: string): Promise<boolean> =>
    (await store.modifiedAt(key).catch(() => now)).getTime() <= now.getTime() - HOUR_MS;
  let [noted, unknown] = [0, 0];
  for await (const keys of batchesOf(store.keys(), BATCH)) {
    const files = keys.filter((key) => !isTrial(key));
    for (const key of keys.filter(isTrial)) if (await isOld(key)) await store.delete(key);
    const rowless = await findRowless(database, files);
    unknown += rowless.filter(({ known }) => !known).length;
    const old: string[] = [];
    // A new file is not recorded as unreferenced, because an upload writes the file shortly before the row that refers
    // to it.
    for (const { key } of rowless.filter(({ known }) => known)) if (await isOld(key)) old.push(key);
    if (old.length > 0) await database.query(JOBS, insertUnclaimed(old, now));
    noted += old.length;
  }
  if (noted > 0)
    log.info({ files: noted }, 'found stored files without a database row; they will be removed within a day');
  if (unknown > 0)
    log.warn(
      { files: unknown },
      'found stored files of organizations that are not in the database; the files were not changed',
    );
}

/** Unreferenced files stay while a backup is being made, because a row in the backup may refer to one of them. */
async function removeDue({ database, store, clock }: UnclaimedDependencies): Promise<number> {
  let removed = 0;
  for (;;) {
    const [lock] = await database.query(JOBS, selectIsFree(BACKUP_LOCK));
    if (!lock?.is_free) return removed;
    const due = await database.query(JOBS, selectUnclaimed(new Date(clock.now().getTime() - UNCLAIMED_MS), BATCH));
    if (due.length === 0) return removed;
    const keys = due.map(({ key }) => key);
    // The files are looked up again, because the database may since have been restored to a state that refers to them.
    for (const { key, known } of await findRowless(database, keys)) {
      if (!known) continue;
      await store.delete(key);
      removed += 1;
    }
    await database.query(JOBS, deleteUnclaimed(keys));
  }
}
