/**
 * The plan of an organization: available plans, the current plan, plan changes and usage. Only the owner has access,
 * and API keys never do.
 */
import { z } from 'zod';
import {
  billingDetails,
  billingInterval,
  invoice,
  paidPlan,
  plan,
  subscription,
  subscriptionPreview,
  usage,
} from '../billing.ts';
import { strict } from '../field-class.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { planId } from '../plans.ts';

const path = '/api/subscription';
const owner = {
  tag: 'Billing',
  credentials: ['session'],
  role: 'owner',
  environment: 'live',
  rate: 'credential',
} as const;
const done = z.object({ success: z.literal(true), subscription });
/** Exactly one of the two members is required. */
const created = z.object({
  success: z.literal(true),
  subscription: subscription.optional(),
  checkoutUrl: z
    .string()
    .optional()
    .meta({ description: 'URL of the payment page. The plan takes effect after the payment.' }),
});
const choice = { plan: paidPlan, interval: billingInterval };

export const listPlans = defineOperation({
  ...owner,
  role: 'member',
  id: 'listPlans',
  method: 'GET',
  path: `${path}/plans`,
  summary: 'List plans',
  description: 'Returns all plans with their prices, limits and features.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ plans: z.array(plan), pagination })) },
  errors: [],
});

export const getSubscription = defineOperation({
  ...owner,
  id: 'getSubscription',
  method: 'GET',
  path,
  summary: 'Retrieve the subscription',
  description: "Returns the organization's subscription and the plan in effect.",
  success: { status: 200, body: json(z.object({ subscription })) },
  errors: [],
});

export const previewSubscription = defineOperation({
  ...owner,
  id: 'previewSubscription',
  method: 'GET',
  path: `${path}/preview`,
  summary: 'Preview a plan change',
  description: 'Returns when the change takes effect and which limits of the new plan the organization exceeds.',
  query: z.strictObject({ plan: strict(planId), interval: billingInterval.optional() }),
  success: { status: 200, body: json(z.object({ preview: subscriptionPreview })) },
  errors: [],
});

export const createSubscription = defineOperation({
  ...owner,
  id: 'createSubscription',
  secretAnswer: true,
  method: 'POST',
  path: `${path}/create`,
  summary: 'Create a subscription',
  description:
    'Subscribes to a plan. The subscription starts immediately or, if the response contains `checkoutUrl`, after the payment.',
  body: json(z.strictObject({ ...choice, interval: billingInterval.default('month') })),
  success: { status: 200, body: json(created) },
  errors: ['SUBSCRIPTION_EXISTS', 'SUBSCRIPTION_BUSY', 'SERVICE_UNAVAILABLE'],
});

export const changeSubscription = defineOperation({
  ...owner,
  id: 'changeSubscription',
  method: 'POST',
  path: `${path}/change`,
  summary: 'Change the subscription',
  description: 'Changes the plan or the billing interval. Changing to the current plan cancels a scheduled change.',
  body: json(z.strictObject({ ...choice, interval: billingInterval.optional() })),
  success: { status: 200, body: json(done) },
  errors: ['NO_SUBSCRIPTION', 'SUBSCRIPTION_BUSY', 'PAYMENT_FAILED', 'SERVICE_UNAVAILABLE'],
});

export const cancelSubscription = defineOperation({
  ...owner,
  id: 'cancelSubscription',
  method: 'POST',
  path: `${path}/cancel`,
  summary: 'Cancel the subscription',
  description: 'Cancels the subscription and moves the organization to the free plan. No data is deleted.',
  success: { status: 200, body: json(done) },
  errors: ['NO_SUBSCRIPTION', 'SUBSCRIPTION_BUSY', 'SERVICE_UNAVAILABLE'],
});

export const openBillingPortal = defineOperation({
  ...owner,
  id: 'openBillingPortal',
  secretAnswer: true,
  method: 'POST',
  path: `${path}/portal`,
  summary: 'Create a billing portal session',
  description: 'Returns the URL of a page where you can manage payment details and invoices.',
  success: { status: 200, body: json(z.object({ success: z.literal(true), portalUrl: z.string() })) },
  errors: ['NO_SUBSCRIPTION', 'SERVICE_UNAVAILABLE'],
});

export const updateBillingDetails = defineOperation({
  ...owner,
  id: 'updateBillingDetails',
  method: 'PUT',
  path: `${path}/billing-details`,
  summary: 'Update billing details',
  description: 'Changes the billing details on future invoices. Issued invoices do not change.',
  body: json(z.strictObject(billingDetails.shape)),
  success: { status: 200, body: json(done) },
  errors: [],
});

export const getUsage = defineOperation({
  ...owner,
  id: 'getUsage',
  method: 'GET',
  path: `${path}/usage`,
  summary: 'Retrieve usage',
  description:
    'Returns the seats, envelopes and API requests that were used in this month and the previous eleven months.',
  success: { status: 200, body: json(z.object({ usage })) },
  errors: [],
});

export const listInvoices = defineOperation({
  ...owner,
  id: 'listInvoices',
  secretAnswer: true,
  method: 'GET',
  path: `${path}/invoices`,
  summary: 'List invoices',
  description: 'Returns up to 100 invoices, newest first.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ invoices: z.array(invoice), pagination })) },
  errors: ['SERVICE_UNAVAILABLE'],
});

export const getInvoicePdf = defineOperation({
  ...owner,
  id: 'getInvoicePdf',
  method: 'GET',
  path: `${path}/invoices/:invoiceId/pdf`,
  summary: 'Download an invoice',
  description: 'Returns an invoice of the built-in billing provider as a PDF.',
  params: z.object({ invoiceId: idParam('invoice', 'INVOICE_NOT_FOUND') }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/pdf' } },
  errors: ['INVOICE_NOT_FOUND'],
});
