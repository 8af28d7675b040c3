/** Members: their identity, their roles, and how they leave. */
import type { Member, Role } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { pageAsked, paged } from '../../platform/paging.ts';
import type { MemberPrincipal, RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  type AccountDependencies,
  deleteSessionsIn,
  proveOwnPassword,
  queueMail,
  recordIn,
  selectTenants,
  type TenantRow,
} from '../accounts/index.ts';
import { type Actor, decideRemoval, decideRoleChange } from './domain.ts';
import { actorOf, nameOf, tenantsOf } from './organization.ts';
import {
  countMembers,
  deleteMembership,
  endKeysOf,
  lockOwners,
  type MemberRow,
  moveKeys,
  moveTemplates,
  selectMember,
  selectMembers,
  selectOrganization,
  updateRole,
} from './store.ts';
import { changeDocumentOwner, keepHeldOfOwner } from '../document-core/index.ts';

export type PageQuery = { page: number; pageSize: number; search?: string | undefined };

export function paginationOf({ page, pageSize }: PageQuery, total: number) {
  const totalPages = Math.ceil(total / pageSize);
  return { page, pageSize, total, totalIsExact: true, totalPages, hasMore: page < totalPages };
}

export async function listMembers(
  { uow, linkKey }: AccountDependencies,
  principal: MemberPrincipal,
  query: PageQuery & { cursor?: string | undefined },
) {
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const search = query.search ?? null;
    const binding = ['members', live, search];
    const [rows, counts] = await tx.queryAll([
      selectMembers({ tenantId: live, search, ...pageAsked(linkKey, binding, query) }),
      countMembers(live, search),
    ]);
    const { shown, pagination } = paged(linkKey, binding, query, {
      rows,
      total: counts[0]?.count ?? 0,
      placeOf: (row) => ({ value: row.name, id: row.id }),
    });
    return { members: shown.map(memberView), pagination };
  });
}

export async function updateMember(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  userId: string,
  role: Role,
): Promise<Member> {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { tenants, target, owners, organization } = await openMembers(tx, principal, userId);
    const refused = decideRoleChange(actorIn(principal), { userId, role: target.role }, role, owners);
    if (refused) throw new AppError(refused, refused === 'LAST_OWNER' ? { userId } : {});
    if (target.role === role) return memberView(target);
    if (role === 'owner') refuseDeactivated(target);
    await setRole(uow, tx, context, { tenants, target, role, organization });
    return memberView({ ...target, role });
  });
}

/** The old and the new owner swap roles in one transaction, so there is always an owner. */
export async function transferOwnership(
  dependencies: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  const { uow } = dependencies;
  const { principal } = context;
  await proveOwnPassword(dependencies, context, password);
  await uow.runAuth(async (tx) => {
    const { tenants, target, self, organization } = await openMembers(tx, principal, userId);
    // Another session has already transferred ownership.
    if (self?.role !== 'owner') throw new AppError('FORBIDDEN');
    if (target.id === self.id) return;
    refuseDeactivated(target);
    await setRole(uow, tx, context, { tenants, target, role: 'owner', organization });
    await setRole(uow, tx, context, { tenants, target: self, role: 'admin', organization });
  });
}

export async function removeMember(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  userId: string,
  { handOverKeys }: { handOverKeys: boolean },
): Promise<{ documents: number; keysEnded: number; keysHandedOver: number }> {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { live, tenants, target, owners, ownerIds, organization } = await openMembers(tx, principal, userId);
    const refused = decideRemoval(actorIn(principal), { userId, role: target.role }, owners);
    if (refused) throw new AppError(refused, refused === 'LAST_OWNER' ? { userId } : {});
    // A removed member's objects go to the person who removes the member. If a member leaves, their objects go to the
    // first owner.
    const heir = principal.userId === userId ? ownerIds.find((id) => id !== userId) : principal.userId;
    if (heir === undefined) throw new AppError('LAST_OWNER', { userId });
    const moved = await moveBelongings(tx, tenants, userId, heir, handOverKeys);
    await recordIn(uow, tx, context, live, {
      action: 'member.removed',
      actor: actorOf(principal),
      target: { kind: 'user', id: userId },
      data: { ...moved, heir, left: principal.userId === userId },
    });
    const by = await nameOf(tx, principal);
    if (principal.userId !== userId)
      await queueMail(uow, tx, {
        mail: 'removed',
        to: target.email,
        name: target.name,
        by,
        organization,
        tenantId: live,
      });
    return moved;
  });
}

/**
 * Removes a person whose account is being deleted. Their objects go to the first other owner, if there is one, and
 * their keys are revoked. Returns false if the organization would be left without an owner. Runs in the `auth` role.
 */
