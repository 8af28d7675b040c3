/**
 * What an organization may have of what its plan counts: seats, and envelopes in a calendar month (UTC). Both are counted from what the
 * audit trail's transactions wrote (memberships, and the outbox), so that a crash leaves nothing to be corrected.
 */
import { planFacts } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import { requireRoom } from '../../platform/plan-rights.ts';
import { countEnvelopes, countSeats, lockEnvelopes, lockPlan } from './store.ts';

export { countEnvelopes, countSeats } from './store.ts';

/** The calendar month that a time is in. */
export function monthOf(at: Date): { from: Date; until: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), until: new Date(Date.UTC(year, month + 1)) };
}

/**
 * In the role `app` of the organization's live tenant, whose row is locked: for another member, or for an invitation, which holds a
 * seat while it is open. Throws PLAN_REQUIRED.
 */
export async function requireSeat(tx: Tx, tenantId: string, invited?: { invitedAs: string }): Promise<void> {
  const [organization] = await tx.query(lockPlan(tenantId));
  const plan = organization?.plan ?? 'free';
  if (planFacts(plan).seats === null) return;
  const [seats] = await tx.query(countSeats(tenantId, tx.now, invited?.invitedAs ?? null));
  const { members = 0, invited: open = 0 } = seats ?? {};
  requireRoom(plan, 'seats', members + (invited ? open : 0) + 1);
}

/**
 * Before an envelope is recorded, in its transaction. A plan without a limit costs nothing; on the others envelopes of one organization
 * are recorded one after another, so that of two who want the last one the second counts the first. Throws PLAN_REQUIRED.
 */
export async function requireEnvelope(tx: Tx, tenantId: string, plan: string): Promise<void> {
  if (planFacts(plan).envelopesPerMonth === null) return;
  const { from, until } = monthOf(tx.now);
  // The count is a statement of its own: it has to see what was committed while the lock was waited for.
  const [, [counted]] = await tx.queryAll([lockEnvelopes(tenantId), countEnvelopes(tenantId, from, until)]);
  requireRoom(plan, 'envelopesPerMonth', (counted?.count ?? 0) + 1);
}
