/**
 * Archives the log of the embedded database to an external location, in pieces. All files that the log names are
 * archived first (ADR 74). The location shows what was archived, and a replication slot makes the cluster retain the
 * rest. No other state is needed, and a process that is killed at any step continues from there after a restart.
 */
import { join } from 'node:path';
import { keyOf } from '../backup/envelope.ts';
import { BackupError } from '../backup/errors.ts';
import { blobOf, judged, storedSize } from '../backup/file-judge.ts';
import { writePart } from '../backup/parts.ts';
import { type BlobFault, Fault } from '../blobs/chunks.ts';
import { sealedSize } from '../crypto/sealed-file.ts';
import type { Vault } from '../crypto/seal.ts';
import { sha256Hex } from '../crypto/tokens.ts';
import type { ConnectionOptions } from '../db/database.ts';
import { failpoint } from '../failpoints.ts';
import type { BackupTarget } from '../ports/backup-target.ts';
import { BlobError, type BlobStore } from '../ports/blob-store.ts';
import { Cluster, readLog, SLOT_PREFIX } from './cluster.ts';
import { compressed } from './data-files.ts';
import { lastUnbroken, manifestOfRun, nameOfPiece, type Piece, segmentStart, writeLsn } from './pieces.ts';
import { beginRun, copyOf, listPieces, listRuns, newName, type OpenedRun, openRun } from './runs.ts';

export type ArchiverOptions = {
  owner: ConnectionOptions;
  dataFolder: string;
  target: BackupTarget;
  store: BlobStore;
  vault: Vault;
  recovery: string | undefined;
  ledger: () => AsyncIterable<Uint8Array>;
  ledgerSize: () => Promise<number>;
  now: () => Date;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Called with each stored file that is missing or damaged. */
  onDamage?: ((blob: string, fault: BlobFault) => void) | undefined;
  /** The maximum size of a piece, so that the backlog of a long outage fits into memory when restored. */
  pieceBytes?: bigint;
};

export type ArchivedChanges = {
  /** Everything committed up to this time is archived. */
  until: Date;
  bytes: number;
  files: number;
  /** True if a new run was started, which has no base backup yet. */
  isNew: boolean;
};

const PIECE_BYTES = 64n * 1024n * 1024n;
const AT_ONCE = 4;

type State = {
  cluster: Cluster;
  run: OpenedRun;
  slot: string;
  position: bigint;
  /** Everything committed up to this time is archived. */
  time: Date;
  /**
   * The files of all rows that were written by transactions before this one have been copied. Undefined if no files
   * have been copied yet.
   */
  xmin: bigint | undefined;
  ledgerSize: number;
};

export class Archiver {
  readonly options: ArchiverOptions;
  #state: State | undefined;

  constructor(options: ArchiverOptions) {
    this.options = options;
  }

  get run(): OpenedRun | undefined {
    return this.#state?.run;
  }

  async close(): Promise<void> {
    await this.#state?.cluster.close();
    this.#state = undefined;
  }

