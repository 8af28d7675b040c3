import { CURRENCY, type PlanEntry, PLAN_IDS, PLANS } from '@countersign/contract';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';
import type { KeyUsage } from '../../platform/limits/usage.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import { updateBillingDetails } from './billing-details.ts';
import { getInvoicePdf, listInvoices } from './invoices.ts';
import { previewSubscription } from './preview.ts';
import {
  cancelSubscription,
  changeSubscription,
  createSubscription,
  getSubscription,
  openBillingPortal,
} from './subscription.ts';
import type { BillingDependencies } from './sync.ts';
import { getUsage } from './usage.ts';

const success = { success: true } as const;

export type Services = BillingDependencies & { pdf: PdfPool; keyUsage: KeyUsage };

export function operations(services: Services) {
  return {
    listPlans: async ({ query }) => inPages('plans', PLAN_IDS.map(entryOf), query, ({ id }) => id),
    getSubscription: async (_input, { principal }) => ({ subscription: await getSubscription(services, principal) }),
    previewSubscription: async ({ query }, { principal }) => ({
      preview: await previewSubscription(services, principal, query),
    }),
    createSubscription: async ({ body }, context) => ({
      ...success,
      ...(await createSubscription(services, context, body)),
    }),
    changeSubscription: async ({ body }, context) => ({
      ...success,
      subscription: await changeSubscription(services, context, body),
    }),
    cancelSubscription: async (_input, context) => ({
      ...success,
      subscription: await cancelSubscription(services, context),
    }),
    updateBillingDetails: async ({ body }, context) => ({
      ...success,
      subscription: await updateBillingDetails(services, context, body),
    }),
    openBillingPortal: async (_input, context) => ({
      ...success,
      portalUrl: await openBillingPortal(services, context),
    }),
    getUsage: async (_input, { principal }) => ({ usage: await getUsage(services, principal) }),
    listInvoices: async ({ query }, { principal }) =>
      inPages('invoices', await listInvoices(services, principal), query, ({ id }) => id),
    getInvoicePdf: ({ params }, { principal }) => getInvoicePdf(services, principal, params.invoiceId),
  } satisfies Partial<Handlers>;
}

function entryOf(id: (typeof PLAN_IDS)[number]): PlanEntry {
  const { name, price, seats, envelopesPerMonth, requestsPerHour, rights } = PLANS[id];
  return {
    id,
    name,
    currency: CURRENCY,
    price,
    seats,
    envelopes_per_month: envelopesPerMonth,
    requests_per_hour: requestsPerHour,
    rights: [...rights],
  };
}
