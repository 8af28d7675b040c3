/**
 * Restores an archive to a data folder as of a point in time. All parts that the plan needs are read before the replay.
 */
import { mkdir, open, rm, statfs, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgresError } from '../adapters/embedded-postgres/errors.ts';
import { startEmbeddedPostgres } from '../adapters/embedded-postgres/index.ts';
import { keyOf, type Openers } from '../backup/envelope.ts';
import { BackupError } from '../backup/errors.ts';
import { readPart } from '../backup/parts.ts';
import type { ConnectionOptions } from '../db/database.ts';
import type { BackupTarget } from '../ports/backup-target.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import { Cluster, type Identity, segmentName } from './cluster.ts';
import { decompressed, unpackDataFiles } from './data-files.ts';
import { nameOfPiece, type Piece, type Plan, planFor, type Run, segmentStart } from './pieces.ts';
import {
  type BaseManifest,
  baseOf,
  copyOf,
  listBases,
  listPieces,
  listRuns,
  type OpenedRun,
  openRun,
  readBase,
} from './runs.ts';

export type Chosen = {
  plan: Plan;
  run: OpenedRun;
  base: BaseManifest;
  /** One sentence for each run that was skipped because none of the available keys opens it. */
  passedOver: string[];
};

type Read = { runs: Run[]; opened: { run: OpenedRun; bases: BaseManifest[] }[]; locked: string[] };

/**
 * Reads the archive's own records, as far as they can be opened. @throws BackupError `unknown` | `damaged` | `locked`
 * if none can be opened
 */
export async function readRuns(target: BackupTarget, openers: Openers): Promise<Read> {
  const read: Read = { runs: [], opened: [], locked: [] };
  let locked: BackupError | undefined;
  for (const id of await listRuns(target)) {
    try {
      const run = await openRun(target, id, openers);
      const bases: BaseManifest[] = [];
      for (const base of (await listBases(target, id)).complete) bases.push(await readBase(target, run, base));
      read.opened.push({ run, bases });
      read.runs.push({ id, pieces: await listPieces(target, id), bases: bases.map(baseOf) });
    } catch (error) {
      if (!(error instanceof BackupError && error.code === 'locked')) throw error;
      locked = error;
      read.locked.push(id);
    }
  }
  if (read.runs.length === 0 && locked) throw locked;
  return read;
}

/**
 * Returns the backup parts that restore a point in time, or the last archived one if none is given, and the keys that
 * open them.
 * @throws BackupError `unknown` | `damaged` | `locked`
 */
export async function choose(target: BackupTarget, until: Date | undefined, openers: Openers): Promise<Chosen> {
  const { runs, opened, locked } = await readRuns(target, openers);
  if (runs.length === 0) throw new BackupError('unknown', `There is no archive in ${target.place}.`);
  const plan = planFor(runs, until, opened[0]?.run.identity.segmentBytes ?? 0);
  const found = opened.find(({ run }) => run.id === plan.run);
  const base = found?.bases.find(({ id }) => id === plan.base.id);
  if (!found || !base) throw new Error('the restore plan contains a run or base backup that was not read');
  const passedOver = locked.map((id) => `${id} was skipped: it is encrypted with another key.`);
  return { plan, run: found.run, base, passedOver };
}

/** @throws BackupError `no_space` */
export async function refuseWithoutSpace(folder: string, { plan, base }: Chosen): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const log = plan.pieces.reduce((sum, { from, to }) => sum + Number(to - from), 0);
  const needed = base.data.bytes_total + log + 2 ** 28;
  if (bavail * bsize < needed)
    throw new BackupError(
      'no_space',
      `Restoring needs ${Math.ceil(needed / 1_000_000)} MB of free disk space for the database.`,
    );
}

/**
 * Restores the data folder from the base, and adds all of the log that PostgreSQL then replays.
 * @throws BackupError `damaged`
 */
export async function unpack(target: BackupTarget, { plan, run, base }: Chosen, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const data = readPart(target, base.data, keyOf(run.keys.own, base.data.name));
  const made = await unpackDataFiles(naming(base.data.name, decompressed(data)), folder);
  // `backup_label` is one file in addition to the files that the manifest counts.
  if (made.files !== base.data.files + 1)
    throw new BackupError('damaged', `${base.data.name} contains ${made.files} files, not ${base.data.files + 1}.`);
  await mkdir(join(folder, 'pg_wal'), { recursive: true, mode: 0o700 });
  const log = new LogFiles(
    join(folder, 'pg_wal'),
    run.identity,
    segmentStart(plan.base.start, run.identity.segmentBytes),
  );
  try {
    for (const piece of plan.pieces) await log.append(piece, piecesOf(target, run, piece));
  } finally {
    await log.close();
  }
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 });
}

function piecesOf(target: BackupTarget, run: OpenedRun, piece: Piece): AsyncGenerator<Uint8Array> {
  const name = nameOfPiece(run.id, piece);
  return naming(name, decompressed(readPart(target, { name }, keyOf(run.keys.own, name))));
}

/** If the data cannot be decompressed, it was changed after it was written, so the error is reported as `damaged`. */
async function* naming(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    const isOfZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('ZSTD_');
    if (isOfZlib) throw new BackupError('damaged', `${name} was changed after it was written.`, { cause: error });
    throw error;
  }
}