  /** Archives everything up to now. If it throws, the next call continues from the state of the location. */
  async archiveChanges(signal: AbortSignal): Promise<ArchivedChanges> {
    try {
      if (this.#state?.cluster.isLost) await this.close();
      let isNew = false;
      if (!this.#state) [this.#state, isNew] = await this.#open();
      return { ...(await this.#archive(this.#state, signal)), isNew };
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async #archive(state: State, signal: AbortSignal): Promise<Omit<ArchivedChanges, 'isNew'>> {
    const { cluster, run, slot } = state;
    // If an external disk is unmounted, its folder is empty but writable. A missing manifest shows this.
    if ((await this.options.target.size(manifestOfRun(run.id))) === undefined) throw isElsewhere(this.options.target);
    const until = await cluster.now();
    if (state.xmin !== undefined && (await cluster.flushed()) === state.position) return { until, bytes: 0, files: 0 };
    const { flushed, time, xmin } = await cluster.readPosition(signal);
    const keys = state.xmin === undefined ? cluster.files() : await cluster.filesSince(state.xmin);
    const files = await this.#copyFiles(state, keys, signal);
    failpoint('archive.files');
    await this.#copyLedger(state);
    const { pieceBytes = PIECE_BYTES } = this.options;
    let bytes = 0;
    const began = state.position;
    while (state.position < flushed) {
      signal.throwIfAborted();
      const end = state.position + pieceBytes;
      // Only the last piece gets the new `time`, because commits up to that time can be restored only with all pieces.
      const isLast = end >= flushed;
      const piece = { from: state.position, to: isLast ? flushed : end, time: isLast ? time : state.time, xmin };
      bytes += await this.#writePiece(run, piece);
      state.position = piece.to;
    }
    state.xmin = xmin;
    state.time = time;
    if (segmentStart(began, run.identity.segmentBytes) !== segmentStart(flushed, run.identity.segmentBytes))
      await cluster.advance(slot, flushed);
    return { until: time, bytes, files };
  }

  async #writePiece(run: OpenedRun, piece: Piece): Promise<number> {
    const { target, dataFolder } = this.options;
    const name = nameOfPiece(run.id, piece);
    const log = readLog(join(dataFolder, 'pg_wal'), run.identity, piece);
    failpoint('archive.before-piece');
    const { bytes } = await writePart(target, name, keyOf(run.keys.own, name), compressed(log));
    failpoint('archive.after-piece');
    return bytes;
  }

  /** Returns how many files were missing. */
  async #copyFiles(
    { cluster, run }: State,
    keys: Iterable<string> | AsyncIterable<string>,
    signal: AbortSignal,
  ): Promise<number> {
    let copied = 0;
    let group: Promise<number>[] = [];
    const settle = async (): Promise<void> => {
      const all = await Promise.allSettled(group);
      group = [];
      for (const one of all) {
        if (one.status === 'rejected') throw one.reason;
        copied += one.value;
      }
    };
    for await (const key of keys) {
      signal.throwIfAborted();
      group.push(this.#copyFile(cluster, run, key));
      if (group.length === AT_ONCE) await settle();
    }
    await settle();
    return copied;
  }

  async #copyFile(cluster: Cluster, run: OpenedRun, key: string): Promise<number> {
    const { target, store, vault, log } = this.options;
    try {
      const copy = copyOf(run, key);
      const size = await store.size(key);
      // A key is written once and never changed, so a copy of the same size is complete.
      if ((await target.size(copy.name)) === sealedSize(size)) return 0;
      const row = await cluster.row(key);
      // The file was erased after it was listed.
      if (!row || row.isUnused) return 0;
      if (size !== storedSize(row)) throw new Fault('size');
      const attempt = () => writePart(target, copy.name, copy.key, judged(key, row, vault, store.stream(key)));
      await attempt().catch((error: unknown) => {
        // Wrong bytes may be caused by a network error, so a second read must confirm the fault.
        if (faultOf(error) === undefined) throw error;
        return attempt();
      });
      return 1;
    } catch (error) {
      const fault = faultOf(error);
      if (fault === undefined) throw error;
      const row = await cluster.row(key);
      if (!row || row.isUnused) return 0;
      // A log archived without this file is better than no archived log. Backups share these copies, so a damaged copy
      // must not look complete.
      log.warn({ key, fault }, 'a stored file is missing or damaged and was not archived');
      this.options.onDamage?.(blobOf({ file: key, blob: row.blob, fault, copy: 'none' }), fault);
      return 0;
    }
  }

  /** Copies the ledger. It only grows, so its length identifies its version. */
  async #copyLedger(state: State): Promise<void> {
    const { target, ledger, ledgerSize } = this.options;
    const size = await ledgerSize();
    if (size === state.ledgerSize) return;
    const name = `${state.run.id}/ledger/${size}`;
    if ((await target.size(name)) !== sealedSize(size))
      await writePart(target, name, keyOf(state.run.keys.own, name), firstBytes(ledger(), size));
    state.ledgerSize = size;
  }

  async #open(): Promise<[State, boolean]> {
    const { owner } = this.options;
    const cluster = await Cluster.connect(owner);
    try {
      const going = await this.#goOn(cluster);
      if (going) return [going, false];
      return [await this.#begin(cluster), true];
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /**
   * Continues the run. Returns undefined if a new run must be started. @throws BackupError `unknown` if the location
   * has changed
   */
  async #goOn(cluster: Cluster): Promise<State | undefined> {
    const { target, vault, recovery, log } = this.options;
    const slot = await cluster.slot();
    const id = slot && runOf(slot.name, target.place);
    if (!slot || id === undefined || slot.isLost) return undefined;
    const runs = await listRuns(target);
    if (!runs.includes(id)) {
      if (runs.length > 0) return undefined;
      throw isElsewhere(target);
    }
    const identity = await cluster.identity();
    const run = await openRun(target, id, { vault, recovery }).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error;
      // Usually, the run is sealed with an earlier master key. A new run is sealed with the current one.
      log.warn(
        { run: id, reason: error.message },
        'a new archive of the database log will be started, because the current one cannot be opened',
      );
      return undefined;
    });
    if (run?.identity.system !== identity.system || run.identity.timeline !== identity.timeline) return undefined;
    const last = lastUnbroken(await listPieces(target, id));
    const flushed = await cluster.flushed();
    // A location that contains more log than the cluster ever wrote belongs to another cluster.
    if (last && last.to > flushed) return undefined;
    if (!last && slot.restart === undefined) return undefined;
    const position = last?.to ?? segmentStart(slot.restart ?? 0n, identity.segmentBytes);
    if (last && slot.restart !== undefined && segmentStart(slot.restart, identity.segmentBytes) > position)
      return undefined;
    const time = last?.time ?? this.options.now();
    return { cluster, run, slot: slot.name, position, time, xmin: last?.xmin, ledgerSize: -1 };
  }

  async #begin(cluster: Cluster): Promise<State> {
    const { target, vault, recovery, now, log } = this.options;
    const old = await cluster.slot();
    if (old) await cluster.dropSlot(old.name);
    const identity = await cluster.identity();
    const id = newName('run', now());
    const run = await beginRun(target, id, { identity, vault, recovery, now: now() });
    failpoint('archive.begun');
    // The slot is created last, so that there is never a slot without a run.
    const slot = slotOf(id, target.place);
    const restart = await cluster.makeSlot(slot);
    const position = segmentStart(restart, identity.segmentBytes);
    log.info(
      { run: id, from: writeLsn(position), place: target.place },
      'a new archive of the database log was started',
    );
    return { cluster, run, slot, position, time: now(), xmin: undefined, ledgerSize: -1 };
  }
}

