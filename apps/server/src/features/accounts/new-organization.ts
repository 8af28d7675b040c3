/** The one place where an organization comes into being: its two tenants, and its owner's memberships in both. */
import type { Id } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { insertMembership, insertOrganization, insertTenant } from './store.ts';

export type NewOrganization = { id: Id<'organization'>; live: Id<'tenant'>; sandbox: Id<'tenant'> };

/** In a transaction of the role `auth`. Name, settings and members stand in both tenants, so that each knows its own by row security. */
export function writeOrganization(
  tx: Tx,
  input: { name: string; ownerId: string; isOperator: boolean },
): NewOrganization {
  const made: NewOrganization = {
    id: newId('organization', tx.now),
    live: newId('tenant', tx.now),
    sandbox: newId('tenant', tx.now),
  };
  for (const environment of ['live', 'sandbox'] as const) {
    tx.write(insertTenant(made[environment], made.id, environment, tx.now));
    const isOperator = input.isOperator && environment === 'live';
    tx.write(insertOrganization(made[environment], made.id, input.name, isOperator, tx.now));
    tx.write(insertMembership(made[environment], input.ownerId, 'owner', tx.now));
  }
  return made;
}
