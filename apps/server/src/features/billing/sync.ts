/**
 * Syncs our row with the subscription at the payment provider. Events only trigger a sync, and their content is never
 * used. The order and repetition of events therefore have no effect. A response counts only if the row was not written
 * while the request ran. Otherwise the provider is queried again, so the last write always contains the latest data.
 */
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Payments } from '../../platform/ports/payments.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { apply, type By, lock, stateOf } from './apply.ts';
import { beginPeriod } from './domain.ts';
import { markStale, postponeSubscription, type Seller, selectSubscription, selectTenantOfCustomer } from './store.ts';

export type BillingDependencies = {
  uow: UnitOfWork;
  /** Undefined if the built-in provider is used. */
  payments: Payments | undefined;
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
    // If an organization's first checkout failed early, the provider has no customer for it. There is nothing to read,
    // and no further check is scheduled.
    const found = seen.customer_id === null ? undefined : await payments.read(seen.customer_id);
    failpoint('billing.read');
    const isDone = await uow.runAuth(async (tx) => {
      const locked = await lock(tx, live, { provider: 'stripe', seller });
      const { row } = locked;
      if (row.version !== seen.version) return false;
      // Another request is changing the subscription at the provider. That request syncs afterwards.
      const isBusy = !frees && row.busy_until !== null && row.busy_until > tx.now;
      if (isBusy) tx.write(postponeSubscription(live, row.busy_until, false));
      else if (found) await apply(uow, tx, locked, { to: found, provider: 'stripe', by });
      else tx.write(postponeSubscription(live, null, true));
      failpointsOfCommit(tx, 'billing');
      return true;
    });
    if (isDone) return;
  }
  // A concurrent writer has either marked the subscription as due or synced it.
  await uow.run(live, (tx) => Promise.resolve(tx.write(markStale(live, tx.now))));
}

/** Stores an event of the provider before it is acknowledged, so that no acknowledged event is lost. */
export async function noteEvent(dependencies: BillingDependencies, customer: string): Promise<void> {
  const { uow, log } = dependencies;
  const [found] = await uow.readAuth(selectTenantOfCustomer(customer));
  if (!found) {
    log.warn({ customer }, 'the payment provider sent an event for an unknown customer');
    return;
  }
  const { tenant_id: live } = found;
  await uow.run(live, (tx) => {
    tx.write(markStale(live, tx.now));
    return Promise.resolve();
  });
  failpoint('billing.noted');
  await sync(dependencies, live).catch((err: unknown) =>
    log.warn({ err, tenantId: live }, 'could not reach the payment provider; the server will retry'),
  );
}

/** Does time-based work: renewals of the built-in provider, notices, and regular syncs with the payment provider. */
export async function runDue(
  dependencies: BillingDependencies & { due: (now: Date) => Promise<string[]> },
): Promise<void> {
  const { uow, payments, log } = dependencies;
  for (const live of await dependencies.due(uow.now())) {
    const [row] = await uow.read(live, selectSubscription(live));
    // When an organization switches from the built-in provider, it first gets a customer and then, after payment, a
    // subscription.
    if (payments && row && (row.provider === 'stripe' || row.customer_id !== null)) {
      const isRead = await sync(dependencies, live).then(
        () => true,
        (err: unknown) => {
          log.warn({ err, tenantId: live }, 'could not reach the payment provider; the server will retry');
          return false;
        },
      );
      if (isRead) continue;
    }
    await passTime(dependencies, live);
  }
}

const SOON_MS = 300_000;

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
      // Handles one period at a time. After a long downtime, the server therefore issues one invoice per period.
      const renewed = beginPeriod(state, state.periodEnd, undefined);
      await apply(uow, tx, locked, { to: renewed.subscription, provider, by: CLOCK, lines: renewed.lines });
    } else {
      await apply(uow, tx, locked, { to: state, provider, by: CLOCK });
      if (provider === 'stripe') tx.write(postponeSubscription(live, new Date(tx.now.getTime() + SOON_MS), true));
    }
    failpointsOfCommit(tx, 'billing');
  });
}
