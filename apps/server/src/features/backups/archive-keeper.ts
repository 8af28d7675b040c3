/**
 * Looks after the archive of the embedded database (ADR 74): its log goes to the archive every few seconds, a base backup follows each
 * week, and what no moment needs that should still be shown is removed. The server's process alone does it; the place of the archive says
 * what there is.
 */
import type { ConnectionOptions } from '../../platform/db/database.ts';
import type { BackupTarget } from '../../platform/ports/backup-target.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { Archiver, type ArchiverOptions } from '../../platform/wal-archive/archiver.ts';
import { makeBase } from '../../platform/wal-archive/base-backup.ts';
import { prune } from '../../platform/wal-archive/prune.ts';
import { listBases, type OpenedRun, readBase, removeBase } from '../../platform/wal-archive/runs.ts';
import { selectOperatorTenant } from '../accounts/index.ts';
import type { KeeperLog } from './keeper.ts';

export type ArchiveState = {
  place: string;
  /** Whatever was committed by then is archived; null before the first turn of this process. */
  until: Date | null;
  /** Since when it does not work; anybody may read that, so why is in the log alone. */
  failing: { since: Date } | null;
  newestBase: Date | null;
  baseFailing: { since: Date } | null;
};

export type ArchiveKeeperOptions = Omit<ArchiverOptions, 'log'> & {
  owner: ConnectionOptions;
  target: BackupTarget;
  uow: UnitOfWork;
  version: string;
  /** Every moment of so many days can be shown. */
  days: number;
  log: KeeperLog;
};

const DAY_MS = 86_400_000;
const BASE_EVERY_MS = 7 * DAY_MS;
/** What failed may fail again: reading all of the database each time would help nobody. */
const BASE_AGAIN_MS = 600_000;
const LAST_TURN_MS = 2000;
const SYSTEM = { kind: 'system', id: 'backup' } as const;

export class ArchiveKeeper {
  readonly #options: ArchiveKeeperOptions;
  readonly #archiver: Archiver;
  /** Of which run, and when the newest was done. */
  #bases: { run: string; newest: Date | null } | undefined;
  #known: ArchiveState;

  constructor(options: ArchiveKeeperOptions) {
    this.#options = options;
    this.#archiver = new Archiver(options);
    const { place } = options.target;
    this.#known = { place, until: null, failing: null, newestBase: null, baseFailing: null };
  }

  /** As of the last turn: health answers whether or not the place does. */
  get known(): ArchiveState {
    return this.#known;
  }

  /** What was written since the last turn goes first, where the place takes it in time: the next start may be long in coming. */
  async close(): Promise<void> {
    if (this.#archiver.run) await this.turn(AbortSignal.timeout(LAST_TURN_MS));
    await this.#archiver.close();
    this.#options.target.close();
  }

  /** Archives what was written since the last turn. */
  async turn(signal: AbortSignal): Promise<void> {
    const { log, now } = this.#options;
    const { failing } = this.#known;
    try {
      const { until, isNew } = await this.#archiver.turn(signal);
      if (isNew) this.#bases = undefined;
      this.#known = { ...this.#known, until, failing: null };
    } catch (error) {
      if (signal.aborted) return;
      log[failing ? 'warn' : 'error']({ err: error }, 'the log could not be archived');
      this.#known = { ...this.#known, failing: { since: failing?.since ?? now() } };
      if (!failing) await this.#record('backup.archive-failed', this.#archiver.run?.id);
      return;
    }
    if (failing) {
      log.info({ place: this.#known.place }, 'the log is archived again');
      await this.#record('backup.archive-resumed', this.#archiver.run?.id);
    }
  }

  /** Makes a base backup where one is due, while the log goes on being archived, and removes what is not needed any more. */
  async baseTurn(signal: AbortSignal): Promise<void> {
    const { run } = this.#archiver;
    if (!run) return;
    const { now, log } = this.#options;
    const { baseFailing } = this.#known;
    if (baseFailing && now().getTime() - baseFailing.since.getTime() < BASE_AGAIN_MS) return;
    try {
      this.#bases = this.#bases?.run === run.id ? this.#bases : await this.#look(run);
      const { newest } = this.#bases;
      if (newest && now().getTime() - newest.getTime() < BASE_EVERY_MS) return;
      await this.#make(run, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, 'a base backup failed');
      this.#known = { ...this.#known, baseFailing: { since: now() } };
      if (!baseFailing) await this.#record('backup.base-failed', run.id);
    }
  }

  /** What a killed process left of a base is cleared away. */
  async #look(run: OpenedRun): Promise<{ run: string; newest: Date | null }> {
    const { target } = this.#options;
    const { complete, parts } = await listBases(target, run.id);
    for (const id of parts) await removeBase(target, run.id, id);
    const last = complete.at(-1);
    const newest = last === undefined ? null : new Date((await readBase(target, run, last)).done_at);
    this.#known = { ...this.#known, newestBase: newest };
    return { run: run.id, newest };
  }

  async #make(run: OpenedRun, signal: AbortSignal): Promise<void> {
    const { owner, dataFolder, target, version, now, log, vault, recovery, days } = this.#options;
    const began = performance.now();
    const made = await makeBase({ owner, dataFolder, target, run, version, now: now() }, signal);
    const newest = new Date(made.done_at);
    this.#bases = { run: run.id, newest };
    this.#known = { ...this.#known, newestBase: newest, baseFailing: null };
    const { files, bytes_total: bytes } = made.data;
    const ms = Math.round(performance.now() - began);
    log.info({ base: made.id, files, bytes, stored: made.data.bytes, ms }, 'a base backup was made');
    await this.#record('backup.base-made', made.id, { files, size_bytes: made.data.bytes });
    const since = new Date(now().getTime() - days * DAY_MS);
    try {
      const pruned = await prune(target, { vault, recovery }, { since, current: run.id });
      log.info(pruned, 'removed archive files that no point in time needs');
    } catch (err) {
      // The base is there all the same; what is left over goes with the next one.
      log.warn({ err }, 'could not remove archive files that no point in time needs');
    }
  }

  /** Before there is an operator, nobody keeps a trail. */
  async #record(
    action: 'backup.base-made' | 'backup.base-failed' | 'backup.archive-failed' | 'backup.archive-resumed',
    id: string | undefined,
    data: Record<string, number> = {},
  ): Promise<void> {
    const { uow } = this.#options;
    const [operator] = await uow.readAuth(selectOperatorTenant());
    if (!operator) return;
    const tenantId = operator.tenant_id;
    await uow.run(tenantId, (tx) =>
      uow.recorder.record(tx, tenantId, tenantId, {
        action,
        actor: SYSTEM,
        target: { kind: 'backup', id: id ?? 'archive' },
        data,
      }),
    );
  }
}
