/**
 * The limits of an organization's plan: seats, and envelopes per calendar month (UTC). Both are counted from rows that
 * the audited transactions wrote (memberships and the outbox), so a crash leaves nothing to correct.
 */
import { planFacts } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import { requireRoom } from '../../platform/plan-rights.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { countEnvelopes, countSeats, lockEnvelopes, lockPlan, selectLivePlan } from './store.ts';

export { countEnvelopes, countSeats } from './store.ts';

export function monthOf(at: Date): { from: Date; until: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), until: new Date(Date.UTC(year, month + 1)) };
}

/**
 * Checks for a free seat. Runs in the `app` role of the organization's live tenant and locks the organization's row. A
 * new member takes a seat, and so does an open invitation. Throws PLAN_REQUIRED.
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
 * Checks the envelope limit in the transaction that records the envelope. A plan without a limit needs no lock. On
 * other plans, an organization's envelopes are recorded one after another. If two concurrent requests want the last
 * envelope, the second one finds that the limit is reached. Throws PLAN_REQUIRED.
 */
export async function requireEnvelope(tx: Tx, tenantId: string, plan: string): Promise<void> {
  if (planFacts(plan).envelopesPerMonth === null) return;
  const { from, until } = monthOf(tx.now);
  // This is a separate statement, so that it sees commits made while this transaction waited for the lock.
  const [, [counted]] = await tx.queryAll([lockEnvelopes(tenantId), countEnvelopes(tenantId, from, until)]);
  requireRoom(plan, 'envelopesPerMonth', (counted?.count ?? 0) + 1);
}

/** Does not reserve the envelope. `requireEnvelope` decides when the envelope is sent. */
export async function hasEnvelopeLeft(uow: UnitOfWork, tenantId: string): Promise<boolean> {
  const [organization] = await uow.read(tenantId, selectLivePlan(tenantId));
  const plan = organization?.plan ?? null;
  const most = plan === null ? null : planFacts(plan).envelopesPerMonth;
  if (most === null) return true;
  const { from, until } = monthOf(uow.now());
  const [counted] = await uow.read(tenantId, countEnvelopes(tenantId, from, until));
  return (counted?.count ?? 0) < most;
}