const isElsewhere = ({ place }: BackupTarget): BackupError =>
  new BackupError(
    'unknown',
    `${place} is empty, but an archive was started there. If it is on another machine, check that it is mounted. If you emptied it on purpose, rename it.`,
  );

/**
 * Returns the slot's name: at most 63 lower-case letters, digits and underscores. The name contains a hash of the
 * location, so that a change of location starts a new run.
 */
const slotOf = (run: string, place: string): string =>
  `${SLOT_PREFIX}${run.toLowerCase().replaceAll('-', '_')}_${sha256Hex(place).slice(0, 8)}`;

function runOf(slot: string, place: string): string | undefined {
  const [, stamp, random, of] = /^countersign_run_(\d{8}t\d{9}z)_([0-9a-f]{8})_([0-9a-f]{8})$/.exec(slot) ?? [];
  if (stamp === undefined || of !== sha256Hex(place).slice(0, 8)) return undefined;
  return `run-${stamp.toUpperCase()}-${random}`;
}

/** Stops retaining log for an archive that is no longer wanted. Otherwise, the log would fill the disk. */
export async function endArchive(owner: ConnectionOptions): Promise<boolean> {
  const cluster = await Cluster.connect(owner);
  try {
    const slot = await cluster.slot();
    if (slot) await cluster.dropSlot(slot.name);
    return slot !== undefined;
  } finally {
    await cluster.close();
  }
}

async function* firstBytes(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const piece of source) {
    if (left === 0) return;
    yield piece.subarray(0, left);
    left -= Math.min(left, piece.length);
  }
}

function faultOf(error: unknown): BlobFault | undefined {
  if (error instanceof Fault) return error.fault;
  return error instanceof BlobError && error.code === 'not_found' ? 'missing' : undefined;
}
