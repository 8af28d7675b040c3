/**
 * Adds a person to an organization. If the organization has verified the domain of the address, the person becomes a
 * member immediately, because mailboxes there belong to the organization. Otherwise the person gets an invitation to
 * accept. An address that already has an account is always invited, because nobody becomes a member without consent.
 */
import { addressKey, domainOf, type Id, type Invitation, type Role } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  insertMembership,
  insertUser,
  queueMail,
  recordIn,
  selectTenants,
  selectUserByEmail,
} from '../accounts/index.ts';
import { invite, type InvitationInput, type Inviter } from './invitations.ts';
import { selectDomainTenant } from './people-store.ts';
import { requireSeat } from '../plans/index.ts';
import { lockOrganization, revokeInvitationsTo, selectOrganization } from './store.ts';

export type Admitted =
  | { kind: 'created'; id: Id<'user'>; email: string; name: string; role: Role; createdAt: Date }
  | { kind: 'invited'; invitation: Invitation };

/** Returns undefined if the person is already a member, whether active or deactivated. */
export async function admit(
  uow: UnitOfWork,
  tx: Tx,
  inviter: Inviter,
  { live, by }: { live: string; by: string },
  input: InvitationInput,
): Promise<Admitted | undefined> {
  const { email, role, name, sendAt } = input;
  const emailKey = addressKey(email);
  tx.enter({ role: 'auth' });
  const [[domain], [known]] = await tx.queryAll([selectDomainTenant(domainOf(email)), selectUserByEmail(emailKey)]);
  if (known || domain?.tenant_id !== live || name === undefined) {
    const invitation = await invite(uow, tx, inviter, { live, by }, input);
    return invitation && { kind: 'invited', invitation };
  }
  tx.enter({ role: 'app', tenantId: live });
  const [, rows] = await tx.queryAll([lockOrganization(live), selectOrganization(live)]);
  const organization = rows[0]?.name ?? '';
  await requireSeat(tx, live, { invitedAs: emailKey });
  tx.write(revokeInvitationsTo(live, emailKey, tx.now));
  tx.enter({ role: 'auth' });
  const id = newId('user', tx.now);
  // Mailboxes in a verified domain belong to the organization, so the address counts as confirmed.
  tx.write(insertUser({ id, email, emailKey, name, passwordHash: null, createdAt: tx.now, emailVerifiedAt: tx.now }));
  for (const { tenant_id: tenantId } of await tx.query(selectTenants(live)))
    tx.write(insertMembership(tenantId, id, role, tx.now));
  await recordIn(uow, tx, inviter, live, {
    action: 'member.created',
    actor: inviter.actor,
    target: { kind: 'user', id },
    data: { role },
    fields: { email, name },
    event: { kind: 'user.created', data: { userId: id, user: { id, email, name } } },
  });
  await queueMail(uow, tx, {
    mail: 'account-created',
    sendAt,
    to: email,
    name,
    linkId: newId('emailToken', tx.now),
    tenantId: live,
    organization,
    by,
    detail: role,
  });
  return { kind: 'created', id, email, name, role, createdAt: tx.now };
}
