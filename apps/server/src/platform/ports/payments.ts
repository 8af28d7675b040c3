/** What we ask of a payment provider. Where a subscription stands is the provider's to say: nothing of it is worked out from its events. */
import type { BillingInterval, PaidPlan, Plan } from '@countersign/contract';

export type Choice = { plan: PaidPlan; interval: BillingInterval };

/** A subscription as its provider has it. */
export type SubscriptionState = {
  state: 'active' | 'past-due' | 'ended';
  plan: PaidPlan;
  interval: BillingInterval;
  periodStart: Date;
  periodEnd: Date;
  /** What follows at the end of the period; `free` where it was cancelled. */
  next: { plan: Plan; interval: BillingInterval | null } | null;
  /** Since when the oldest unpaid invoice is due. */
  unpaidSince: Date | null;
  /** The provider's name for it; null with the built-in one. */
  ref: string | null;
};

export type ProviderInvoice = {
  id: string;
  number: string;
  issuedAt: Date;
  period: { start: Date; end: Date } | null;
  currency: string;
  totalCents: number;
  status: 'paid' | 'open' | 'void';
  pdfUrl: string | null;
};

/** `key`: the same step asked for again under the same key is done once. */
type Step = { key: string };

export type Payments = {
  /** Whether it sells this. */
  sells(choice: Choice): boolean;
  createCustomer(of: { tenantId: string; organization: string; email: string } & Step): Promise<string>;
  /** A page where the customer pays; one that was begun before is closed. */
  checkout(
    of: Choice & { customer: string; tenantId: string; before: string | null; returnUrl: string } & Step,
  ): Promise<{ ref: string; url: string }>;
  /** At once. @throws PaymentDeclined */
  upgrade(of: Choice & { subscription: string } & Step): Promise<void>;
  /** At the end of the period. */
  schedule(of: Choice & { subscription: string } & Step): Promise<void>;
  /** At the end of the period. */
  cancel(of: { subscription: string } & Step): Promise<void>;
  /** Takes back what was scheduled or cancelled, also where only a part of that was done. */
  keep(of: { subscription: string } & Step): Promise<void>;
  portal(of: { customer: string; returnUrl: string }): Promise<string>;
  /** Undefined where the customer never had a subscription. */
  read(customer: string): Promise<SubscriptionState | undefined>;
  invoices(customer: string): Promise<ProviderInvoice[]>;
  /** Whose event it is; undefined for what was not signed by the provider, or too long ago. Null: nobody's. */
  readEvent(body: Uint8Array, signature: string, now: Date): { customer: string | null } | undefined;
};

/** The customer's bank or card said no. */
export class PaymentDeclined extends Error {}
/** It does not answer, or not in time. What was asked for may have happened. */
export class PaymentsUnavailable extends Error {}
