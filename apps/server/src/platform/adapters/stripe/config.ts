/** The settings of the payment provider. */
import type { Secret } from '../../secret.ts';
import { type DescribedSettings, isLoopback, type SettingReader } from '../../settings.ts';
import { readPrices, type StripePrices } from './prices.ts';

export type StripeSettings = {
  secretKey: Secret;
  webhookSecret: Secret;
  prices: StripePrices;
  /** The URL of the provider's API, if different from the SDK's default. */
  apiBase: string | undefined;
};

/**
 * Reads the settings, which must be set together. Without webhook events, a checkout would take the payment without
 * changing the plan.
 */
export function stripeSettings(reader: SettingReader): StripeSettings | undefined {
  const secretKey = reader.secret('STRIPE_SECRET_KEY');
  const webhookSecret = reader.secret('STRIPE_WEBHOOK_SECRET');
  const apiBase = reader.url('STRIPE_API_BASE', ['http:', 'https:']);
  const prices = readPrices(reader.list('STRIPE_PRICES', (entries) => void readPrices(entries)));
  if (!secretKey && !webhookSecret && !reader.has('STRIPE_PRICES')) return undefined;
  if (!secretKey || !webhookSecret || prices.size === 0) {
    reader.fault('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICES: must be set together');
    return undefined;
  }
  if (apiBase?.startsWith('http:') && !isLoopback(new URL(apiBase).hostname))
    reader.fault('STRIPE_API_BASE: must be an https address, or on loopback: the server sends the secret key there');
  return { secretKey, webhookSecret, prices, apiBase };
}

export const STRIPE_DESCRIPTIONS: DescribedSettings = {
  STRIPE_SECRET_KEY: [
    '',
    'Secret key of your Stripe account. If it is set, Stripe collects payments. This setting requires `STRIPE_WEBHOOK_SECRET` and `STRIPE_PRICES`. Without Stripe, plan changes take effect immediately, and no payments are collected. With Stripe, new organizations start on the Free plan.',
  ],
  STRIPE_WEBHOOK_SECRET: [
    '',
    'Secret that Stripe uses to sign its events. Configure Stripe to send events to `PUBLIC_URL/api/webhooks/stripe`.',
  ],
  STRIPE_PRICES: [
    '',
    'Price of each plan: `small-team:month=price_…,small-team:year=price_…`, and so on for `medium-team`, `large-team` and `enterprise`. Customers cannot buy a plan that is not listed.',
  ],
  STRIPE_API_BASE: [
    'the default of the Stripe SDK',
    'Address of the Stripe API, which must use https or be on loopback.',
  ],
};
