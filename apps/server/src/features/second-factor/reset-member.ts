/**
 * Lets an administrator remove the second factors of a member who has lost their phone and recovery codes (ADR 22).
 * Possible only for people who belong to no other organization, because the factor also protects the data of other
 * organizations. The password stays, so the administrator gains no access to the account.
 */
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { deleteSessionsOf, queueMail, recordIn, selectAccounts, selectUser } from '../accounts/index.ts';
import { type FactorDependencies, factorRemoved, lockPerson } from './factors.ts';
import { deletePasskeysOf, deleteTotp } from './store.ts';

export async function resetMemberTwoFactor(
  { uow }: FactorDependencies,
  context: RequestContext<UserPrincipal>,
  userId: string,
): Promise<void> {
  const { principal } = context;
  await uow.runAuth(async (tx) => {
    const accounts = await tx.query(selectAccounts(userId));
    const member = accounts.find((account) => account.tenant_id === principal.tenantId);
    if (!member) throw new AppError('MEMBER_NOT_FOUND', { userId });
    // People remove their own factors in the settings, with a code. An admin manages everyone except owners.
    if (userId === principal.userId || (member.role === 'owner' && principal.role !== 'owner'))
      throw new AppError('FORBIDDEN');
    if (accounts.length > 1) throw new AppError('MEMBER_ELSEWHERE', { userId });
    const user = await lockPerson(tx, userId);
    if (!user.two_factor_since) throw new AppError('TWO_FACTOR_NOT_ENABLED');
    const [actor] = await tx.query(selectUser(principal.userId));
    tx.write(deletePasskeysOf(userId));
    tx.write(deleteTotp(userId));
    await factorRemoved(tx, userId);
    tx.write(deleteSessionsOf(userId, null));
    await queueMail(uow, tx, { mail: 'two-factor-off', to: user.email, name: user.name, by: actor?.name ?? '' });
    await recordIn(uow, tx, context, principal.tenantId, {
      action: 'member.two-factor-reset',
      actor: { kind: 'user', id: principal.userId },
      target: { kind: 'user', id: userId },
    });
  });
}
