import type { Plan } from '@countersign/contract';
import type { InvoiceSeller } from './config.ts';
import type { BillingDependencies } from './sync.ts';

type Ports = Pick<BillingDependencies, 'payments'> & { config: { invoiceSeller?: InvoiceSeller | undefined } };

/** If payments are set up, a new organization starts on the free plan. */
export const billingServices = ({
  payments,
  config,
}: Ports): Pick<BillingDependencies, 'payments' | 'seller'> & { startingPlan: Plan } => ({
  payments,
  seller: config.invoiceSeller,
  startingPlan: payments ? 'free' : 'enterprise',
});
