/**
 * Replicas for reads that may take long: lists, statistics and exports. A replica only runs a read after it has
 * replayed everything that the primary had flushed when the read began, so all earlier changes of the caller are
 * visible, regardless of which process made them. Decisions are always read from the primary.
 *
 * If a replica lags, fails, was promoted or follows another primary, the read runs on the next one, or on the primary.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type BatchResult, rowsIn } from './batch.ts';
import type { Context } from './context.ts';
import { certainRow, rowsOf, type Statement, statement, type Statements } from './statement.ts';

export type Reads = { run(context: Context, statements: Statements): Promise<BatchResult[]> };
export type Replica = Reads & {
  /** The replica's name for the log, without host and password. */
  name: string;
};

/** The time that a read waits for a replica to catch up, in milliseconds. */
const PATIENCE_MS = 40;
const STEP_MS = 5;
/** The time for which a replica that lags or fails is not used, so that it does not delay further reads. */
const PAUSE_MS = 5_000;

/**
 * Selects the WAL position of the primary, and the name of the WAL segment, which begins with the timeline. Commits are
 * flushed before they are acknowledged, so every acknowledged commit is before this position.
 */
const selectPosition = statement<{ lsn: string; segment: string }>(
  'replica-wanted-position',
  `select lsn::text, pg_walfile_name(lsn) as segment from pg_current_wal_flush_lsn() lsn`,
);

/**
 * Selects the position up to which the replica has replayed the WAL. A replica on another timeline can be at the same
 * position with different content.
 */
const selectReplayed = statement<{ isReplica: boolean; lsn: string | null; timeline: number }>(
  'replica-replayed-position',
  `select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn()::text as lsn, timeline_id as timeline
   from pg_control_checkpoint()`,
);

type Position = { lsn: bigint; timeline: number };
type State = { replica: Replica; replayed: Position | undefined; pausedUntil: number };
type Options = {
  /** Returns the time of a monotonic clock, in milliseconds. */
  now?: () => number;
  onPause?: ((replica: string, reason: unknown) => void) | undefined;
};

export class Replicas {
  readonly #primary: Reads;
  readonly #states: readonly State[];
  readonly #now: () => number;
  readonly #onPause: Options['onPause'];
  #turn = 0;

  constructor(primary: Reads, replicas: readonly Replica[], { now = () => performance.now(), onPause }: Options = {}) {
    this.#primary = primary;
    this.#states = replicas.map((replica) => ({ replica, replayed: undefined, pausedUntil: 0 }));
    this.#now = now;
    this.#onPause = onPause;
  }

  /** Runs statements on a replica that has caught up, otherwise on the primary. */
  async run(context: Context, statements: Statements): Promise<BatchResult[]> {
    this.#turn += 1;
    const usable = this.#states.filter(({ pausedUntil }) => pausedUntil <= this.#now());
    if (usable.length > 0) {
      const wanted = await this.#position(context);
      for (const n of usable.keys()) {
        const state = usable[(this.#turn + n) % usable.length];
        const results = state && (await this.#tryOn(state, wanted, context, statements));
        if (results) return results;
      }
    }
    return this.#primary.run(context, statements);
  }

  async #tryOn(
    state: State,
    wanted: Position,
    context: Context,
    statements: Statements,
  ): Promise<BatchResult[] | undefined> {
    try {
      const reason = await this.#lag(state, wanted, context);
      if (reason === undefined) return await state.replica.run(context, statements);
      this.#pause(state, reason);
    } catch (error) {
      // PostgreSQL can cancel a read on a replica because it conflicts with the replay. If the statement itself is
      // faulty, the primary reports the same error.
      this.#pause(state, error);
    }
    return undefined;
  }

  /**
   * Returns undefined once the replica has replayed this position. Otherwise returns the reason why it cannot be used.
   */
  async #lag(state: State, wanted: Position, context: Context): Promise<string | undefined> {
    if (includes(state.replayed, wanted)) return undefined;
    for (let waited = 0; ; waited += STEP_MS) {
      const { isReplica, lsn, timeline } = certainRow(await read(state.replica, context, selectReplayed()));
      if (!isReplica) return 'it is not a replica';
      if (timeline !== wanted.timeline) return `its last checkpoint is on timeline ${timeline}, not ${wanted.timeline}`;
      if (lsn !== null) state.replayed = { lsn: numberOf(lsn), timeline };
      if (includes(state.replayed, wanted)) return undefined;
      if (waited >= PATIENCE_MS) return `it has replayed ${lsn ?? 'nothing'}`;
      await wait(STEP_MS);
    }
  }

  #pause(state: State, reason: unknown): void {
    // Reads that run at the same time fail for the same reason, which is reported once.
    const isPaused = state.pausedUntil > this.#now();
    state.replayed = undefined;
    state.pausedUntil = this.#now() + PAUSE_MS;
    if (!isPaused) this.#onPause?.(state.replica.name, reason);
  }

  async #position(context: Context): Promise<Position> {
    const { lsn, segment } = certainRow(await read(this.#primary, context, selectPosition()));
    return { lsn: numberOf(lsn), timeline: Number.parseInt(segment.slice(0, 8), 16) };
  }
}

async function read<Row>(reads: Reads, context: Context, query: Statement<Row>): Promise<Row[]> {
  const [rows] = rowsOf([query], rowsIn(await reads.run(context, [query])));
  return rows;
}

const includes = (replayed: Position | undefined, wanted: Position): boolean =>
  replayed !== undefined && replayed.timeline === wanted.timeline && replayed.lsn >= wanted.lsn;

/** Parses a position such as `16/B374D848`: the upper and the lower 32 bits. */
function numberOf(lsn: string): bigint {
  const [upper = '0', lower = '0'] = lsn.split('/');
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}
