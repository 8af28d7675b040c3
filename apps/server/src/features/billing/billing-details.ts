/** Billing details for invoices of the built-in provider. Changing them does not change issued invoices. */
import type { BillingDetails, Subscription } from '@countersign/contract';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { selectOrganizationPlan, setBillingDetails } from './store.ts';
import { getSubscription } from './subscription.ts';
import type { BillingDependencies } from './sync.ts';

export async function updateBillingDetails(
  dependencies: BillingDependencies,
  { principal, address }: RequestContext<UserPrincipal>,
  details: BillingDetails,
): Promise<Subscription> {
  const { uow } = dependencies;
  const { tenantId, userId } = principal;
  await uow.run(tenantId, async (tx) => {
    const [organization] = await tx.query(selectOrganizationPlan(tenantId));
    tx.write(setBillingDetails(tenantId, details.name, details.address, details.vat_id, tx.now));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'billing-details.changed',
      actor: { kind: 'user', id: userId },
      personal: { personId: userId, fields: { address } },
      target: { kind: 'organization', id: organization?.id ?? '' },
      data: {},
    });
  });
  return getSubscription(dependencies, principal);
}
