/** Requests to delete the caller's own account. They can be canceled until the due date (ADR 59). */
import { type AccountDeletion, readSettings } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import { isBound, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  type AccountDependencies,
  lockUser,
  proveOwnPassword,
  queueMail,
  recordOwn,
  selectUser,
} from '../accounts/index.ts';
import {
  cancelDeletionRow,
  type DeletionRow,
  insertDeletion,
  lockDeletion,
  selectDeletion,
  selectSettingsOf,
  selectSoleOwned,
} from './store.ts';

const DAY_MS = 86_400_000;
type Context = RequestContext<UserPrincipal>;

export async function requestDeletion(
  dependencies: AccountDependencies,
  context: Context,
  { password }: { password: string },
): Promise<AccountDeletion> {
  const { uow } = dependencies;
  const { principal } = context;
  const user = await proveOwnPassword(dependencies, context, password);
  return uow.runAuth(async (tx) => {
    await tx.query(lockUser(user.id));
    const [before] = await tx.query(selectDeletion(user.id));
    if (before) throw new AppError('ACCOUNT_DELETION_SCHEDULED', { due_at: before.due_at.toISOString() });
    const owned = await tx.query(selectSoleOwned(user.id));
    if (owned.length > 0) throw new AppError('HAND_OVER_FIRST', { organizations: owned });
    const days = (await tx.query(selectSettingsOf(user.id))).map(
      ({ settings }) => readSettings(settings).user_data_retention_days,
    );
    // The account is deleted after the longest delay among the person's organizations.
    const due = new Date(tx.now.getTime() + Math.max(...days, readSettings({}).user_data_retention_days) * DAY_MS);
    tx.write(insertDeletion(user.id, tx.now, due));
    await recordOwn(uow, tx, context, {
      who: principal,
      action: 'user.deletion-scheduled',
      more: { data: { due_at: due.toISOString() } },
    });
    const detail = due.toISOString().slice(0, 10);
    await queueMail(uow, tx, { mail: 'account-deletion', to: user.email, name: user.name, detail });
    return { requested_at: tx.now.toISOString(), due_at: due.toISOString(), waits_for: null };
  });
}

/**
 * An organization's identity provider identifies a person only within that organization. A session from an identity
 * provider can therefore neither read nor change account deletion.
 */
export async function getDeletion(uow: UnitOfWork, principal: UserPrincipal): Promise<AccountDeletion | null> {
  if (isBound(principal)) return null;
  const [row] = await uow.readAuth(selectDeletion(principal.userId));
  return row ? view(row) : null;
}

export async function cancelDeletion(uow: UnitOfWork, context: Context): Promise<void> {
  const { principal } = context;
  if (isBound(principal)) throw new AppError('FORBIDDEN');
  await uow.runAuth(async (tx) => {
    const [, [user], [row]] = await tx.queryAll([
      lockUser(principal.userId),
      selectUser(principal.userId),
      lockDeletion(principal.userId),
    ]);
    if (!row || row.begun_at !== null || !user) throw new AppError('NO_ACCOUNT_DELETION');
    tx.write(cancelDeletionRow(principal.userId));
    await recordOwn(uow, tx, context, { who: principal, action: 'user.deletion-cancelled' });
    await queueMail(uow, tx, { mail: 'account-deletion-cancelled', to: user.email, name: user.name });
  });
}

const view = ({ requested_at, due_at, waits_for }: DeletionRow): AccountDeletion => ({
  requested_at: requested_at.toISOString(),
  due_at: due_at.toISOString(),
  waits_for,
});
