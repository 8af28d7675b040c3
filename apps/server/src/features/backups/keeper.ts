/**
 * Manages the backups of this installation: creates requested and scheduled backups, verifies them, and deletes backups
 * outside the retention policy. Only the process that holds the lock does this. The backup storage is the source of
 * truth, and the table mirrors it. Files that a killed process left behind are removed first.
 */
import type { Id } from '@countersign/contract';
import { createBackup, type Progress, removeFiles } from '../../platform/backup/create-backup.ts';
import { blobOf, type FileFault } from '../../platform/backup/file-judge.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import { listBackups, openBackup, type OpenedBackup } from '../../platform/backup/read-backup.ts';
import type { DamageReporter } from '../../platform/blobs/checked-blobs.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { tryAdvisoryLock } from '../../platform/db/advisory-lock.ts';
import type { ConnectionOptions } from '../../platform/db/database.ts';
import { type BackupTarget, BackupTargetError } from '../../platform/ports/backup-target.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectOperatorTenant } from '../accounts/index.ts';
import { type Keep, expiredBackups, type Schedule, slotAt } from './domain.ts';
import { reasonOf } from './reason.ts';
import { BackupHealth } from './health.ts';
import { clearUnfinished, isBackupId, removeBackup } from './remove.ts';
import {
  type BackupRow,
  insertBackup,
  insertFound,
  selectAllBackups,
  selectWork,
  updateMade,
  updateProgress,
  updateState,
  updateVerification,
} from './store.ts';
import { clearScratch, verify, type VerifyOptions } from './verify.ts';

export type KeeperLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type KeeperOptions = {
  uow: UnitOfWork;
  connection: ConnectionOptions;
  store: BlobStore;
  vault: Vault;
  recovery: string | undefined;
  target: BackupTarget;
  schedule: Schedule | undefined;
  keep: Keep;
  version: string;
  scratch: string;
  waitMs: number;
  ledger: () => AsyncIterable<Uint8Array>;
  /**
   * Called for each stored file that a backup finds missing or damaged. Notifies the health check and the
   * administrators.
   */
  onDamage: DamageReporter;
  clock: Clock;
  log: KeeperLog;
} & Pick<VerifyOptions, 'sealedColumns' | 'judge'>;

const KEEPER_LOCK = 'countersign keeper of backups';
/** Objects that were added to or removed from the backup storage are detected within this time. */
const CHECK_INTERVAL_MS = 3_600_000;
const NOTED_EVERY_MS = 500;
const INTERRUPTED = 'The server stopped during the backup.';
const SYSTEM = { kind: 'system', id: 'backup' } as const;

