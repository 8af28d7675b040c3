/**
 * For an owner who lost phone, passkeys and recovery codes and has nobody above them: whoever may run programs on the server takes
 * the second factors away. The password stays, so this opens nobody's account, and everybody concerned is told.
 */
import { addressKey } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { deleteSessionsOf, queueMail, selectAccounts, selectUserByEmail } from '../accounts/index.ts';
import { factorRemoved, lockPerson } from './factors.ts';
import { deletePasskeysOf, deleteTotp } from './store.ts';

/** @returns what came of it: nobody has this address, or they have no second factor */
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

/** In the trail of each organization they belong to: its admins have a right to know. */
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
