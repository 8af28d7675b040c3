/**
 * Stripe as a payment provider, through its official SDK. The state of a subscription is always read from Stripe
 * (`read`), so nothing depends on the order of events. The SDK's telemetry is off, and it connects only to the
 * configured address.
 */
import Stripe from 'stripe';
import { failpoint } from '../../failpoints.ts';
import {
  type Choice,
  PaymentDeclined,
  type Payments,
  PaymentsUnavailable,
  type ProviderInvoice,
  type SubscriptionState,
} from '../../ports/payments.ts';
import type { StripePrices } from './prices.ts';

type Settings = {
  secretKey: { reveal(): string };
  webhookSecret: { reveal(): string };
  prices: StripePrices;
  apiBase: string | undefined;
};
type Log = { error(fields: object, message: string): void };

/**
 * The maximum age of a signature. Older signatures are refused, so that an intercepted event cannot be replayed later.
 */
const TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** The states in which the features of a subscription are available, or would be available if it were paid. */
const LIVING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due', 'unpaid']);

export function stripePayments({ secretKey, webhookSecret, prices, apiBase }: Settings, log: Log): Payments {
  const stripe = new Stripe(secretKey.reveal(), {
    ...addressOf(apiBase),
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
  const priceOf = ({ plan, interval }: Choice): string | undefined =>
    [...prices].find(([, choice]) => choice.plan === plan && choice.interval === interval)?.[0];
  const needPrice = (choice: Choice): string => {
    const price = priceOf(choice);
    if (price === undefined) throw new Error(`no price is configured for ${choice.plan} per ${choice.interval}`);
    return price;
  };
  /**
   * Returns the plan and interval for a price. Logs an error and throws for a price that is not configured here, such
   * as one that was created by hand in Stripe.
   */
  const choiceOf = (price: string): Choice => {
    const choice = prices.get(price);
    if (!choice) {
      log.error({ price }, 'a subscription at the payment provider has a price that is not in STRIPE_PRICES');
      throw new Error(`STRIPE_PRICES does not contain the price ${price}`);
    }
    return choice;
  };

  return {
    sells: (choice) => priceOf(choice) !== undefined,
    createCustomer: ({ tenantId, organization, email, key }) =>
      asking(async () => {
        const fields = { name: organization, email, metadata: { tenant: tenantId } };
        return (await stripe.customers.create(fields, { idempotencyKey: key })).id;
      }),
    checkout: ({ customer, tenantId, before, returnUrl, key, ...choice }) =>
      asking(async () => {
        if (before !== null) await closeCheckout(stripe, before);
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer,
            client_reference_id: tenantId,
            line_items: [{ price: needPrice(choice), quantity: 1 }],
            success_url: `${returnUrl}?checkout=done`,
            cancel_url: `${returnUrl}?checkout=cancelled`,
          },
          { idempotencyKey: key },
        );
        if (session.url === null) throw new Error('the payment provider returned no checkout URL');
        return { ref: session.id, url: session.url };
      }),
    upgrade: ({ subscription, key, ...choice }) =>
      asking(async () => {
        const item = itemOf(await stripe.subscriptions.retrieve(subscription));
        await stripe.subscriptions.update(
          subscription,
          {
            items: [{ id: item.id, price: needPrice(choice), quantity: 1 }],
            proration_behavior: 'always_invoice',
            // If the payment is declined, nothing changes, and the caller gets an error.
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey: key },
        );
      }),
    schedule: ({ subscription, key, ...choice }) =>
      asking(async () => {
        const current = itemOf(await stripe.subscriptions.retrieve(subscription));
        const schedule = await stripe.subscriptionSchedules.create(
          { from_subscription: subscription },
          { idempotencyKey: `${key}-create` },
        );
        failpoint('billing.scheduled');
        await stripe.subscriptionSchedules.update(
          schedule.id,
          {
            end_behavior: 'release',
            phases: [
              {
                items: [{ price: current.price.id, quantity: 1 }],
                start_date: current.current_period_start,
                end_date: current.current_period_end,
              },
              { items: [{ price: needPrice(choice), quantity: 1 }], proration_behavior: 'none' },
            ],
          },
          { idempotencyKey: `${key}-update` },
        );
      }),
    cancel: ({ subscription, key }) =>
      asking(async () => {
        await stripe.subscriptions.update(subscription, { cancel_at_period_end: true }, { idempotencyKey: key });
      }),
    keep: ({ subscription, key }) =>
      asking(async () => {
        const found = await stripe.subscriptions.retrieve(subscription);
        const schedule = idOf(found.schedule);
        if (schedule !== null)
          await stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: `${key}-release` });
        if (found.cancel_at_period_end)
          await stripe.subscriptions.update(
            subscription,
            { cancel_at_period_end: false },
            { idempotencyKey: `${key}-resume` },
          );
      }),
    portal: ({ customer, returnUrl }) =>
      asking(async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url),
    read: (customer) => asking(() => readSubscription(stripe, customer, choiceOf)),
    invoices: (customer) =>
      asking(async () => (await stripe.invoices.list({ customer, limit: 100 })).data.flatMap(invoiceOf)),
    readEvent: (body, signature, now) => {
      let event: Partial<Stripe.Event> | null;
      try {
        event = stripe.webhooks.constructEvent(
          Buffer.from(body),
          signature,
          webhookSecret.reveal(),
          TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        );
      } catch {
        return undefined;
      }
      // The signature proves the sender but not the format.
      if (typeof event !== 'object' || event === null) return undefined;
      const about: unknown = event.data?.object;
      return { customer: customerOf(about) };
    },
  };
}

