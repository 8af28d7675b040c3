/** The settings of the payment provider. */
import type { Secret } from '../../secret.ts';
import { isLoopback, type SettingReader } from '../../settings.ts';
import { readPrices, type StripePrices } from './prices.ts';

export type StripeSettings = {
  secretKey: Secret;
  webhookSecret: Secret;
  /** Price ids by plan and interval. */
  prices: StripePrices;
  /** Where its interface is, if not at the address that its SDK knows. */
  apiBase: string | undefined;
};

/** All of it or nothing: a checkout without events would take money and change no plan. */
export function stripeSettings(reader: SettingReader): StripeSettings | undefined {
  const secretKey = reader.secret('STRIPE_SECRET_KEY');
  const webhookSecret = reader.secret('STRIPE_WEBHOOK_SECRET');
  const apiBase = reader.url('STRIPE_API_BASE', ['http:', 'https:']);
  const prices = readPrices(reader.list('STRIPE_PRICES', (entries) => void readPrices(entries)));
  if (!secretKey && !webhookSecret && !reader.has('STRIPE_PRICES')) return undefined;
  if (!secretKey || !webhookSecret || prices.size === 0) {
    reader.fault('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICES: are needed together');
    return undefined;
  }
  if (apiBase?.startsWith('http:') && !isLoopback(new URL(apiBase).hostname))
    reader.fault('STRIPE_API_BASE: must be an https address, or on loopback: it is sent the secret key');
  return { secretKey, webhookSecret, prices, apiBase };
}
