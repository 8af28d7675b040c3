/** An owner's operations on the subscription: retrieve, subscribe, change, cancel, open the portal. */
import { type BillingInterval, knownPlan, type Plan, type Subscription } from '@countersign/contract';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import {
  type Choice,
  PaymentDeclined,
  type Payments,
  PaymentsUnavailable,
  type SubscriptionState,
} from '../../platform/ports/payments.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { apply, type By, lock, type Locked, stateOf } from './apply.ts';
import { beginPeriod, creditOf, graceEnd, isSame, isSuspended, isUpgrade } from './domain.ts';
import {
  claimSubscription,
  freeSubscription,
  selectBillingDetails,
  selectOrganizationPlan,
  selectSubscription,
  setCheckout,
  setCustomer,
  type SubscriptionRow,
} from './store.ts';
import { type BillingDependencies, sync } from './sync.ts';

type Context = RequestContext<UserPrincipal>;
const BILLING_PAGE = '/settings/billing';
/** How long a change locks the subscription. No change at the provider takes longer, including retries. */
const BUSY_MS = 240_000;

export async function getSubscription(
  { uow, payments }: BillingDependencies,
  { tenantId }: Pick<UserPrincipal, 'tenantId'>,
): Promise<Subscription> {
  const [[row], [organization], [details]] = await uow.readAll(tenantId, [
    selectSubscription(tenantId),
    selectOrganizationPlan(tenantId),
    selectBillingDetails(tenantId),
  ]);
  return {
    ...viewOf(row, organization?.plan ?? 'free', { now: uow.now(), isStripe: payments !== undefined }),
    billing_details: details ?? null,
  };
}

function viewOf(
  row: SubscriptionRow | undefined,
  effective: string,
  { now, isStripe }: { now: Date; isStripe: boolean },
): Omit<Subscription, 'billing_details'> {
  const state = stateOf(row);
  const provider = row && state ? row.provider : isStripe ? 'stripe' : 'built-in';
  const effective_plan = knownPlan(effective);
  const nothing = { interval: null, current_period: null, scheduled: null, unpaid: null };
  if (!state) return { provider, status: 'none', plan: effective_plan, effective_plan, ...nothing };
  if (state.state === 'ended') return { provider, status: 'ended', plan: effective_plan, effective_plan, ...nothing };
  const { periodStart, periodEnd, next, unpaidSince } = state;
  return {
    provider,
    status: isSuspended(unpaidSince, now) ? 'suspended' : state.state,
    plan: state.plan,
    effective_plan,
    interval: state.interval,
    current_period: { start: periodStart.toISOString(), end: periodEnd.toISOString() },
    scheduled: next && { plan: next.plan, interval: next.interval, at: periodEnd.toISOString() },
    unpaid: unpaidSince && {
      since: unpaidSince.toISOString(),
      grace_ends_at: graceEnd(unpaidSince).toISOString(),
    },
  };
}

export async function createSubscription(
  dependencies: BillingDependencies,
  context: Context,
  choice: Choice,
): Promise<{ subscription: Subscription } | { checkoutUrl: string }> {
  const { payments } = dependencies;
  const refuseExisting = (before: SubscriptionState | undefined): void => {
    if (before && before.state !== 'ended') throw new AppError('SUBSCRIPTION_EXISTS', { plan: before.plan });
  };
  if (!payments) {
    await atOnce(dependencies, context, (before, now) => {
      refuseExisting(before);
      return beginPeriod(choice, now, undefined);
    });
    return { subscription: await getSubscription(dependencies, context.principal) };
  }
  refuseUnsold(payments, choice);
  const { live, row, key } = await claim(dependencies, context, (before) => refuseExisting(before));
  const { uow } = dependencies;
  const checkoutUrl = await atProvider(dependencies, live, async () => {
    // A checkout may have been paid although its event has not arrived yet. A second checkout would create a second
    // subscription.
    if (row.customer_id !== null) refuseExisting(await payments.read(row.customer_id));
    const customer = row.customer_id ?? (await makeCustomer(dependencies, payments, context, { live, key }));
    failpoint('billing.customer');
    const { ref, url } = await payments.checkout({
      ...choice,
      customer,
      tenantId: live,
      before: row.checkout_ref,
      returnUrl: context.baseUrl + BILLING_PAGE,
      key: `${key}-checkout`,
    });
    failpoint('billing.asked');
    await uow.run(live, async (tx) => {
      // The subscription is checked when the checkout expires, even if the checkout was paid and its events have
      // arrived.
      tx.write(setCheckout(live, ref, new Date(tx.now.getTime() + 25 * 3_600_000)));
      failpointsOfCommit(tx, 'billing');
    });
    return url;
  });
  return { checkoutUrl };
}

