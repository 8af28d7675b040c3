/**
 * Reads every stored file once a month and compares it with its hash, so that damage is found while a backup can still
 * repair it. The check is deliberately slow, so that it does not affect users. After a stop or a crash, the next
 * process continues at the same position.
 */
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { Database } from '../../platform/db/database.ts';
import { BlobError } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Damage, StorageLog } from './damage.ts';
import {
  advanceScrub,
  beginScrub,
  claimScrub,
  type FileRow,
  finishScrub,
  selectDamagedFiles,
  selectFiles,
} from './store.ts';

const MONTH_MS = 30 * 86_400_000;
/** The duration of the lease, much longer than a batch: 20 files of 100 MB take a minute at the speed below. */
const LEASE_MS = 10 * 60_000;
const BATCH = 20;
const RECHECKED = 100;
const BYTES_PER_MS = (32 * 2 ** 20) / 1000;
const JOBS = { role: 'jobs' } as const;

export type ScrubDependencies = {
  database: Database;
  blobs: CheckedBlobs;
  damage: Damage;
  clock: Clock;
  log: StorageLog;
  /** Aborts the run. The next run continues with the interrupted batch. */
  signal: AbortSignal;
};

/**
 * Continues this month's check, or starts it. Does nothing if the check is finished, or if another process is running
 * it.
 */
export async function scrub(dependencies: ScrubDependencies): Promise<void> {
  const { database, clock, log, signal } = dependencies;
  // A damaged file may have been restored since. The health check should not continue to report it for another month.
  for (const file of await database.query(JOBS, selectDamagedFiles(RECHECKED))) await check(dependencies, file);
  const now = clock.now();
  await database.query(JOBS, beginScrub(now, new Date(now.getTime() - MONTH_MS)));
  const until = () => new Date(clock.now().getTime() + LEASE_MS);
  const [claimed] = await database.query(JOBS, claimScrub(now, until()));
  if (!claimed) return;
  const { id } = claimed;
  let { after_tenant: tenant, after_blob: blob } = claimed;
  for (;;) {
    const files = await database.query(JOBS, selectFiles(tenant, blob, BATCH));
    const last = files.at(-1);
    if (!last) break;
    let damaged = 0;
    for (const file of files) {
      // The lease is released immediately, so that a restarted process does not have to wait for it.
      if (signal.aborted)
        return void (await database.query(
          JOBS,
          advanceScrub({
            id,
            fromTenant: tenant,
            fromBlob: blob,
            toTenant: tenant,
            toBlob: blob,
            files: 0,
            bytes: 0,
            damaged: 0,
            leaseUntil: now,
          }),
        ));
      if (!(await check(dependencies, file))) damaged += 1;
    }
    const bytes = files.reduce((sum, { size_bytes: size }) => sum + size, 0);
    const [mine] = await database.query(
      JOBS,
      advanceScrub({
        id,
        fromTenant: tenant,
        fromBlob: blob,
        toTenant: last.tenant_id,
        toBlob: last.id,
        files: files.length,
        bytes,
        damaged,
        leaseUntil: until(),
      }),
    );
    if (!mine) return;
    ({ tenant_id: tenant, id: blob } = last);
  }
  const [done] = await database.query(JOBS, finishScrub(id, clock.now()));
  if (done) log.info(done, 'every stored file was read and verified');
}

/** Reports damage, or clears it for a file that is intact again. */
async function check({ blobs, damage }: ScrubDependencies, file: FileRow): Promise<boolean> {
  const key = `${file.tenant_id}/${file.id}`;
  const fault = await blobs.check(key, slowly).catch((error: unknown) => {
    // The file was erased after it was listed.
    if (error instanceof BlobError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (fault !== undefined) {
    // Damage that is already known is not reported again. Other reads of the file report it each time.
    if (!file.is_damaged) damage.report(key, fault);
    return false;
  }
  if (file.is_damaged) await damage.restored(key);
  return true;
}

/** Limits the speed of a read. After each chunk, the read waits until the time planned for the chunk has passed. */
export async function* slowly(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let owed = 0;
  let since = performance.now();
  for await (const piece of source) {
    yield piece;
    owed += piece.length / BYTES_PER_MS;
    const rest = owed - (performance.now() - since);
    // Timers are not more precise than this, and small files need no timer.
    if (rest < 20) continue;
    await new Promise((resolve) => setTimeout(resolve, rest));
    owed = 0;
    since = performance.now();
  }
}