export async function leaveOrganization(uow: UnitOfWork, tx: Tx, live: string, userId: string): Promise<boolean> {
  const tenants = await tx.query(selectTenants(live));
  tx.enter({ role: 'app', tenantId: live });
  const [owners, [organization]] = await tx.queryAll([lockOwners(live), selectOrganization(live)]);
  const heir = owners.find(({ user_id: id }) => id !== userId)?.user_id;
  const isEnding = organization?.deleted_at !== null || organization.delete_at !== null;
  if (heir === undefined && !isEnding) return false;
  const moved = await moveBelongings(tx, tenants, userId, heir ?? userId, false);
  tx.enter({ role: 'app', tenantId: live });
  await uow.recorder.record(tx, live, live, {
    action: 'member.removed',
    actor: { kind: 'system', id: 'deletion' },
    target: { kind: 'user', id: userId },
    data: { ...moved, heir: heir ?? null, left: true },
  });
  return true;
}

async function moveBelongings(
  tx: Tx,
  tenants: readonly TenantRow[],
  userId: string,
  heir: string,
  handOverKeys: boolean,
): Promise<{ documents: number; keysEnded: number; keysHandedOver: number }> {
  const moved = { documents: 0, keysEnded: 0, keysHandedOver: 0 };
  for (const { tenant_id: tenantId } of tenants) {
    tx.enter({ role: 'app', tenantId });
    const keys = handOverKeys ? moveKeys(tenantId, userId, heir) : endKeysOf(tenantId, userId, tx.now);
    tx.write(keepHeldOfOwner(tenantId, userId));
    const [documents, ended] = await tx.queryAll([changeDocumentOwner({ tenantId, from: userId, to: heir }), keys]);
    moved.documents += documents.length;
    moved[handOverKeys ? 'keysHandedOver' : 'keysEnded'] += ended.length;
    tx.write(moveTemplates(tenantId, userId, heir));
    tx.write(deleteMembership(tenantId, userId));
    tx.enter({ role: 'auth' });
    tx.write(deleteSessionsIn(tenantId, userId));
  }
  return moved;
}

type OpenMembers = {
  live: string;
  tenants: TenantRow[];
  organization: string;
  target: MemberRow;
  self: MemberRow | undefined;
  owners: number;
  ownerIds: string[];
};

/** Takes the lock that serializes changes of members. Leaves the transaction in the `app` role. */
export async function openMembers(tx: Tx, principal: MemberPrincipal, userId: string): Promise<OpenMembers> {
  const { live, all } = await tenantsOf(tx, principal.tenantId);
  tx.enter({ role: 'app', tenantId: live });
  await tx.query(lockOwners(live));
  const [owners, [target], [self], [organization]] = await tx.queryAll([
    lockOwners(live),
    selectMember(live, userId),
    selectMember(live, principal.userId),
    selectOrganization(live),
  ]);
  if (!target) throw new AppError('MEMBER_NOT_FOUND', { userId });
  return {
    live,
    tenants: all,
    organization: organization?.name ?? '',
    target,
    self,
    owners: owners.length,
    ownerIds: owners.map(({ user_id: id }) => id),
  };
}

/** Ownership cannot be transferred to a member who cannot sign in. */
function refuseDeactivated({ id, deactivated_at: at }: MemberRow): void {
  if (at !== null) throw new AppError('MEMBER_DEACTIVATED', { userId: id });
}

/**
 * An API key acts as an admin at most and belongs to no user, so it cannot perform operations that people may perform
 * only on their own membership.
 */
export function actorIn(principal: MemberPrincipal): Actor {
  return principal.kind === 'user'
    ? { userId: principal.userId, role: principal.role }
    : { userId: null, role: principal.role };
}

async function setRole(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext<MemberPrincipal>,
  {
    tenants,
    target,
    role,
    organization,
  }: { tenants: readonly TenantRow[]; target: MemberRow; role: Role; organization: string },
): Promise<void> {
  const { principal } = context;
  for (const { tenant_id: tenantId } of tenants) {
    tx.enter({ role: 'app', tenantId });
    tx.write(updateRole(tenantId, target.id, role));
  }
  const live = tenants.find(({ environment }) => environment === 'live')?.tenant_id ?? '';
  await recordIn(uow, tx, context, live, {
    action: 'member.role-changed',
    actor: actorOf(principal),
    target: { kind: 'user', id: target.id },
    data: { from: target.role, to: role },
  });
  const by = await nameOf(tx, principal);
  const { email: to, name } = target;
  if (principal.kind !== 'user' || principal.userId !== target.id)
    await queueMail(uow, tx, { mail: 'role-changed', to, name, by, organization, detail: role, tenantId: live });
}

export function memberView(row: MemberRow): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    email_verified: row.email_verified_at !== null,
    joined_at: row.joined_at.toISOString(),
    last_login_at: row.last_login_at?.toISOString() ?? null,
    deactivated_at: row.deactivated_at?.toISOString() ?? null,
  };
}
