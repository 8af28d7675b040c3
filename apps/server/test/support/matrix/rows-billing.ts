/** Rows of the access matrix for subscriptions, which only owners with a session may manage. */
import type { OperationId } from '@countersign/contract';
import { expect } from 'vitest';
import { person, type Row } from './row.ts';

const PATH = '/api/subscription';
const subscribed = {
  owned: 'organization',
  make: async (world, by) => {
    const { session } = await world.person('owner', by.organization);
    const answer = await session.post(`${PATH}/create`, { plan: 'enterprise' });
    expect([200, 409]).toContain(answer.status);
    const { body } = await session.get<'listInvoices'>(`${PATH}/invoices`);
    return { ids: { bil: body.invoices.at(-1)?.id ?? '' } };
  },
} satisfies Partial<Row>;
const { make } = subscribed;

export const BILLING_ROWS: Partial<Record<OperationId, Row>> = {
  listPlans: { access: person('member') },
  getSubscription: { access: person('owner') },
  previewSubscription: { access: person('owner'), query: () => 'plan=free' },
  createSubscription: { access: person('owner'), body: () => ({ plan: 'enterprise' }), spends: 'organization' },
  changeSubscription: { access: person('owner'), make, body: () => ({ plan: 'enterprise' }) },
  cancelSubscription: { access: person('owner'), make, body: () => ({}), spends: 'organization' },
  openBillingPortal: { access: person('owner'), body: () => ({}) },
  updateBillingDetails: {
    access: person('owner'),
    body: () => ({ name: 'Northwind Trading', address: 'Berlin', vat_id: null }),
  },
  getUsage: { access: person('owner') },
  listInvoices: { access: person('owner') },
  getInvoicePdf: { access: person('owner'), ...subscribed },
};
