/** Pure functions that derive the plan, notices and due dates from the state of a subscription. */
import { type BillingInterval, type PaidPlan, type Plan, PLAN_IDS, planFacts } from '@countersign/contract';
import type { Choice, SubscriptionState } from '../../platform/ports/payments.ts';

const DAY_MS = 86_400_000;
const GRACE_DAYS = 14;
/** The days after an unpaid invoice on which the owners get an e-mail. The plan ends on the last of these days. */
const NOTICES = [0, 7, 13, GRACE_DAYS];

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
export const graceEnd = (unpaidSince: Date): Date => daysAfter(unpaidSince, GRACE_DAYS);

export function effectivePlan({ state, plan, unpaidSince }: SubscriptionState, now: Date): Plan {
  if (state === 'ended') return 'free';
  return isSuspended(unpaidSince, now) ? 'free' : plan;
}

export function isSuspended(unpaidSince: Date | null, now: Date): boolean {
  return unpaidSince !== null && now >= graceEnd(unpaidSince);
}

export function noticesDue(unpaidSince: Date | null, now: Date): number {
  return unpaidSince === null ? 0 : NOTICES.filter((days) => now >= daysAfter(unpaidSince, days)).length;
}

export const LAST_NOTICE = NOTICES.length;

export function dueAt(subscription: SubscriptionState, provider: 'built-in' | 'stripe', now: Date): Date | null {
  const { state, unpaidSince, periodEnd } = subscription;
  if (state === 'ended') return null;
  const next = unpaidSince && NOTICES.map((days) => daysAfter(unpaidSince, days)).find((at) => at > now);
  if (next) return next;
  if (provider === 'built-in') return periodEnd;
  // The provider is queried an hour after an expected change, and otherwise once a day, in case an event was lost.
  const afterEnd = new Date(periodEnd.getTime() + 3_600_000);
  const tomorrow = daysAfter(now, 1);
  return afterEnd > now && afterEnd < tomorrow ? afterEnd : tomorrow;
}

const rank = ({ plan, interval }: { plan: Plan; interval: BillingInterval | null }): number =>
  PLAN_IDS.indexOf(plan) * 2 + (interval === 'year' ? 1 : 0);

/**
 * With a payment provider, a larger plan or a switch to yearly billing takes effect immediately. A smaller plan takes
 * effect at the end of the paid period.
 */
export function isUpgrade(from: Choice, to: { plan: Plan; interval: BillingInterval | null }): boolean {
  return rank(to) > rank(from);
}

export const isSame = (one: Choice, other: { plan: Plan; interval: BillingInterval | null }): boolean =>
  one.plan === other.plan && one.interval === other.interval;

export function priceOf(plan: Plan, interval: BillingInterval): number {
  return planFacts(plan).price[interval];
}

/** Returns the same day in the next month or year, or the last day if the month is shorter. */
function periodAfter(start: Date, interval: BillingInterval): Date {
  const months = interval === 'month' ? 1 : 12;
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

export type InvoiceLine = {
  kind: 'charge' | 'credit';
  plan: PaidPlan;
  interval: BillingInterval;
  from: string;
  until: string;
  cents: number;
};

/** Prefixes of VAT numbers in the European Union (Greece uses EL; XI is Northern Ireland, for goods only). */
const UNION = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const unionOf = (vatId: string | null): string | undefined => UNION.find((country) => vatId?.startsWith(country));

/**
 * Calculates the tax. For a sale between two EU countries, the buyer owes the tax (Articles 44 and 196 of Directive
 * 2006/112/EC).
 */
export function taxOf(
  net: number,
  seller: { vatId: string | null; vatPercent: number } | undefined,
  buyerVatId: string | null,
): { percent: number; cents: number; isReverseCharge: boolean } {
  const [from, to] = [unionOf(seller?.vatId ?? null), unionOf(buyerVatId)];
  const isReverseCharge = from !== undefined && to !== undefined && from !== to;
  const percent = seller && !isReverseCharge ? seller.vatPercent : 0;
  return { percent, cents: Math.round((net * percent) / 100), isReverseCharge };
}

/**
 * Applies the chosen plan and interval with the built-in provider: starts a period now and issues an invoice, less a
 * credit for the rest of the previous period.
 */
export function beginPeriod(
  choice: Choice,
  from: Date,
  before: SubscriptionState | undefined,
): { subscription: SubscriptionState; lines: InvoiceLine[] } {
  const { plan, interval } = choice;
  const until = periodAfter(from, interval);
  const subscription: SubscriptionState = {
    state: 'active',
    plan,
    interval,
    periodStart: from,
    periodEnd: until,
    next: null,
    unpaidSince: null,
    ref: null,
  };
  const charge: InvoiceLine = {
    kind: 'charge',
    plan,
    interval,
    from: from.toISOString(),
    until: until.toISOString(),
    cents: priceOf(plan, interval),
  };
  return { subscription, lines: [charge, ...creditOf(before, from)] };
}

export function creditOf(before: SubscriptionState | undefined, at: Date): InvoiceLine[] {
  if (before?.state !== 'active' || before.periodEnd <= at) return [];
  const { plan, interval, periodStart, periodEnd } = before;
  const share = (periodEnd.getTime() - at.getTime()) / (periodEnd.getTime() - periodStart.getTime());
  const cents = -Math.round(priceOf(plan, interval) * Math.min(1, share));
  if (cents === 0) return [];
  return [{ kind: 'credit', plan, interval, from: at.toISOString(), until: periodEnd.toISOString(), cents }];
}