async function makeCustomer(
  { uow }: BillingDependencies,
  payments: Payments,
  { principal }: Context,
  { live, key }: { live: string; key: string },
): Promise<string> {
  const [organization] = await uow.read(live, selectOrganizationPlan(live));
  const customer = await payments.createCustomer({
    tenantId: live,
    organization: organization?.name ?? '',
    email: principal.email,
    // If the process crashes before the customer is stored, an unused customer remains that is never charged.
    key: `${key}-customer`,
  });
  await uow.run(live, (tx) => {
    tx.write(setCustomer(live, customer));
    return Promise.resolve();
  });
  return customer;
}

export async function changeSubscription(
  dependencies: BillingDependencies,
  context: Context,
  input: { plan: Choice['plan']; interval?: BillingInterval | undefined },
): Promise<Subscription> {
  const { payments } = dependencies;
  const chosen = (before: SubscriptionState): Choice => ({ ...input, interval: input.interval ?? before.interval });
  if (!payments) {
    await atOnce(dependencies, context, (before, now) => {
      const current = requireActive(before);
      const choice = chosen(current);
      return isSame(current, choice) ? undefined : beginPeriod(choice, now, current);
    });
    return getSubscription(dependencies, context.principal);
  }
  const claimed = await claim(dependencies, context, (before) => {
    refuseUnsold(payments, chosen(requireActive(before)));
  });
  const { live, key } = claimed;
  await atProvider(dependencies, live, async () => {
    const current = await presentState(payments, claimed);
    const choice = chosen(current);
    const subscription = current.ref ?? '';
    await payments.keep({ subscription, key: `${key}-keep` });
    failpoint('billing.kept');
    if (isSame(current, choice)) return;
    if (isUpgrade(current, choice)) await payments.upgrade({ ...choice, subscription, key: `${key}-upgrade` });
    else await payments.schedule({ ...choice, subscription, key: `${key}-schedule` });
    failpoint('billing.asked');
  });
  await sync(dependencies, live, { by: byOf(context), frees: true }).catch(refusalOf);
  return getSubscription(dependencies, context.principal);
}

export async function cancelSubscription(dependencies: BillingDependencies, context: Context): Promise<Subscription> {
  const { payments } = dependencies;
  if (!payments) {
    await atOnce(dependencies, context, (before, now) => {
      const current = requireActive(before);
      const ended: SubscriptionState = { ...current, state: 'ended', next: null, unpaidSince: null };
      return { subscription: ended, lines: creditOf(current, now) };
    });
    return getSubscription(dependencies, context.principal);
  }
  const claimed = await claim(dependencies, context, (before) => void requireActive(before));
  const { live, key } = claimed;
  await atProvider(dependencies, live, async () => {
    const current = await presentState(payments, claimed);
    const subscription = current.ref ?? '';
    if (current.next?.plan === 'free') return;
    await payments.keep({ subscription, key: `${key}-keep` });
    failpoint('billing.kept');
    await payments.cancel({ subscription, key: `${key}-cancel` });
    failpoint('billing.asked');
  });
  await sync(dependencies, live, { by: byOf(context), frees: true }).catch(refusalOf);
  return getSubscription(dependencies, context.principal);
}

export async function openBillingPortal(
  { uow, payments }: BillingDependencies,
  { principal, baseUrl }: Context,
): Promise<string> {
  const returnUrl = baseUrl + BILLING_PAGE;
  if (!payments) return returnUrl;
  const [row] = await uow.read(principal.tenantId, selectSubscription(principal.tenantId));
  if (!row?.customer_id) throw new AppError('NO_SUBSCRIPTION');
  return payments.portal({ customer: row.customer_id, returnUrl }).catch(refusalOf);
}