/** Writes log segments as PostgreSQL expects them: each of full length, with zeros for missing data. */
class LogFiles {
  readonly #folder: string;
  readonly #identity: Identity;
  #at: bigint;
  #open: { handle: FileHandle; start: bigint } | undefined;

  constructor(folder: string, identity: Identity, from: bigint) {
    this.#folder = folder;
    this.#identity = identity;
    this.#at = from;
  }

  /**
   * Appends a piece of the log. The first piece may begin before the required position, and each later piece may
   * overlap the end of the piece before it.
   */
  async append({ from, to }: Piece, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let at = from;
    for await (const piece of bytes) {
      const skipped = this.#at > at ? Number(this.#at - at) : 0;
      if (skipped < piece.length) await this.#write(piece.subarray(skipped));
      at += BigInt(piece.length);
    }
    if (at !== to)
      throw new BackupError('damaged', `A piece of the log contains ${at - from} bytes, not ${to - from}.`);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const { segmentBytes } = this.#identity;
    for (let rest = bytes; rest.length > 0;) {
      const start = segmentStart(this.#at, segmentBytes);
      if (this.#open?.start !== start) {
        await this.close();
        const handle = await open(join(this.#folder, segmentName(this.#identity, this.#at)), 'wx', 0o600);
        await handle.truncate(segmentBytes);
        this.#open = { handle, start };
      }
      const offset = Number(this.#at - start);
      const part = rest.subarray(0, segmentBytes - offset);
      await this.#open.handle.write(part, 0, part.length, offset);
      this.#at += BigInt(part.length);
      rest = rest.subarray(part.length);
    }
  }

  async close(): Promise<void> {
    await this.#open?.handle.close();
    this.#open = undefined;
  }
}

/** PostgreSQL logs this message if the log contains no commit after the requested time, so everything was before it. */
const ENDED_BEFORE = 'recovery ended before configured recovery target was reached';

/**
 * Starts the cluster, which replays the log up to the requested time and continues on its own timeline.
 * @throws BackupError `damaged`
 */
export async function playBack(folder: string, until: Date | undefined): ReturnType<typeof startEmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir: folder, recovery: { until } });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError && error.code === 'start_failed')) throw error;
    if (until && error.message.includes(ENDED_BEFORE)) return playBack(folder, undefined);
    throw new BackupError('damaged', `The log could not be replayed. ${error.message}`, { cause: error });
  }
}

/** Provides a connection to the replayed database, as its owner, who sees every tenant's rows. */
export async function readRestored<T>(
  connection: ConnectionOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type Reached = {
  /** The time of the last restored transaction. Undefined if none was archived after the base. */
  last: Date | undefined;
};

/** @throws BackupError `damaged` if the log ended too early for a consistent state */
export async function reachedBy(connection: ConnectionOptions): Promise<Reached> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ last: Date | null; recovering: boolean }>(
      'select pg_last_xact_replay_timestamp() as last, pg_is_in_recovery() as recovering',
    );
    if (rows[0]?.recovering !== false) throw new Error('the log is still being replayed');
    // The files are restored into a folder, regardless of where they were stored before.
    await client.query('delete from blob_home');
    return { last: rows[0].last ?? undefined };
  } finally {
    await client.end();
  }
}

export type RestoredFiles = { files: number; missing: string[]; damaged: string[] };

/**
 * Restores the files to which the rows refer. Missing files are only reported, because everything else is worth
 * restoring.
 */
export async function restoreArchivedFiles(
  target: BackupTarget,
  run: OpenedRun,
  connection: ConnectionOptions,
  store: BlobStore,
): Promise<RestoredFiles> {
  const found: RestoredFiles = { files: 0, missing: [], damaged: [] };
  const cluster = await Cluster.connect(connection);
  try {
    for await (const key of cluster.files()) {
      const copy = copyOf(run, key);
      if ((await target.size(copy.name)) === undefined) {
        found.missing.push(key);
        continue;
      }
      try {
        await store.put(key, readPart(target, { name: copy.name }, copy.key));
        found.files += 1;
      } catch (error) {
        if (!(error instanceof BackupError && error.code === 'damaged')) throw error;
        found.damaged.push(copy.name);
      }
    }
  } finally {
    await cluster.close();
  }
  return found;
}

/** Returns the newest erasure ledger at the location, from any run that opens. */
export async function newestLedger(
  target: BackupTarget,
  openers: Openers,
): Promise<AsyncGenerator<Uint8Array> | undefined> {
  let newest: { run: OpenedRun; name: string; size: number } | undefined;
  for (const id of await listRuns(target)) {
    const run = await openRun(target, id, openers).catch((error: unknown) => {
      if (error instanceof BackupError && error.code === 'locked') return undefined;
      throw error;
    });
    if (!run) continue;
    for await (const { name } of target.files(`${id}/ledger/`)) {
      const size = Number(name.split('/').at(-1));
      if (size > (newest?.size ?? -1)) newest = { run, name, size };
    }
  }
  return newest && readPart(target, { name: newest.name }, keyOf(newest.run.keys.own, newest.name));
}
