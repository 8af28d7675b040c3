/**
 * Lets the operator of the server remove the second factors of an owner who has lost all of them and whom no other
 * owner can help. The password stays, so the reset gives no access to the account. Everyone affected is notified.
 */
import { addressKey } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { deleteSessionsOf, queueMail, selectAccounts, selectUserByEmail } from '../accounts/index.ts';
import { factorRemoved, lockPerson } from './factors.ts';
import { deletePasskeysOf, deleteTotp } from './store.ts';

/** @returns the result: reset, no account with this address, or no second factor */
export function resetTwoFactorOnConsole(uow: UnitOfWork, email: string): Promise<'done' | 'unknown' | 'none'> {
  return uow.runAuth(async (tx) => {
    const [found] = await tx.query(selectUserByEmail(addressKey(email.trim())));
    if (!found) return 'unknown';
    const user = await lockPerson(tx, found.id);
    if (!user.two_factor_since) return 'none';
    tx.write(deletePasskeysOf(user.id));
    tx.write(deleteTotp(user.id));
    await factorRemoved(tx, user.id);
    tx.write(deleteSessionsOf(user.id, null));
    await queueMail(uow, tx, {
      mail: 'two-factor-off',
      to: user.email,
      name: user.name,
      by: 'the operator of this service',
    });
    await recordEverywhere(uow, tx, user.id);
    return 'done';
  });
}

/** Records the reset in every organization of the person, because its admins have a right to know. */
async function recordEverywhere(uow: UnitOfWork, tx: Tx, userId: string): Promise<void> {
  const accounts = await tx.query(selectAccounts(userId));
  for (const { tenant_id: tenantId } of accounts) {
    tx.enter({ role: 'app', tenantId });
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'member.two-factor-reset-on-console',
      actor: { kind: 'system', id: 'console' },
      target: { kind: 'user', id: userId },
      data: {},
    });
  }
}
