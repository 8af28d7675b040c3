/** The person whom an export is about: their memberships, and the tenants that sent documents to their address. */
import { addressKey, type Id } from '@countersign/contract';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type MembershipRow, selectMemberships, selectPerson } from './data-store.ts';
import { selectAddressedTenants } from '../document-core/index.ts';

export type Person = {
  id: string;
  emailKey: string;
  memberships: MembershipRow[];
  /**
   * The tenants that sent documents to the person's address, ordered by ID. Empty if the address is not confirmed, so
   * that a person cannot export documents sent to another person's address.
   */
  addressedIn: Id<'tenant'>[];
};

/**
 * Returns undefined if the account was deleted. A session that is limited to one organization exports only that
 * organization's data (ADR 23).
 */
export async function personOf(
  uow: UnitOfWork,
  { userId, tenantId, isBound }: { userId: string; tenantId: string; isBound: boolean },
): Promise<Person | undefined> {
  const [row] = await uow.readAuth(selectPerson(userId));
  if (!row) return undefined;
  const emailKey = addressKey(row.email);
  const memberships = await uow.readAuth(selectMemberships(userId));
  const addressed = row.email_verified_at === null ? [] : await uow.readAuth(selectAddressedTenants({ emailKey }));
  const isSeen = ({ tenant_id: id }: { tenant_id: string }) => !isBound || id === tenantId;
  return {
    id: userId,
    emailKey,
    memberships: memberships.filter(isSeen),
    addressedIn: addressed.filter(isSeen).map(({ tenant_id: id }) => id),
  };
}
