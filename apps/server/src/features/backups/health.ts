/** The health of the backups as of the last check. The operator is notified once per problem. */
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectOperatorTenant } from '../accounts/index.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { notifyOperators } from '../organizations/index.ts';
import { type BackupTrouble, type Schedule, troubleOf } from './domain.ts';
import { type BackupRow, clearAlerts, noteAlert, selectAllBackups } from './store.ts';

export type BackupState = {
  isScheduled: boolean;
  newest: Date | null;
  newestVerified: Date | null;
  /** The time of the latest failed scheduled backup, unless there is a newer backup. */
  failedAt: Date | null;
  /**
   * The time of the newest backup that is damaged or could not be verified, unless there is a newer verified backup.
   */
  unfitAt: Date | null;
  trouble: BackupTrouble | null;
};

export class BackupHealth {
  readonly #uow: UnitOfWork;
  readonly #clock: Clock;
  #known: BackupState;

  constructor({ uow, clock, schedule }: { uow: UnitOfWork; clock: Clock; schedule: Schedule | undefined }) {
    this.#uow = uow;
    this.#clock = clock;
    this.#known = {
      isScheduled: schedule !== undefined,
      newest: null,
      newestVerified: null,
      failedAt: null,
      unfitAt: null,
      trouble: null,
    };
  }

  /** The state is held in memory, so that the health check responds even if the database does not. */
  get known(): BackupState {
    return this.#known;
  }

  async refresh(): Promise<void> {
    const [operator] = await this.#uow.readAuth(selectOperatorTenant());
    if (!operator) return;
    const rows = await this.#uow.read(operator.tenant_id, selectAllBackups(operator.tenant_id));
    const ready = rows.filter(({ state }) => state === 'ready');
    const [newest] = ready;
    const verified = ready.find(({ verification }) => verification === 'valid');
    const failed = rows.find(({ state }) => state === 'failed');
    const unfit = ready.find(({ verification }) => verification === 'invalid' || verification === 'failed');
    this.#known = {
      isScheduled: this.#known.isScheduled,
      newest: newest?.taken_at ?? null,
      newestVerified: verified?.taken_at ?? null,
      failedAt: failed && (!newest || failed.id > newest.id) ? failed.finished_at : null,
      unfitAt: unfit && (!verified || unfit.id > verified.id) ? unfit.verified_at : null,
      trouble: troubleOf(rows, this.#known.isScheduled, this.#clock.now()),
    };
    await this.#notify(operator.tenant_id, rows);
  }

  /**
   * Sends one e-mail per problem, from the process that detects the problem first. The alert is cleared when the
   * problem is resolved.
   */
  async #notify(tenantId: string, rows: readonly BackupRow[]): Promise<void> {
    const { trouble } = this.#known;
    const isTold = rows.some(({ alerted_at: at }) => at !== null);
    const [newest] = rows;
    if ((trouble !== null) === isTold || !newest) return;
    const uow = this.#uow;
    await uow.runAuth(async (tx) => {
      tx.enter({ role: 'app', tenantId });
      if (!trouble) return tx.write(clearAlerts(tenantId));
      const [noted] = await tx.query(noteAlert(tenantId, newest.id, tx.now));
      const detail = `${trouble.since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
      if (noted) await notifyOperators(uow, tx, { mail: 'backup-trouble', detail });
    });
  }
}
