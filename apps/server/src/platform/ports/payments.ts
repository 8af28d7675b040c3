/**
 * The interface to a payment provider. The provider's records determine the state of a subscription. Its events only
 * cause a new read.
 */
import type { BillingInterval, PaidPlan, Plan } from '@countersign/contract';

export type Choice = { plan: PaidPlan; interval: BillingInterval };

/** A subscription as stored at its provider. */
export type SubscriptionState = {
  state: 'active' | 'past-due' | 'ended';
  plan: PaidPlan;
  interval: BillingInterval;
  periodStart: Date;
  periodEnd: Date;
  /** The plan after the end of the period. `free` if the subscription was canceled. */
  next: { plan: Plan; interval: BillingInterval | null } | null;
  /** The time when the oldest unpaid invoice became due. */
  unpaidSince: Date | null;
  /** The provider's name for the subscription. Null for the built-in provider. */
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

/** `key` is an idempotency key: repeated requests with one key are executed once. */
type Step = { key: string };

export type Payments = {
  sells(choice: Choice): boolean;
  createCustomer(of: { tenantId: string; organization: string; email: string } & Step): Promise<string>;
  /** Opens a page where the customer pays. The previous page is closed. */
  checkout(
    of: Choice & { customer: string; tenantId: string; before: string | null; returnUrl: string } & Step,
  ): Promise<{ ref: string; url: string }>;
  /** Changes to a larger plan immediately. @throws PaymentDeclined */
  upgrade(of: Choice & { subscription: string } & Step): Promise<void>;
  /** Schedules a change for the end of the period. */
  schedule(of: Choice & { subscription: string } & Step): Promise<void>;
  cancel(of: { subscription: string } & Step): Promise<void>;
  /** Reverses a scheduled change or a cancellation, even if only some of its steps were done. */
  keep(of: { subscription: string } & Step): Promise<void>;
  portal(of: { customer: string; returnUrl: string }): Promise<string>;
  /** Reads the subscription. Returns undefined if the customer never had one. */
  read(customer: string): Promise<SubscriptionState | undefined>;
  invoices(customer: string): Promise<ProviderInvoice[]>;
  /**
   * Returns the customer of an event, which is null if the event belongs to no customer. Returns undefined if the
   * provider did not sign the event, or signed it too long ago.
   */
  readEvent(body: Uint8Array, signature: string, now: Date): { customer: string | null } | undefined;
};

export class PaymentDeclined extends Error {}
/** The provider did not respond in time. The request may have been executed. */
export class PaymentsUnavailable extends Error {}
