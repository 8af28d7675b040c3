/**
 * Writes the state of a subscription, and everything that follows from it, in one transaction: the plan in effect, the
 * event, invoices, e-mails and the next check.
 */
import { CURRENCY, type Plan, planFacts } from '@countersign/contract';
import { languageOf } from '@countersign/contract/languages';
import { newId } from '../../platform/crypto/ids.ts';
import type { Party } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { SubscriptionState } from '../../platform/ports/payments.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { queueMail } from '../accounts/index.ts';
import { tenantsOf } from '../organizations/index.ts';
import { dueAt, effectivePlan, graceEnd, type InvoiceLine, LAST_NOTICE, noticesDue, taxOf } from './domain.ts';
import {
  insertInvoice,
  lockSubscription,
  openSubscription,
  type OrganizationPlan,
  selectOrganizationPlan,
  selectBillingDetails,
  selectOwners,
  type Seller,
  type SubscriptionRow,
  takeInvoiceNumber,
  updatePlan,
  updateSubscription,
} from './store.ts';

export type Provider = SubscriptionRow['provider'];
export type Locked = {
  live: string;
  tenants: readonly string[];
  organization: OrganizationPlan;
  row: SubscriptionRow;
  seller: Seller | undefined;
};
/** The person who made the change, if any, and the address from which it was made. */
export type By = { actor: Party; personal?: { personId: string; fields: Record<string, string> } };

/** Locks a subscription. Requires a transaction in the `auth` role, and continues it in the live tenant. */
export async function lock(
  tx: Tx,
  tenantId: string,
  { provider, seller }: { provider: Provider; seller: Seller | undefined },
): Promise<Locked> {
  const { live, all } = await tenantsOf(tx, tenantId);
  tx.enter({ role: 'app', tenantId: live });
  const [, [row], [organization]] = await tx.queryAll([
    openSubscription(live, provider, tx.now),
    lockSubscription(live),
    selectOrganizationPlan(live),
  ]);
  if (!row || !organization) throw new Error(`the subscription or the organization of tenant ${live} is missing`);
  return { live, tenants: all.map(({ tenant_id: id }) => id), organization, row, seller };
}

/** Returns undefined if the organization has never had a subscription. */
export function stateOf(row: SubscriptionRow | undefined): SubscriptionState | undefined {
  if (!row || row.state === 'none' || !row.plan || !row.billing_interval || !row.period_start || !row.period_end)
    return undefined;
  return {
    state: row.state,
    plan: row.plan,
    interval: row.billing_interval,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    next: row.next_plan === null ? null : { plan: row.next_plan, interval: row.next_interval },
    unpaidSince: row.unpaid_since,
    ref: row.subscription_ref,
  };
}

/** Leaves the transaction in the live tenant. */
export async function apply(
  uow: UnitOfWork,
  tx: Tx,
  locked: Locked,
  { to, provider, by, lines = [] }: { to: SubscriptionState; provider: Provider; by: By; lines?: InvoiceLine[] },
): Promise<void> {
  const { live, row } = locked;
  const before = stateOf(row);
  const notice = noticesDue(to.state === 'ended' ? null : to.unpaidSince, tx.now);
  tx.write(
    updateSubscription({
      tenantId: live,
      provider,
      plan: to.plan,
      interval: to.interval,
      state: to.state,
      periodStart: to.periodStart,
      periodEnd: to.periodEnd,
      nextPlan: to.next?.plan ?? null,
      nextInterval: to.next?.interval ?? null,
      unpaidSince: to.unpaidSince,
      notice,
      ref: to.ref,
      dueAt: dueAt(to, provider, tx.now),
      now: tx.now,
    }),
  );
  if (lines.length > 0) await issue(uow, tx, locked, to, lines, by);
  await putInEffect(uow, tx, locked, effectivePlan(to, tx.now), by);
  await noteSchedule(uow, tx, locked, before, to, by);
  await noteUnpaid(uow, tx, locked, to, notice);
}

async function record(
  uow: UnitOfWork,
  tx: Tx,
  { live, organization }: Locked,
  by: By,
  happening: Pick<Parameters<UnitOfWork['recorder']['record']>[3], 'action' | 'data' | 'event'>,
): Promise<void> {
  tx.enter({ role: 'app', tenantId: live });
  await uow.recorder.record(tx, live, live, {
    ...happening,
    actor: by.actor,
    ...(by.personal && { personal: by.personal }),
    target: { kind: 'organization', id: organization.id },
  });
}

