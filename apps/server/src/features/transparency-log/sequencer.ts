/**
 * Assigns the committed entries of a tenant their indexes in its log, in batches and without gaps (ADR 121). Each batch
 * is one transaction that locks the row of the log, so concurrent processes cannot write two trees. A process that
 * works on a log holds a lease on it, so that other processes do not wait for the lock.
 */
import { readAcross } from '../../platform/db/across-tenants.ts';
import { randomToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { BatchTree } from './batch-tree.ts';
import type { Checkpoint, SignCheckpoint } from './checkpoints.ts';
import { LogState } from './log-state.ts';
import {
  appendBatch,
  dropSequenced,
  insertLog,
  lockHeldLog,
  lockLog,
  type LogRow,
  selectQueuedTenants,
  selectWaiting,
  type WaitingRow,
} from './store.ts';

export type SequencerOptions = {
  database: Database;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
  /** The time for which a process that stopped working keeps its lease on a log. */
  leaseMs?: number;
  batch?: number;
  /**
   * Returns the function that signs checkpoints. Called before a batch locks the log, because it may have to read the
   * key.
   */
  signer?: () => Promise<SignCheckpoint>;
  /** Tests use this hook to stop a process between reading a batch and writing it. */
  beforeWrite?: () => Promise<void>;
};

/**
 * The time for which entries are collected. An entry is in the log within a second, and all entries from that time
 * share a batch.
 */
const GATHER_MS = 700;
/** The time within which entries of other processes are detected. */
const POLL_MS = 800;
const POLL_ALONE_MS = 2_000;
const LEASE_MS = 5_000;
const BATCH = 2_000;

/** The result of a batch. `checkpoint` is set if it was stored with the batch. */
export type Sequenced = { size: number; count: number; checkpoint?: Checkpoint | undefined };
type Mode = {
  /** Takes over the log even if another process holds its lease. */
  takeOver?: boolean;
  sign?: boolean;
};

export class Sequencer {
  readonly #options: SequencerOptions;
  readonly #holder = `${process.pid}-${randomToken(9)}`;
  readonly #gathered = new Set<string>();
  readonly #running = new Map<string, Promise<Checkpoint | undefined>>();
  readonly #next = new Map<string, Promise<Checkpoint | undefined>>();
  #gathering: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isStarted = false;
  #isStopping = false;

  constructor(options: SequencerOptions) {
    this.#options = options;
  }

  /** `exclusive` is true if no other process uses this database, so only this process can commit entries. */
  start({ exclusive }: { exclusive: boolean }): void {
    this.#isStarted = true;
    this.#polling = setInterval(() => void this.#look(), exclusive ? POLL_ALONE_MS : POLL_MS);
    void this.#look();
  }

  /** Called after an entry is committed. Does nothing in a process that runs no jobs. */
  readonly wake = (tenantId: string): void => {
    if (!this.#isStarted || this.#isStopping) return;
    this.#gathered.add(tenantId);
    this.#gathering ??= setTimeout(() => {
      const tenants = [...this.#gathered];
      this.#gathered.clear();
      this.#gathering = undefined;
      for (const each of tenants) this.#attempt(each);
    }, GATHER_MS);
  };

  /** Resolves when the collected entries are stored. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#polling);
    clearTimeout(this.#gathering);
    await this.#looking;
    if (this.#isStarted) for (const each of this.#gathered) this.#attempt(each);
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }

  /**
   * Sequences everything that was committed before this call. Calls made during a running batch share the next batch.
   * Returns the checkpoint of the last batch, if it stored one.
   */
  sequence(tenantId: string, mode: Mode = {}): Promise<Checkpoint | undefined> {
    const name = `${mode.takeOver} ${mode.sign} ${tenantId}`;
    const shared = this.#next.get(name);
    if (shared) return shared;
    const before = this.#running.get(tenantId) ?? Promise.resolve();
    const batches = before
      .catch(() => {})
      .then(() => {
        this.#next.delete(name);
        // This batch includes all entries reported so far. For entries committed later, `wake` must be called again.
        this.#gathered.delete(tenantId);
        return this.#batches(tenantId, mode);
      });
    this.#next.set(name, batches);
    const done = batches.finally(() => {
      if (this.#running.get(tenantId) === done) this.#running.delete(tenantId);
    });
    this.#running.set(tenantId, done);
    return done;
  }

  #attempt(tenantId: string): void {
    this.sequence(tenantId).catch((err: unknown) => {
      // The entries stay in the queue until the next run.
      this.#options.log.warn({ err, tenantId }, 'audit entries could not be sequenced');
    });
  }

  #look(): Promise<void> {
    this.#looking ??= this.#searchOnce().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #searchOnce(): Promise<void> {
    try {
      const tenants = await readAcross(this.#options.database, selectQueuedTenants);
      if (this.#isStopping) return;
      for (const { tenant_id: tenantId } of tenants) if (!this.#gathered.has(tenantId)) this.#attempt(tenantId);
    } catch (err) {
      this.#options.log.warn({ err }, 'could not search for unsequenced audit entries');
    }
  }

  async #batches(tenantId: string, mode: Mode): Promise<Checkpoint | undefined> {
    const limit = this.#options.batch ?? BATCH;
    for (;;) {
      const { count, checkpoint } = await this.batch(tenantId, mode);
      if (count < limit) return checkpoint;
    }
  }

  /** The number of new entries is 0 if there was nothing to do, or if another process is working on the log. */
  async batch(tenantId: string, { takeOver = false, sign = false }: Mode = {}): Promise<Sequenced> {
    const { database, clock, signer } = this.#options;
    const signing = sign ? await signer?.() : undefined;
    return database.transaction(
      { role: 'app', tenantId },
      () => clock.now(),
      (tx) => this.#batch(tx, tenantId, takeOver, signing),
    );
  }

  async #batch(tx: Tx, tenantId: string, takeOver: boolean, sign: SignCheckpoint | undefined): Promise<Sequenced> {
    const { leaseMs = LEASE_MS, batch: limit = BATCH, beforeWrite } = this.#options;
    const found = await this.#read(tx, tenantId, takeOver);
    if (!found) return { size: 0, count: 0 };
    const { log, rows } = found;
    const before = Number(log.size);
    if (rows.length === 0) {
      tx.write(dropSequenced(tenantId));
      return { size: before, count: 0 };
    }
    const state = new LogState(log.frontier);
    if (state.size !== before) throw new Error(`the frontier stored for the log of ${tenantId} has a different size`);
    const leaves = rows.map(({ hash }) => Buffer.from(hash, 'hex'));
    const nodes = state.append(leaves);
    const runs = runsOf(rows);
    // The batch's transaction stores the checkpoint, which is used after the commit. A failed batch therefore publishes
    // no signature.
    const checkpoint = rows.length < limit ? await sign?.(tenantId, state.size, state.root()) : undefined;
    await beforeWrite?.();
    tx.write(
      appendBatch({
        tenantId,
        fence: log.fence,
        before,
        size: state.size,
        frontier: state.toBytes(),
        holder: this.#holder,
        leaseSeconds: leaseMs / 1000,
        indexes: runs.map(({ offset }) => before + offset),
        streams: runs.map(({ stream }) => stream),
        numbers: runs.map(({ n }) => n),
        hashes: runs.map(({ hashes }) => Buffer.concat(hashes)),
        counts: runs.map(({ hashes }) => hashes.length),
        nodeLevels: nodes.map(({ level }) => level),
        nodeIndexes: nodes.map(({ index }) => index),
        nodeHashes: nodes.map(({ hash }) => hash),
        root: checkpoint?.root ?? null,
        note: checkpoint?.note ?? null,
        now: tx.now,
      }),
    );
    failpointsOfCommit(tx, 'sequencing');
    const batch = checkpoint && new BatchTree(log.frontier, rows, leaves);
    return { size: state.size, count: rows.length, checkpoint: checkpoint && { ...checkpoint, batch } };
  }

  /**
   * Groups the new entries by stream. A separate statement after the lock reads them, so its snapshot contains all
   * earlier batches. Returns undefined while another process holds the log.
   */
  async #read(tx: Tx, tenantId: string, takeOver: boolean): Promise<{ log: LogRow; rows: WaitingRow[] } | undefined> {
    const { batch = BATCH } = this.#options;
    const statements = () =>
      [takeOver ? lockLog(tenantId) : lockHeldLog(tenantId, this.#holder), selectWaiting(tenantId, batch)] as const;
    let [[log], rows] = await tx.queryAll(statements());
    if (!log) {
      tx.write(insertLog(tenantId, new LogState().toBytes()));
      [[log], rows] = await tx.queryAll(statements());
    }
    return log && { log, rows: [...Map.groupBy(rows, ({ stream }) => stream).values()].flat() };
  }
}

type Run = { offset: number; stream: string; n: number; hashes: Buffer[] };

/**
 * Combines entries into runs, each of which becomes one row. The entries of a run follow each other both in the log and
 * in their stream.
 */
function runsOf(rows: readonly WaitingRow[]): Run[] {
  const runs: Run[] = [];
  for (const [offset, { stream, n, hash }] of rows.entries()) {
    const last = runs.at(-1);
    if (last?.stream === stream && last.n + last.hashes.length === n) last.hashes.push(Buffer.from(hash, 'hex'));
    else runs.push({ offset, stream, n, hashes: [Buffer.from(hash, 'hex')] });
  }
  return runs;
}
