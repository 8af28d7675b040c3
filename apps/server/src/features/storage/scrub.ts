/**
 * Reads every stored file once a month and compares it with what was stored, so that damage is found while there is a backup to
 * mend it with. Slowly, to leave the disk to the users; whoever goes on after a stop or a crash begins where the last one was.
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
/** Far longer than a batch takes: 20 files of 100 MB at the pace below take a minute. */
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
  /** Ends the turn; the next one goes on with the batch. */
  signal: AbortSignal;
};

/** Goes on with the scrub of this month, or begins it; nothing where it is done, or another process is at it. */
export async function scrub(dependencies: ScrubDependencies): Promise<void> {
  const { database, clock, log, signal } = dependencies;
  // What was damaged may have been restored meanwhile, and health should not say otherwise for a month.
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
      // Given back at once, so that a restarted process need not wait for the lease.
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
  if (done) log.info(done, 'every stored file has been read and compared');
}

/** Whether it is what was stored; what is not is reported, and what is again is no longer. */
async function check({ blobs, damage }: ScrubDependencies, file: FileRow): Promise<boolean> {
  const key = `${file.tenant_id}/${file.id}`;
  const fault = await blobs.check(key, slowly).catch((error: unknown) => {
    // Erased since it was listed.
    if (error instanceof BlobError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (fault !== undefined) {
    // Said once a scrub; a file that is read often is said each time.
    if (!file.is_damaged) damage.report(key, fault);
    return false;
  }
  if (file.is_damaged) await damage.restored(key);
  return true;
}

/** At the pace of the scrub: after each piece it rests as long as the piece was to take. */
export async function* slowly(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let owed = 0;
  let since = performance.now();
  for await (const piece of source) {
    yield piece;
    owed += piece.length / BYTES_PER_MS;
    const rest = owed - (performance.now() - since);
    // A timer is no more exact than this, and small files are not worth one.
    if (rest < 20) continue;
    await new Promise((resolve) => setTimeout(resolve, rest));
    owed = 0;
    since = performance.now();
  }
}
