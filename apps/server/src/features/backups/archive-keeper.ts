/**
 * Manages the archive of the embedded database (ADR 74). The database's log is archived every few seconds, and a base
 * backup is made each week. Files that are no longer needed to restore any retained point in time are deleted. Only the
 * server's process does this work. The archive storage is the source of truth.
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
  /** Everything that was committed before this time has been archived. Null before the first run of this process. */
  until: Date | null;
  /** The time since which archiving has been failing. Anyone can read this state, so the reason is only in the log. */
  failing: { since: Date } | null;
  newestBase: Date | null;
  baseFailing: { since: Date } | null;
};

export type ArchiveKeeperOptions = Omit<ArchiverOptions, 'log'> & {
  owner: ConnectionOptions;
  target: BackupTarget;
  uow: UnitOfWork;
  version: string;
  days: number;
  log: KeeperLog;
};

const DAY_MS = 86_400_000;
const BASE_EVERY_MS = 7 * DAY_MS;
/**
 * The time before a failed base backup is retried. The backup may fail again, and each attempt reads the whole
 * database.
 */
const BASE_AGAIN_MS = 600_000;
const LAST_TURN_MS = 2000;
const SYSTEM = { kind: 'system', id: 'backup' } as const;

export class ArchiveKeeper {
  readonly #options: ArchiveKeeperOptions;
  readonly #archiver: Archiver;
  /** The ID of the run to which the base backups belong, and the time when the newest of them was finished. */
  #bases: { run: string; newest: Date | null } | undefined;
  #known: ArchiveState;

  constructor(options: ArchiveKeeperOptions) {
    this.#options = options;
    this.#archiver = new Archiver(options);
    const { place } = options.target;
    this.#known = { place, until: null, failing: null, newestBase: null, baseFailing: null };
  }

  /** The state is held in memory, so the health check responds even if the storage does not. */
  get known(): ArchiveState {
    return this.#known;
  }

  /**
   * Archives everything that was written since the last run, because the server may stay stopped for a long time. Waits
   * only briefly if the storage does not respond.
   */
  async close(): Promise<void> {
    if (this.#archiver.run) await this.turn(AbortSignal.timeout(LAST_TURN_MS));
    await this.#archiver.close();
    this.#options.target.close();
  }

  async turn(signal: AbortSignal): Promise<void> {
    const { log, now } = this.#options;
    const { failing } = this.#known;
    try {
      const { until, isNew } = await this.#archiver.archiveChanges(signal);
      if (isNew) this.#bases = undefined;
      this.#known = { ...this.#known, until, failing: null };
    } catch (error) {
      if (signal.aborted) return;
      log[failing ? 'warn' : 'error']({ err: error }, 'the database log could not be archived');
      this.#known = { ...this.#known, failing: { since: failing?.since ?? now() } };
      if (!failing) await this.#record('backup.archive-failed', this.#archiver.run?.id);
      return;
    }
    if (failing) {
      log.info({ place: this.#known.place }, 'the database log is being archived again');
      await this.#record('backup.archive-resumed', this.#archiver.run?.id);
    }
  }

  /**
   * Creates a base backup if one is due, and deletes files that are no longer needed. Archiving continues while the
   * base backup is being created.
   */
  async createDueBaseBackup(signal: AbortSignal): Promise<void> {
    const { run } = this.#archiver;
    if (!run) return;
    const { now, log } = this.#options;
    const { baseFailing } = this.#known;
    if (baseFailing && now().getTime() - baseFailing.since.getTime() < BASE_AGAIN_MS) return;
    try {
      this.#bases = this.#bases?.run === run.id ? this.#bases : await this.#newestOf(run);
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

  /** Finds the newest complete base backup, and deletes the files of base backups whose process was killed. */
  async #newestOf(run: OpenedRun): Promise<{ run: string; newest: Date | null }> {
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
    log.info({ base: made.id, files, bytes, stored: made.data.bytes, ms }, 'a base backup was created');
    await this.#record('backup.base-made', made.id, { files, size_bytes: made.data.bytes });
    const since = new Date(now().getTime() - days * DAY_MS);
    try {
      const pruned = await prune(target, { vault, recovery }, { since, current: run.id });
      log.info(pruned, 'removed archive files that are no longer needed');
    } catch (err) {
      // The base backup is complete even if this deletion fails. The remaining files are deleted with the next base
      // backup.
      log.warn({ err }, 'could not remove archive files that are no longer needed');
    }
  }

  /** Without an operator's organization, there is no audit trail to write to. */
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
