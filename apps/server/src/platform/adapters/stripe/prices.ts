/**
 * Maps Stripe prices to plans, such as `small-team:month=price_…`. There is one entry for each plan and interval that
 * is sold.
 */
import { PAID_PLANS } from '@countersign/contract';
import type { Choice } from '../../ports/payments.ts';

export type StripePrices = ReadonlyMap<string, Choice>;

/**
 * Throws an Error for an invalid entry, for a price that occurs twice, and for a second price for the same plan and
 * interval.
 */
export function readPrices(entries: readonly string[]): StripePrices {
  const prices = new Map<string, Choice>();
  const chosen = new Set<string>();
  for (const entry of entries) {
    const [, name, interval, price = ''] = /^([a-z-]+):(month|year)=(\w{1,255})$/.exec(entry) ?? [];
    const plan = PAID_PLANS.find((one) => one === name);
    if (plan === undefined || (interval !== 'month' && interval !== 'year'))
      throw new Error(`must be entries such as small-team:month=price_123, not "${entry}"`);
    const choice = `${plan}:${interval}`;
    if (prices.has(price) || chosen.has(choice))
      throw new Error(`lists "${entry}" twice, or uses the price of another entry`);
    prices.set(price, { plan, interval });
    chosen.add(choice);
  }
  return prices;
}
