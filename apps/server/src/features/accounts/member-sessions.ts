/** The member sessions that an administrator can see: only those in the administrator's own organization. */
import type { SessionEntry } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { type AccountDependencies, recordIn } from './records.ts';
import { sessionEntries } from './sessions.ts';
import { deleteMemberSessions, selectAccounts, selectSessions } from './store.ts';

/** Throws MEMBER_NOT_FOUND, or FORBIDDEN if an administrator who is not an owner tries to manage an owner. */
async function requireManaged(tx: Tx, principal: UserPrincipal, userId: string): Promise<void> {
  const accounts = await tx.query(selectAccounts(userId));
  const member = accounts.find((account) => account.tenant_id === principal.tenantId);
  if (!member) throw new AppError('MEMBER_NOT_FOUND', { userId });
  if (member.role === 'owner' && principal.role !== 'owner') throw new AppError('FORBIDDEN');
}

export function listMemberSessions(
  { uow }: Pick<AccountDependencies, 'uow'>,
  principal: UserPrincipal,
  userId: string,
): Promise<SessionEntry[]> {
  return uow.runAuth(async (tx) => {
    await requireManaged(tx, principal, userId);
    return sessionEntries(await tx.query(selectSessions(userId, tx.now, principal.tenantId)), principal, tx.now);
  });
}

/**
 * Ends one session, or all sessions except the administrator's current one. Returns the number of ended sessions.
 * Throws SESSION_NOT_FOUND.
 */
export function endMemberSessions(
  { uow }: Pick<AccountDependencies, 'uow'>,
  context: RequestContext<UserPrincipal>,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
): Promise<number> {
  const { principal } = context;
  const { tenantId } = principal;
  return uow.runAuth(async (tx) => {
    await requireManaged(tx, principal, userId);
    const ended = await tx.query(
      deleteMemberSessions(tenantId, userId, sessionId ?? null, sessionId === undefined ? principal.sessionId : null),
    );
    if (sessionId !== undefined && ended.length === 0) throw new AppError('SESSION_NOT_FOUND', { sessionId });
    await recordIn(uow, tx, context, tenantId, {
      action: 'member.sessions-ended',
      actor: { kind: 'user', id: principal.userId },
      target: { kind: 'user', id: userId },
      data: { count: ended.length },
    });
    return ended.length;
  });
}