/** The built-in provider needs only one transaction, because there is no request to another service. */
async function atOnce(
  { uow, seller }: BillingDependencies,
  context: Context,
  decide: (before: SubscriptionState | undefined, now: Date) => ReturnType<typeof beginPeriod> | undefined,
): Promise<void> {
  await uow.runAuth(async (tx) => {
    const locked = await lock(tx, context.principal.tenantId, { provider: 'built-in', seller });
    const decided = decide(stateOf(locked.row), tx.now);
    if (!decided) return;
    const { subscription: to, lines } = decided;
    await apply(uow, tx, locked, { to, provider: 'built-in', by: byOf(context), lines });
    failpointsOfCommit(tx, 'billing');
  });
}

type Claimed = { live: string; row: SubscriptionRow; key: string };

/**
 * Reads the state at the provider before changing it. Our row may lack changes made on the provider's own pages, or by
 * a process that died before it stored them. Deciding from the row could charge twice for the same upgrade.
 */
async function presentState(payments: Payments, { row }: Claimed): Promise<SubscriptionState> {
  return requireActive(row.customer_id === null ? undefined : await payments.read(row.customer_id));
}

/**
 * Claims the subscription before any request to the provider, so that no other request changes it at the same time. If
 * the process is killed, the timer checks the provider afterwards.
 */
async function claim(
  { uow, seller }: BillingDependencies,
  { principal }: Context,
  judge: (before: SubscriptionState | undefined, locked: Locked) => void,
): Promise<Claimed> {
  const claimed = await uow.runAuth(async (tx: Tx) => {
    const locked = await lock(tx, principal.tenantId, { provider: 'stripe', seller });
    const { live, row } = locked;
    if (row.busy_until && row.busy_until > tx.now) throw new AppError('SUBSCRIPTION_BUSY');
    const state = row.provider === 'stripe' ? stateOf(row) : undefined;
    judge(state, locked);
    const [taken] = await tx.query(claimSubscription(live, new Date(tx.now.getTime() + BUSY_MS)));
    failpointsOfCommit(tx, 'billing');
    return { live, row, key: `${live}-${taken?.version ?? 0}` };
  });
  // The claim is committed separately. With an Idempotency-Key, it would otherwise stay uncommitted until the response.
  await uow.release();
  failpoint('billing.claimed');
  return claimed;
}

/**
 * If a request to the provider fails, releases the subscription and marks it as due for a sync, because the provider
 * may have applied part of the change.
 */
async function atProvider<T>({ uow }: BillingDependencies, live: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await uow.run(live, (tx) => {
      tx.write(freeSubscription(live, tx.now));
      return Promise.resolve();
    });
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): never {
  if (error instanceof PaymentDeclined) throw new AppError('PAYMENT_FAILED', {}, { cause: error });
  if (error instanceof PaymentsUnavailable)
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      {},
      { cause: error, retryAfter: 30, message: 'The payment provider is not available. Try again shortly.' },
    );
  throw error;
}

function requireActive(state: SubscriptionState | undefined): SubscriptionState {
  if (!state || state.state === 'ended') throw new AppError('NO_SUBSCRIPTION');
  return state;
}

function refuseUnsold(payments: Payments, choice: Choice): void {
  if (!payments.sells(choice))
    throw invalid('plan', `${choice.plan} billed per ${choice.interval} is not available on this installation`);
}

function byOf({ principal, address }: Context): By {
  return {
    actor: { kind: 'user', id: principal.userId },
    personal: { personId: principal.userId, fields: { address } },
  };
}

export function takesEffect(
  state: SubscriptionState | undefined,
  to: { plan: Plan; interval: BillingInterval | null },
  isStripe: boolean,
): 'now' | 'period-end' {
  if (!isStripe || !state || state.state === 'ended') return 'now';
  return isUpgrade(state, to) ? 'now' : 'period-end';
}
