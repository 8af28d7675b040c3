/**
 * Brings our row to where the payment provider says the subscription stands. Events are only a reason to ask: none of them is believed
 * for what it says, so it makes no difference how often and in which order they come. What was asked counts only if nobody wrote the
 * row while the answer was on its way; else the provider is asked again. So whatever was written last was asked for after all else.
 */
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Payments } from '../../platform/ports/payments.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { apply, type By, lock, stateOf } from './apply.ts';
import { beginPeriod } from './domain.ts';
import { markStale, postponeSubscription, type Seller, selectSubscription, selectTenantOfCustomer } from './store.ts';

export type BillingDependencies = {
  uow: UnitOfWork;
  /** Absent: the built-in provider. */
  payments: Payments | undefined;
  /** Who issues invoices of the built-in provider, where that is configured. */
  seller: Seller | undefined;
  log: { warn(fields: object, message: string): void };
};

const TRIES = 5;
const STRIPE: By = { actor: { kind: 'system', id: 'stripe' } };
const CLOCK: By = { actor: { kind: 'system', id: 'billing' } };

/** @throws PaymentsUnavailable */
export async function sync(
  { uow, payments, seller }: BillingDependencies,
  live: string,
  { by = STRIPE, frees = false }: { by?: By; frees?: boolean } = {},
): Promise<void> {
  if (!payments) return;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [seen] = await uow.read(live, selectSubscription(live));
    if (!seen) return;
    // Whoever was about to subscribe, and never came to have a customer there, is not looked at every minute.
    const found = seen.customer_id === null ? undefined : await payments.read(seen.customer_id);
    failpoint('billing.read');
    const isDone = await uow.runAuth(async (tx) => {
      const locked = await lock(tx, live, { provider: 'stripe', seller });
      const { row } = locked;
      if (row.version !== seen.version) return false;
      // Somebody else is changing it at the provider, and looks when they have.
      const isBusy = !frees && row.busy_until !== null && row.busy_until > tx.now;
      if (isBusy) tx.write(postponeSubscription(live, row.busy_until, false));
      else if (found) await apply(uow, tx, locked, { to: found, provider: 'stripe', by });
      else tx.write(postponeSubscription(live, null, true));
      failpointsOfCommit(tx, 'billing');
      return true;
    });
    if (isDone) return;
  }
  // Whoever wrote in between has left it due, or done it.
  await uow.run(live, (tx) => Promise.resolve(tx.write(markStale(live, tx.now))));
}

/** An event of the provider: noted before it is acknowledged, so that one that was acknowledged is never lost. */
export async function noteEvent(dependencies: BillingDependencies, customer: string): Promise<void> {
  const { uow, log } = dependencies;
  const [found] = await uow.readAuth(selectTenantOfCustomer(customer));
  if (!found) {
    log.warn({ customer }, 'an event of the payment provider is about a customer that nobody here has');
    return;
  }
  const { tenant_id: live } = found;
  await uow.run(live, (tx) => {
    tx.write(markStale(live, tx.now));
    return Promise.resolve();
  });
  failpoint('billing.noted');
  await sync(dependencies, live).catch((err: unknown) =>
    log.warn({ err, tenantId: live }, 'the payment provider could not be asked, and will be again'),
  );
}

/** By the clock: renewals of the built-in provider, notices, and another look at the payment provider. */
export async function runDue(
  dependencies: BillingDependencies & { due: (now: Date) => Promise<string[]> },
): Promise<void> {
  const { uow, payments, log } = dependencies;
  for (const live of await dependencies.due(uow.now())) {
    const [row] = await uow.read(live, selectSubscription(live));
    // One who changes over from the built-in provider has a customer first, and a subscription when it is paid for.
    if (payments && row && (row.provider === 'stripe' || row.customer_id !== null)) {
      const isRead = await sync(dependencies, live).then(
        () => true,
        (err: unknown) => {
          log.warn({ err, tenantId: live }, 'the payment provider could not be asked, and will be again');
          return false;
        },
      );
      if (isRead) continue;
    }
    await passTime(dependencies, live);
  }
}

const SOON_MS = 300_000;

/** What the clock alone decides. */
async function passTime({ uow, payments, seller }: BillingDependencies, live: string): Promise<void> {
  await uow.runAuth(async (tx) => {
    const locked = await lock(tx, live, { provider: payments ? 'stripe' : 'built-in', seller });
    const state = stateOf(locked.row);
    const { provider } = locked.row;
    if (!state || !locked.row.due_at || locked.row.due_at > tx.now) {
      if (!state) tx.write(postponeSubscription(live, null, true));
      return;
    }
    if (provider === 'built-in' && state.state === 'active' && state.periodEnd <= tx.now) {
      // One period at a time: a server that was off for long issues an invoice for each.
      const renewed = beginPeriod(state, state.periodEnd, undefined);
      await apply(uow, tx, locked, { to: renewed.subscription, provider, by: CLOCK, lines: renewed.lines });
    } else {
      await apply(uow, tx, locked, { to: state, provider, by: CLOCK });
      if (provider === 'stripe') tx.write(postponeSubscription(live, new Date(tx.now.getTime() + SOON_MS), true));
    }
    failpointsOfCommit(tx, 'billing');
  });
}
