/**
 * Deactivates a member. Sessions, keys and streams stop working with the commit. The member's documents are not
 * affected and remain the member's until they are handed over. The account itself is not affected, because it may
 * belong to other organizations.
 */
import { requireSeat } from '../plans/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { deleteSessionsIn, recordIn } from '../accounts/index.ts';
import { decideRemoval } from './domain.ts';
import { beginHandOver, type HandOverView } from './hand-over.ts';
import { actorIn, memberView, openMembers } from './members.ts';
import { actorOf } from './organization.ts';
import { updateDeactivated } from './people-store.ts';

export async function deactivateUser(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  userId: string,
  { handOverTo, handOverKeys = false }: { handOverTo?: string | undefined; handOverKeys?: boolean | undefined },
) {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { live, tenants, target, owners } = await openMembers(tx, principal, userId);
    const refused = decideRemoval(actorIn(principal), { userId, role: target.role }, owners);
    if (refused) throw new AppError(refused, refused === 'LAST_OWNER' ? { userId } : {});
    if (principal.userId === userId)
      throw new AppError(
        'FORBIDDEN',
        {},
        { message: 'You cannot deactivate yourself. Leave the organization instead.' },
      );
    if (target.deactivated_at === null) {
      for (const { tenant_id: tenantId } of tenants) {
        tx.enter({ role: 'app', tenantId });
        tx.write(updateDeactivated(tenantId, userId, tx.now));
        tx.enter({ role: 'auth' });
        tx.write(deleteSessionsIn(tenantId, userId));
      }
      await recordIn(uow, tx, context, live, {
        action: 'member.deactivated',
        actor: actorOf(principal),
        target: { kind: 'user', id: userId },
        data: { handed_over_to: handOverTo ?? null },
      });
    }
    const handOver: HandOverView | null =
      handOverTo === undefined
        ? null
        : await beginHandOver(uow, tx, context, {
            live,
            from: userId,
            to: handOverTo,
            withKeys: handOverKeys,
            field: 'handOverTo',
          });
    return { member: memberView({ ...target, deactivated_at: target.deactivated_at ?? tx.now }), handOver };
  });
}

export async function reactivateUser(uow: UnitOfWork, context: RequestContext<MemberPrincipal>, userId: string) {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { live, tenants, target } = await openMembers(tx, principal, userId);
    if (target.deactivated_at === null) return memberView(target);
    tx.enter({ role: 'app', tenantId: live });
    await requireSeat(tx, live);
    for (const { tenant_id: tenantId } of tenants) {
      tx.enter({ role: 'app', tenantId });
      tx.write(updateDeactivated(tenantId, userId, null));
    }
    await recordIn(uow, tx, context, live, {
      action: 'member.reactivated',
      actor: actorOf(principal),
      target: { kind: 'user', id: userId },
    });
    return memberView({ ...target, deactivated_at: null });
  });
}