function addressOf(apiBase: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiBase === undefined) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port === '' ? (isPlain ? '80' : '443') : port, protocol: isPlain ? 'http' : 'https' };
}

/** Closes a checkout. A checkout that has been paid or has expired stays unchanged. */
async function closeCheckout(stripe: Stripe, id: string): Promise<void> {
  const { status } = await stripe.checkout.sessions.retrieve(id);
  if (status === 'open') await stripe.checkout.sessions.expire(id);
}

async function readSubscription(
  stripe: Stripe,
  customer: string,
  choiceOf: (price: string) => Choice,
): Promise<SubscriptionState | undefined> {
  const all = await stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.schedule'] });
  const byAge = all.data.toSorted((one, other) => other.created - one.created || (one.id < other.id ? 1 : -1));
  // An incomplete subscription was never paid, so it has no effect. A paused subscription has no effect until it
  // resumes.
  const chosen =
    byAge.find(({ status }) => LIVING.has(status)) ??
    byAge.find(({ status }) => status === 'canceled' || status === 'paused');
  if (!chosen) return undefined;
  const item = itemOf(chosen);
  const isLiving = LIVING.has(chosen.status);
  const isUnpaid = chosen.status === 'past_due' || chosen.status === 'unpaid';
  const state = isUnpaid ? 'past-due' : isLiving ? 'active' : 'ended';
  return {
    ...choiceOf(item.price.id),
    state,
    periodStart: at(item.current_period_start),
    periodEnd: at(item.current_period_end),
    next: isLiving ? nextOf(chosen, choiceOf) : null,
    unpaidSince: isUnpaid ? await unpaidSince(stripe, chosen) : null,
    ref: chosen.id,
  };
}

function nextOf(
  { cancel_at_period_end: isCancelled, schedule }: Stripe.Subscription,
  choiceOf: (price: string) => Choice,
): SubscriptionState['next'] {
  if (isCancelled) return { plan: 'free', interval: null };
  if (schedule === null || typeof schedule === 'string') return null;
  const now = schedule.current_phase?.start_date ?? 0;
  const price = schedule.phases.find(({ start_date: start }) => start > now)?.items[0]?.price;
  const id = price === undefined ? null : idOf(price);
  return id === null ? null : choiceOf(id);
}

/** Returns the time of the oldest open invoice, because a second unpaid month must not restart the grace period. */
async function unpaidSince(stripe: Stripe, { id, ...subscription }: Stripe.Subscription): Promise<Date> {
  const { data } = await stripe.invoices.list({ subscription: id, status: 'open', limit: 100 });
  const created = data.map((invoice) => invoice.created);
  return at(created.length === 0 ? itemOf(subscription).current_period_start : Math.min(...created));
}

function itemOf({ items }: Pick<Stripe.Subscription, 'items'>): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('a subscription at the payment provider has no item');
  return item;
}

function invoiceOf({
  id,
  number,
  created,
  period_start,
  period_end,
  currency,
  total,
  status,
  ...rest
}: Stripe.Invoice) {
  if (id === undefined || status === 'draft' || status === null) return [];
  const found: ProviderInvoice = {
    id,
    number: number ?? id,
    issuedAt: at(created),
    period: { start: at(period_start), end: at(period_end) },
    currency,
    totalCents: total,
    status: status === 'paid' ? 'paid' : status === 'void' ? 'void' : 'open',
    pdfUrl: rest.invoice_pdf ?? null,
  };
  return [found];
}

const at = (seconds: number): Date => new Date(seconds * 1000);

function idOf(named: string | { id: string } | null): string | null {
  return typeof named === 'object' && named !== null ? named.id : named;
}

function customerOf(about: unknown): string | null {
  if (typeof about !== 'object' || about === null) return null;
  if ('object' in about && about.object === 'customer' && 'id' in about && typeof about.id === 'string')
    return about.id;
  if (!('customer' in about)) return null;
  const { customer } = about;
  if (typeof customer === 'string') return customer;
  return typeof customer === 'object' && customer !== null && 'id' in customer && typeof customer.id === 'string'
    ? customer.id
    : null;
}

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { StripeCardError, StripeConnectionError, StripeRateLimitError, StripeAPIError } = Stripe.errors;
    if (error instanceof StripeCardError) throw new PaymentDeclined(error.message, { cause: error });
    const isAway = [StripeConnectionError, StripeRateLimitError, StripeAPIError].some((kind) => error instanceof kind);
    if (isAway) throw new PaymentsUnavailable('the payment provider is not responding', { cause: error });
    throw error;
  }
}