/** Sets the plan that determines the features, in both tenants. If the plan is unchanged, no event is emitted. */
async function putInEffect(uow: UnitOfWork, tx: Tx, locked: Locked, plan: Plan, by: By): Promise<void> {
  const { organization, tenants } = locked;
  if (organization.plan === plan) return;
  for (const tenantId of tenants) {
    tx.enter({ role: 'app', tenantId });
    tx.write(updatePlan(tenantId, plan));
  }
  await record(uow, tx, locked, by, {
    action: 'subscription.changed',
    data: { from: organization.plan, to: plan },
    event: {
      kind: 'subscription.changed',
      data: {
        organizationId: organization.id,
        subscription: { plan, previous_plan: organization.plan, effective_at: tx.now.toISOString() },
      },
    },
  });
}

async function noteSchedule(
  uow: UnitOfWork,
  tx: Tx,
  locked: Locked,
  before: SubscriptionState | undefined,
  to: SubscriptionState,
  by: By,
): Promise<void> {
  if (before?.next?.plan === to.next?.plan && before?.next?.interval === to.next?.interval) return;
  // A scheduled change that has taken effect is not recorded again.
  if (!to.next && (to.state === 'ended' || to.plan === before?.next?.plan)) return;
  await record(uow, tx, locked, by, {
    action: 'subscription.scheduled',
    data: { to: to.next?.plan ?? null, at: to.next ? to.periodEnd.toISOString() : null },
  });
}

/**
 * Sends each notice about an unpaid invoice once. The last notice states that the plan has ended. Missed notices are
 * combined into one e-mail.
 */
async function noteUnpaid(
  uow: UnitOfWork,
  tx: Tx,
  locked: Locked,
  to: SubscriptionState,
  notice: number,
): Promise<void> {
  const { row } = locked;
  if (notice === row.notice) return;
  const system: By = { actor: { kind: 'system', id: 'billing' } };
  if (notice === 0) {
    if (to.state === 'ended') return;
    await record(uow, tx, locked, system, { action: 'subscription.paid', data: {} });
    return notifyOwners(uow, tx, locked, 'payment-received', planFacts(to.plan).name);
  }
  if (notice < row.notice || !to.unpaidSince) return;
  const end = graceEnd(to.unpaidSince).toISOString();
  if (row.notice === 0)
    await record(uow, tx, locked, system, { action: 'subscription.unpaid', data: { grace_ends_at: end } });
  if (notice === LAST_NOTICE) return notifyOwners(uow, tx, locked, 'plan-suspended', planFacts(to.plan).name);
  return notifyOwners(uow, tx, locked, 'payment-failed', end.slice(0, 10));
}

async function notifyOwners(
  uow: UnitOfWork,
  tx: Tx,
  { live, organization }: Locked,
  mail: 'payment-received' | 'plan-suspended' | 'payment-failed',
  detail: string,
): Promise<void> {
  tx.enter({ role: 'auth' });
  const facts = { mail, tenantId: live, organization: organization.name, detail } as const;
  for (const { email, name } of await tx.query(selectOwners(live)))
    await queueMail(uow, tx, { ...facts, to: email, name });
  tx.enter({ role: 'app', tenantId: live });
}

async function issue(
  uow: UnitOfWork,
  tx: Tx,
  locked: Locked,
  { periodStart, periodEnd }: SubscriptionState,
  lines: InvoiceLine[],
  by: By,
): Promise<void> {
  const { live, organization, seller } = locked;
  const id = newId('invoice', tx.now);
  const [buyer] = await tx.query(selectBillingDetails(live));
  tx.enter({ role: 'auth' });
  const [owners, [number]] = await tx.queryAll([selectOwners(live), takeInvoiceNumber()]);
  if (!number) throw new Error('the row with the invoice numbers is missing');
  tx.enter({ role: 'app', tenantId: live });
  // The e-mail goes to the person who subscribed. For a renewal, it goes to the organization's longest-serving owner.
  const reader = owners.find((owner) => owner.id === by.personal?.personId) ?? owners[0];
  const net = lines.reduce((sum, { cents }) => sum + cents, 0);
  const { percent, cents: vat, isReverseCharge } = taxOf(net, seller, buyer?.vat_id ?? null);
  const total = net + vat;
  tx.write(
    insertInvoice({
      tenantId: live,
      id,
      number: number.last,
      language: languageOf([reader?.locale ?? '']) ?? 'en',
      seller: seller ? JSON.stringify({ lines: seller.lines, vatId: seller.vatId }) : null,
      buyer: buyer ? JSON.stringify(buyer) : null,
      vatPercent: percent,
      vat,
      isReverseCharge,
      organization: organization.name,
      now: tx.now,
      start: periodStart,
      end: periodEnd,
      currency: CURRENCY,
      lines: JSON.stringify(lines),
      total,
    }),
  );
  await record(uow, tx, locked, by, { action: 'invoice.issued', data: { invoice: id, total_cents: total } });
}
