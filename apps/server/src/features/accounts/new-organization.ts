/** Creates organizations: the two tenants and the owner's membership in both. No other module creates organizations. */
import type { Id, Plan } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { insertMembership, insertOrganization, insertTenant } from './store.ts';

export type NewOrganization = { id: Id<'organization'>; live: Id<'tenant'>; sandbox: Id<'tenant'> };

/**
 * Requires a transaction in the `auth` role. Name, settings and members are stored in both tenants, so row-level
 * security lets each tenant read its own copy.
 */
export function writeOrganization(
  tx: Tx,
  input: { name: string; ownerId: string; isOperator: boolean; plan: Plan },
): NewOrganization {
  const made: NewOrganization = {
    id: newId('organization', tx.now),
    live: newId('tenant', tx.now),
    sandbox: newId('tenant', tx.now),
  };
  for (const environment of ['live', 'sandbox'] as const) {
    tx.write(insertTenant(made[environment], made.id, environment, tx.now));
    const isOperator = input.isOperator && environment === 'live';
    tx.write(
      insertOrganization({
        tenantId: made[environment],
        id: made.id,
        name: input.name,
        isOperator,
        plan: input.plan,
        createdAt: tx.now,
      }),
    );
    tx.write(insertMembership(made[environment], input.ownerId, 'owner', tx.now));
  }
  return made;
}