export class BackupKeeper {
  readonly options: KeeperOptions;
  readonly health: BackupHealth;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #signal: AbortSignal | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: KeeperOptions) {
    this.options = options;
    this.health = new BackupHealth(options);
  }

  get openers() {
    return { vault: this.options.vault, recovery: this.options.recovery };
  }

  /**
   * Starts a run as soon as possible. Before the first tick of the timer, this has no effect, so a process that only
   * serves requests does not manage backups.
   */
  readonly wake = (): void => {
    this.#isWanted = true;
    const signal = this.#signal;
    if (signal && !signal.aborted)
      void this.turn(signal).catch((err: unknown) => this.options.log.warn({ err }, 'a scheduled backup task failed'));
  };

  /** Does nothing if another process holds the lock. */
  async turn(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    this.#running ??= this.#work(signal).finally(() => (this.#running = undefined));
    await this.#running;
    if (this.#isWanted && !signal.aborted) {
      this.#isWanted = false;
      await this.turn(signal);
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { uow, connection } = this.options;
    this.#isWanted = false;
    const [operator] = await uow.readAuth(selectOperatorTenant());
    if (!operator) return;
    const tenantId = operator.tenant_id;
    if (!(await this.#isDue(tenantId))) return this.health.refresh();
    const lock = await tryAdvisoryLock(connection, KEEPER_LOCK);
    if (!lock) return this.health.refresh();
    try {
      await this.#putInOrder(tenantId).catch((error: unknown) => this.#placeIsAway(tenantId, error));
      await this.#schedule(tenantId);
      for (let did = true; did && !signal.aborted;) did = await this.#next(tenantId, signal);
      await this.health.refresh();
    } finally {
      await lock.release();
    }
  }

  async #isDue(tenantId: string): Promise<boolean> {
    const { uow, schedule, clock } = this.options;
    const [row] = await uow.read(tenantId, selectWork(tenantId));
    if ((row?.work ?? 0) > 0 || performance.now() - this.#lookedAt > CHECK_INTERVAL_MS) return true;
    return schedule !== undefined && (row?.newest_slot ?? '') < slotAt(clock.now(), schedule);
  }

  /**
   * Updates the table from the backup storage. No other process is managing backups, so a backup in the state `running`
   * was interrupted.
   */
  async #putInOrder(tenantId: string): Promise<void> {
    const { uow, target, scratch } = this.options;
    await clearScratch(scratch);
    const rows = await uow.read(tenantId, selectAllBackups(tenantId));
    const whole = await listBackups(target);
    for (const row of rows) {
      if (row.state === 'running' && !whole.includes(row.id)) {
        await removeFiles(target, row.id);
        await this.#failed(tenantId, row, INTERRUPTED);
      }
      if (row.state === 'ready' && !whole.includes(row.id))
        await uow.run(tenantId, async (tx) =>
          tx.write(updateState(tenantId, row.id, 'missing', null, row.finished_at)),
        );
      if (row.verification === 'running') await this.#verifyAgain(tenantId, row);
    }
    await clearUnfinished(this.options, rows, whole);
    for (const id of whole.filter((one) => !rows.some((row) => row.id === one && row.state === 'ready')))
      await this.#found(tenantId, id);
    this.#lookedAt = performance.now();
  }

  /**
   * Called when the storage does not respond, which may last for a long time. Marks interrupted backups as failed, and
   * queues interrupted verifications again.
   */
  async #placeIsAway(tenantId: string, error: unknown): Promise<void> {
    if (!(error instanceof BackupTargetError)) throw error;
    const { uow, log } = this.options;
    log.warn({ reason: error.message }, 'the backup storage is not responding');
    for (const row of await uow.read(tenantId, selectAllBackups(tenantId))) {
      if (row.state === 'running') await this.#failed(tenantId, row, INTERRUPTED);
      if (row.verification === 'running') await this.#verifyAgain(tenantId, row);
    }
  }

  async #verifyAgain(tenantId: string, { id }: BackupRow): Promise<void> {
    await this.options.uow.run(tenantId, async (tx) =>
      tx.write(updateVerification(tenantId, id, 'queued', '[]', null)),
    );
  }

  async #found(tenantId: string, id: string): Promise<void> {
    const { uow, target, log } = this.options;
    const opened = await openBackup(target, id, this.openers).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error;
      // The backup is damaged or belongs to another installation. `backup list` on the server shows which is the case.
      log.warn({ backup: id, reason: error.message }, 'a backup cannot be opened');
      return undefined;
    });
    if (!opened || !isBackupId(id)) return;
    const { manifest } = opened;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    await uow.run(tenantId, async (tx) =>
      tx.write(
        insertFound({
          tenantId,
          id,
          takenAt: new Date(manifest.taken_at),
          rows,
          files: manifest.files.count,
          ...noted(opened.faults),
        }),
      ),
    );
  }

  async #schedule(tenantId: string): Promise<void> {
    const { uow, schedule, clock } = this.options;
    if (!schedule) return;
    const slot = slotAt(clock.now(), schedule);
    await uow.run(tenantId, async (tx) => {
      const [row] = await tx.query(selectWork(tenantId));
      if ((row?.newest_slot ?? '') >= slot) return;
      const id = newId('backup', tx.now);
      await tx.query(insertBackup({ tenantId, id, trigger: 'schedule', slot, now: tx.now }));
    });
  }

  async #next(tenantId: string, signal: AbortSignal): Promise<boolean> {
    const rows = await this.options.uow.read(tenantId, selectAllBackups(tenantId));
    const queued = rows.find(({ state }) => state === 'queued');
    if (queued) return this.#make(tenantId, queued, signal);
    const unverified = rows.find(({ state, verification }) => state === 'ready' && verification === 'queued');
    if (unverified) return this.#verify(tenantId, unverified, signal);
    return this.#retain(tenantId, rows);
  }

  async #make(tenantId: string, row: BackupRow, signal: AbortSignal): Promise<boolean> {
    const { uow, connection, store, vault, recovery, target, version, ledger, log } = this.options;
    const { id, trigger } = row;
    await uow.run(tenantId, async (tx) => tx.write(updateState(tenantId, id, 'running', null, null)));
    try {
      const made = await createBackup({
        id,
        version,
        connection,
        store,
        vault,
        recovery,
        target,
        ledger,
        signal,
        onProgress: this.#noting(tenantId, id),
      });
      await uow.run(tenantId, async (tx) => {
        const { rows, files, copiedFiles: copied, bytes, takenAt } = made;
        const verification = trigger === 'schedule' ? 'queued' : 'none';
        tx.write(
          updateMade({
            tenantId,
            id,
            takenAt,
            rows,
            files,
            copied,
            bytes,
            ...noted(made.faults),
            now: tx.now,
            verification,
          }),
        );
        await uow.recorder.record(tx, tenantId, tenantId, {
          action: 'backup.made',
          actor: SYSTEM,
          target: { kind: 'backup', id },
          data: { rows, files, size_bytes: bytes },
        });
      });
      const { faults, ...summary } = made;
      for (const fault of faults) this.options.onDamage(blobOf(fault), fault.fault);
      if (faults.length === 0) log.info({ backup: id, ...summary }, 'a backup was created');
      else
        log.error({ backup: id, ...summary, faults }, 'a backup was created, but stored files are missing or damaged');
    } catch (error) {
      const isOver = signal.aborted;
      // The backup is queued again, and starts in the next process that manages backups or after the running backup
      // command has finished.
      if (isOver || (error instanceof BackupError && error.code === 'busy')) {
        await removeFiles(target, id).catch(() => {});
        await uow.run(tenantId, async (tx) => tx.write(updateState(tenantId, id, 'queued', null, null)));
        return false;
      }
      log.error({ err: error, backup: id }, 'a backup failed');
      await removeFiles(target, id).catch((err: unknown) => log.warn({ err }, 'could not remove parts of a backup'));
      await this.#failed(tenantId, row, reasonOf(error));
    }
    return true;
  }

  #noting(tenantId: string, id: string): (progress: Progress) => Promise<void> {
    let notedAt = Number.NEGATIVE_INFINITY;
    let noted: Progress['step'] | undefined;
    return async ({ step, done, total }) => {
      const now = performance.now();
      if (step === noted && now - notedAt < NOTED_EVERY_MS) return;
      [notedAt, noted] = [now, step];
      await this.options.uow.run(tenantId, async (tx) => tx.write(updateProgress(tenantId, id, step, done, total)));
    };
  }

  async #failed(tenantId: string, { id }: BackupRow, reason: string): Promise<void> {
    const { uow } = this.options;
    await uow.run(tenantId, async (tx) => {
      tx.write(updateState(tenantId, id, 'failed', reason, tx.now));
      await uow.recorder.record(tx, tenantId, tenantId, {
        action: 'backup.failed',
        actor: SYSTEM,
        target: { kind: 'backup', id },
        data: {},
      });
    });
  }

  async #verify(tenantId: string, { id }: BackupRow, signal: AbortSignal): Promise<boolean> {
    const { uow, log } = this.options;
    const set = (state: string, checks: unknown, at: Date | null) =>
      uow.run(tenantId, async (tx) => tx.write(updateVerification(tenantId, id, state, JSON.stringify(checks), at)));
    await set('running', [], null);
    try {
      const checks = await verify(this.options, id, signal, (done) => set('running', done, null));
      const valid = checks.every((check) => check.valid);
      await uow.run(tenantId, async (tx) => {
        tx.write(updateVerification(tenantId, id, valid ? 'valid' : 'invalid', JSON.stringify(checks), tx.now));
        await uow.recorder.record(tx, tenantId, tenantId, {
          action: 'backup.verified',
          actor: SYSTEM,
          target: { kind: 'backup', id },
          data: { valid },
        });
      });
      const faults = checks.filter((check) => !check.valid).map(({ name, message }) => `${name}: ${message}`);
      if (valid) log.info({ backup: id }, 'a backup was verified');
      else log.error({ backup: id, faults }, 'a backup is damaged');
    } catch (error) {
      if (signal.aborted) {
        await set('queued', [], null);
        return false;
      }
      log.error({ err: error, backup: id }, 'a backup could not be verified');
      await set(
        'failed',
        [{ name: 'manifest', valid: false, message: `The backup could not be verified: ${reasonOf(error)}` }],
        uow.now(),
      );
    }
    return true;
  }

  async #retain(tenantId: string, rows: readonly BackupRow[]): Promise<boolean> {
    const { keep, schedule, log } = this.options;
    if (!schedule) return false;
    const scheduled = rows.flatMap(({ id, trigger, state, taken_at: takenAt, verification }) =>
      trigger === 'schedule' && state === 'ready' && takenAt !== null
        ? [{ id, takenAt, isVerified: verification === 'valid' }]
        : [],
    );
    const [one] = expiredBackups(scheduled, keep);
    if (!one) return false;
    const gone = await this.remove(tenantId, one.id, { actor: SYSTEM });
    if (gone) log.info({ backup: one.id }, 'retention deleted an old backup');
    return gone;
  }

  /**
   * Deletes a backup. Returns false while another backup is being created, because that backup may rely on file copies
   * that would be deleted.
   */
  async remove(
    tenantId: string,
    id: Id<'backup'>,
    by: Pick<Parameters<UnitOfWork['recorder']['record']>[3], 'actor' | 'personal'>,
  ): Promise<boolean> {
    const removed = await removeBackup(this.options, tenantId, id, by);
    if (!removed) return false;
    const { log } = this.options;
    if (removed.kept !== undefined)
      log.warn({ reason: removed.kept }, 'file copies were not removed, because a backup cannot be read');
    log.info({ backup: id, copies: removed.copies }, 'a backup was deleted');
    await this.health.refresh();
    return true;
  }

  /** @throws BackupError */
  open(id: string): Promise<OpenedBackup> {
    return openBackup(this.options.target, id, this.openers);
  }
}

const FAULTS_SHOWN = 100;

function noted(faults: readonly FileFault[]): { faultCount: number; faults: string } {
  const shown = faults
    .slice(0, FAULTS_SHOWN)
    .map((fault) => ({ file: blobOf(fault), fault: fault.fault, copy: fault.copy }));
  return { faultCount: faults.length, faults: JSON.stringify(shown) };
}
