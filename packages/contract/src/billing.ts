/** Subscriptions, invoices and usage of an organization. */
import { z } from 'zod';
import { opaque, strict } from './field-class.ts';
import { PLAN_RIGHTS, planId } from './plans.ts';
import { timestamp } from './resources.ts';
import { fieldText, singleLine } from './values.ts';

export const billingInterval = strict(z.enum(['month', 'year']));
export type BillingInterval = z.infer<typeof billingInterval>;
/**
 * The plans that an organization can subscribe to. Canceling a subscription returns the organization to the free plan.
 */
export const PAID_PLANS = ['small-team', 'medium-team', 'large-team', 'enterprise'] as const;
export const paidPlan = strict(z.enum(PAID_PLANS));
export type PaidPlan = z.infer<typeof paidPlan>;

const cents = z.int().meta({ description: 'Amount in cents.' });
const unlimited = z.int().nullable().meta({ description: 'Limit of the plan. Null if unlimited.' });

export const plan = z.object({
  id: planId,
  name: z.string(),
  currency: z.string(),
  price: z.object({ month: cents, year: cents }).meta({ description: 'Price for the whole organization.' }),
  seats: unlimited,
  envelopes_per_month: unlimited,
  requests_per_hour: unlimited,
  rights: z.array(z.enum(PLAN_RIGHTS)),
});
export type PlanEntry = z.infer<typeof plan>;

/** The country code and the number. Spaces, dots and hyphens only group digits. */
const vatId = opaque(z.string())
  .overwrite((value) => value.replaceAll(/[\s.-]/g, '').toUpperCase())
  .regex(/^[A-Z]{2}[0-9A-Z+*]{2,13}$/, 'must be a VAT number with its country code, such as DE123456789');
export const billingDetails = z.object({
  name: singleLine(200).meta({ description: 'Name of the recipient of invoices.' }),
  address: fieldText(500).min(1, 'must not be empty').meta({ description: 'Street, city and country, one per line.' }),
  vat_id: vatId.nullable().meta({ description: 'If null, invoices include VAT.' }),
});
export type BillingDetails = z.infer<typeof billingDetails>;

export const subscriptionStatus = z.enum(['none', 'active', 'past-due', 'suspended', 'ended']);
export const subscription = z.object({
  provider: z.enum(['built-in', 'stripe']),
  status: subscriptionStatus.meta({
    description:
      '`none`: the installation includes the plan. `past-due`: an invoice is unpaid. `suspended`: an invoice has been unpaid for more than 14 days, so the free plan is in effect.',
  }),
  plan: planId.meta({ description: 'The plan of the subscription.' }),
  effective_plan: planId.meta({ description: 'The plan that is in effect.' }),
  interval: billingInterval.nullable(),
  current_period: z.object({ start: timestamp, end: timestamp }).nullable(),
  scheduled: z.object({ plan: planId, interval: billingInterval.nullable(), at: timestamp }).nullable().meta({
    description: 'The plan after the current period. To cancel this change, switch back to the current plan.',
  }),
  unpaid: z
    .object({ since: timestamp, grace_ends_at: timestamp })
    .nullable()
    .meta({ description: 'The plan stays in effect until `grace_ends_at`.' }),
  billing_details: billingDetails
    .nullable()
    .meta({ description: 'The billing details on invoices of the built-in provider.' }),
});
export type Subscription = z.infer<typeof subscription>;

export const planExcess = z.object({
  what: z.enum(['seats', 'envelopes', 'apiKeys', 'singleSignOn', 'customLimits']),
  used: z.int(),
  allowed: z.int(),
  message: z.string(),
});
export const subscriptionPreview = z.object({
  plan: planId,
  interval: billingInterval.nullable(),
  takes_effect: z.enum(['now', 'period-end']),
  effective_at: timestamp,
  price: cents,
  currency: z.string(),
  exceeds: z.array(planExcess).meta({
    description: 'Usage that exceeds the limits of the plan. Existing data is kept, but you cannot add more.',
  }),
});
export type SubscriptionPreview = z.infer<typeof subscriptionPreview>;

const usageNow = z.object({ used: z.int(), limit: unlimited });
export const usage = z.object({
  period: z.object({ start: timestamp, end: timestamp }),
  seats: usageNow.extend({ members: z.int(), invited: z.int() }),
  envelopes: usageNow,
  requests: z.object({ used: z.int(), refused: z.int(), limit_per_hour: unlimited }).meta({
    description: 'Requests made with API keys. After a server crash, the numbers are approximate.',
  }),
  months: z
    .array(
      z.object({
        month: z.string().meta({ description: 'The month, such as `2026-11`.' }),
        envelopes: z.int(),
        seats: z.int().meta({ description: 'The highest number of seats in use at one time.' }),
        requests: z.int(),
        refused: z.int(),
      }),
    )
    .meta({ description: 'The last twelve months, oldest first.' }),
});
export type Usage = z.infer<typeof usage>;

export const invoice = z.object({
  id: z.string(),
  number: z.string(),
  issued_at: timestamp,
  period: z.object({ start: timestamp, end: timestamp }).nullable(),
  currency: z.string(),
  total: cents.meta({ description: 'Amount in cents, including VAT. Negative for a credit note.' }),
  status: z.enum(['issued', 'paid', 'open', 'void']),
  pdf_url: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;
