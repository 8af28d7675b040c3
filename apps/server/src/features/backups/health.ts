/** What an operator should know of the backups, as it was the last time that they were looked after. */
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectOperatorTenant } from '../accounts/index.ts';
import type { Schedule } from './domain.ts';
import { selectAllBackups } from './store.ts';

export type BackupState = {
  /** Whether backups are made by themselves. */
  isScheduled: boolean;
  newest: Date | null;
  newestVerified: Date | null;
  /** Of the newest one by the schedule that did not become a backup, unless there is a newer backup. */
  failedAt: Date | null;
  /** Of the newest backup that proved to be damaged, or could not be verified, unless there is a newer verified one. */
  unfitAt: Date | null;
};

export class BackupHealth {
  readonly #uow: UnitOfWork;
  #known: BackupState;

  constructor({ uow, schedule }: { uow: UnitOfWork; schedule: Schedule | undefined }) {
    this.#uow = uow;
    this.#known = {
      isScheduled: schedule !== undefined,
      newest: null,
      newestVerified: null,
      failedAt: null,
      unfitAt: null,
    };
  }

  /** Health answers whether or not the database does. */
  get known(): BackupState {
    return this.#known;
  }

  async look(): Promise<void> {
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
    };
  }
}
