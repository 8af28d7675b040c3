/**
 * Moves all files between two locations while servers run (ADR 69). The listing of the old location contains the files
 * that are left, so an interrupted move continues when it is started again.
 */
import { findRowless } from './rowless.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { type BlobFence, otherPlace, type Place } from '../../platform/blobs/blob-home.ts';
import { sha256Stream } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { BlobError, type BlobStore } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { batchesOf } from './batches.ts';
import { beginMove, createHome, endMove, noteCopying, noteMoved, selectHomeState } from './store.ts';
import { megabytes } from './file-locations.ts';

const BATCH = 20;
const AT_ONCE = 4;
const JOBS = { role: 'jobs' } as const;
/** The maximum number of attempts for a file that changes while it is being copied. */
const TRIES = 3;

export type MoveDependencies = {
  database: Database;
  clock: Clock;
  places: Readonly<Record<Place, BlobStore>>;
  fence: BlobFence;
  /** Called after each batch, and for each file that cannot be moved. */
  say: (line: string) => void;
};

type Moved = { files: number; bytes: number };

/** `all` is the number of files at the start. More files may have been written since. */
function progress({ files, bytes }: Moved, all: number, tookMs: number): string {
  const seconds = Math.max(tookMs, 1) / 1000;
  return `${files} of ${Math.max(files, all)} files, ${megabytes(bytes)} moved, ${megabytes(bytes / seconds)} and ${(files / seconds).toFixed(0)} files a second`;
}

/** @returns how many files could not be moved; they stay where they were */
export async function moveFiles(dependencies: MoveDependencies, to: Place): Promise<{ moved: Moved; left: number }> {
  const { database, clock, fence, say } = dependencies;
  await database.query(JOBS, createHome());
  await database.query(JOBS, beginMove(to, clock.now()));
  failpoint('storage.switched');
  await fence.announce();
  await fence.waitForOthers(() => say('Waiting for servers to finish writing to the old storage.'));
  const [from, target] = [dependencies.places[otherPlace(to)], dependencies.places[to]];
  await removeErased(dependencies, target);
  let toMove = 0;
  for await (const keys of batchesOf(from.keys(), BATCH)) toMove += keys.length;
  const begun = clock.now().getTime();
  const total: Moved = { files: 0, bytes: 0 };
  const failed = new Set<string>();
  for (;;) {
    let found = 0;
    for await (const keys of batchesOf(without(from.keys(), failed), BATCH)) {
      found += keys.length;
      const moved = await moveBatch({ ...dependencies, from, target }, keys, failed);
      total.files += moved.files;
      total.bytes += moved.bytes;
      say(progress(total, toMove, clock.now().getTime() - begun));
    }
    // A listing may miss files that are written while it runs. No new files are written to this location, so an empty
    // listing is final.
    if (found === 0) break;
  }
  if (failed.size === 0) await database.query(JOBS, endMove(clock.now()));
  return { moved: total, left: failed.size };
}

/**
 * Deletes copies of files that were erased during an earlier run, if that run was killed before it could delete them.
 * These files had a row when they were copied and have none now.
 */
async function removeErased({ database }: MoveDependencies, target: BlobStore): Promise<void> {
  const [state] = await database.query(JOBS, selectHomeState());
  const copying = state?.copying ?? [];
  if (copying.length === 0) return;
  for (const { key, known } of await findRowless(database, copying)) if (known) await target.delete(key);
  await database.query(JOBS, noteCopying([]));
}

type Batch = MoveDependencies & { from: BlobStore; target: BlobStore };

async function moveBatch(batch: Batch, keys: readonly string[], failed: Set<string>): Promise<Moved> {
  const { database, say } = batch;
  const moved: Moved = { files: 0, bytes: 0 };
  // Keys without a row are not recorded. Their files were not erased: each may belong to an upload that is about to get
  // its row.
  const rowless = new Set((await findRowless(database, keys)).map(({ key }) => key));
  await database.query(JOBS, noteCopying(keys.filter((key) => !rowless.has(key))));
  failpoint('storage.noted');
  const waiting = [...keys];
  const worker = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      try {
        const bytes = await moveFile(batch, key);
        if (bytes === undefined) continue;
        moved.files += 1;
        moved.bytes += bytes;
      } catch (error) {
        if (!isOfTheFile(error)) {
          // With an empty list, the other workers stop after their current file.
          waiting.length = 0;
          throw error;
        }
        failed.add(key);
        say(`${key} could not be moved and is still in the old storage: ${error.message}`);
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await database.query(JOBS, noteMoved(moved.files, moved.bytes));
  failpoint('storage.moved');
  return moved;
}

/** Returns true for an error that affects only one file. If a location does not respond, the whole move ends. */
const isOfTheFile = (error: unknown): error is Error =>
  error instanceof BlobError
    ? error.code === 'corrupt'
    : error instanceof Error && 'code' in error && error.code === 'EIO';

/** Returns the file's size in bytes, or undefined if the file was erased. */
async function moveFile({ from, target }: Batch, key: string): Promise<number | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const copied = await copy(from, target, key);
    if (copied === undefined) return undefined;
    failpoint('storage.copied');
    const found = await hashOf(target, key);
    if (found?.sha256 === copied.sha256 && found.size === copied.size) break;
    await target.delete(key);
    if (attempt === TRIES) throw new BlobError('corrupt', 'the written file differs from the original');
    await delay(100 * attempt);
  }
  failpoint('storage.compared');
  // An erasure deletes the file from one location, then from the other, and then from the first location again. If it
  // ran while the file was copied, the original is gone, so the copy must be deleted as well.
  const size = await from.size(key).catch(ifMissing);
  if (size === undefined) {
    await target.delete(key);
    return undefined;
  }
  await from.delete(key);
  failpoint('storage.removed');
  return size;
}

/** Copies a file. A copy that a killed run left behind is compared in the same way as a new one. */
async function copy(
  from: BlobStore,
  target: BlobStore,
  key: string,
): Promise<{ size: number; sha256: string } | undefined> {
  try {
    return await target.put(key, from.stream(key));
  } catch (error) {
    if (!(error instanceof BlobError)) throw error;
    if (error.code === 'not_found') return undefined;
    if (error.code === 'exists') return hashOf(from, key);
    throw error;
  }
}

async function hashOf(store: BlobStore, key: string): Promise<{ size: number; sha256: string } | undefined> {
  const whole = sha256Stream();
  let size = 0;
  try {
    for await (const chunk of store.stream(key)) {
      whole.update(chunk as Uint8Array);
      size += (chunk as Uint8Array).length;
    }
  } catch (error) {
    return ifMissing(error);
  }
  return { size, sha256: whole.hex() };
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof BlobError) || error.code !== 'not_found') throw error;
  return undefined;
}

async function* without(keys: AsyncIterable<string>, left: ReadonlySet<string>): AsyncGenerator<string> {
  for await (const key of keys) if (!left.has(key)) yield key;
}
