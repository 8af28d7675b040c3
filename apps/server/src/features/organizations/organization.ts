/** An organization, its settings, its deletion, and the organizations to which a person belongs. */
import { type Id, type Organization, readSettings } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import type { Party } from '../../platform/audit/recorder.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { isBound, type MemberPrincipal, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { refuseForeignSession } from '../../platform/step-up.ts';
import {
  type AccountDependencies,
  lockUser,
  type NewSession,
  proveOwnPassword,
  queueMail,
  recordIn,
  recordOwn,
  rotateSession,
  selectAccounts,
  selectOperatorTenant,
  selectTenants,
  selectUser,
  sessionView,
  type TenantRow,
  updateLastTenant,
  writeOrganization,
} from '../accounts/index.ts';
import { lockHolds } from '../legal-holds/index.ts';
import { continuations } from './reactions.ts';
import { DELETION_DAYS, MAX_OWNED } from './domain.ts';
import {
  lockOrganization,
  type OrganizationRow,
  scheduleDeletion,
  selectAdministrators,
  selectOrganization,
  selectStandingHold,
} from './store.ts';

const DAY_MS = 86_400_000;

export type OrganizationEntry = {
  id: Id<'organization'>;
  name: string;
  plan: string;
  role: UserPrincipal['role'];
  current: boolean;
};

/**
 * Returns the tenants of an organization, the live tenant first. Runs in the `auth` role and leaves the transaction
 * there.
 */
export async function tenantsOf(tx: Tx, tenantId: string): Promise<{ live: string; all: TenantRow[] }> {
  tx.enter({ role: 'auth' });
  const all = await tx.query(selectTenants(tenantId));
  const live = all.find(({ environment }) => environment === 'live');
  if (!live) throw new Error(`tenant ${tenantId} has no live organization`);
  return { live: live.tenant_id, all };
}

export function actorOf(principal: MemberPrincipal): Party {
  if (principal.kind === 'user') return { kind: 'user', id: principal.userId };
  return principal.kind === 'api-key' ? { kind: 'api-key', id: principal.keyId } : { kind: 'service', id: 'service' };
}

// ------------------------------------------------------------------ a person's organizations
export async function listOrganizations(uow: UnitOfWork, principal: UserPrincipal): Promise<OrganizationEntry[]> {
  const rows = await uow.readAuth(selectAccounts(principal.userId));
  const seen = isBound(principal) ? rows.filter((row) => row.organization_id === principal.organizationId) : rows;
  return seen.map((row) => ({
    id: row.organization_id,
    name: row.organization,
    plan: row.plan,
    role: row.role,
    current: row.organization_id === principal.organizationId,
  }));
}

export async function createOrganization(
  { uow, startingPlan }: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  { name }: { name: string },
): Promise<OrganizationEntry> {
  const { principal } = context;
  refuseForeignSession(principal);
  // People in the operator's organization are known to the operator. Everyone else must first confirm an address.
  if (!principal.emailVerified && !principal.isOperator) throw new AppError('EMAIL_NOT_VERIFIED');
  return uow.runAuth(async (tx) => {
    // The user is locked, so that each of several concurrent requests counts the organizations created before it.
    await tx.query(lockUser(principal.userId));
    const owned = (await tx.query(selectAccounts(principal.userId))).filter(({ role }) => role === 'owner');
    if (owned.length >= MAX_OWNED) throw new AppError('TOO_MANY_ORGANIZATIONS');
    const made = writeOrganization(tx, {
      name,
      ownerId: principal.userId,
      isOperator: false,
      plan: startingPlan,
    });
    const who = { tenantId: made.live, userId: principal.userId };
    await recordOwn(uow, tx, context, {
      who,
      action: 'organization.created',
      more: { data: { organization: made.id } },
    });
    return { id: made.id, name, plan: startingPlan, role: 'owner', current: false };
  });
}

/**
 * Continues the session in another organization under a new token. Open pages of the first organization are signed out.
 */
export async function switchOrganization(
  { uow }: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  { organizationId }: { organizationId: string },
): Promise<Pick<NewSession, 'token' | 'view'>> {
  const { principal } = context;
  refuseForeignSession(principal);
  return uow.runAuth(async (tx) => {
    const accounts = await tx.query(selectAccounts(principal.userId));
    const account = accounts.find((row) => row.organization_id === organizationId);
    if (!account) throw new AppError('ORGANIZATION_NOT_FOUND', { organizationId });
    const token = randomToken();
    const [rotated] = await tx.query(rotateSession(principal.sessionHash, hashToken(token), account.tenant_id));
    if (!rotated) throw new AppError('UNAUTHORIZED');
    tx.write(updateLastTenant(principal.userId, account.tenant_id));
    const who = { tenantId: account.tenant_id, userId: principal.userId };
    await recordOwn(uow, tx, context, { who, action: 'user.switched-organization' });
    return { token, view: sessionView(account, rotated) };
  });
}

// ------------------------------------------------------------------ settings
export async function getOrganization(uow: UnitOfWork, principal: MemberPrincipal): Promise<Organization> {
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    return readOrganization(tx, principal, live);
  });
}

async function readOrganization(tx: Tx, principal: MemberPrincipal, live: string): Promise<Organization> {
  tx.enter({ role: 'app', tenantId: live });
  const [row] = await tx.query(selectOrganization(live));
  if (!row) throw new AppError('ORGANIZATION_NOT_FOUND');
  return organizationView(row, principal);
}

// ------------------------------------------------------------------ deletion
export async function deleteOrganization(
  dependencies: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  { password }: { password: string },
): Promise<Organization> {
  const { uow } = dependencies;
  const { principal } = context;
  if (principal.isOperator) throw new AppError('OPERATOR_ORGANIZATION');
  await proveOwnPassword(dependencies, context, password);
  return uow.runAuth(async (tx) => {
    const { live, all } = await tenantsOf(tx, principal.tenantId);
    if (await isHeld(tx, all)) throw new AppError('LEGAL_HOLD');
    tx.enter({ role: 'app', tenantId: live });
    const [, rows] = await tx.queryAll([lockOrganization(live), selectOrganization(live)]);
    const row = certainRow(rows);
    if (row.delete_at) throw new AppError('DELETION_SCHEDULED', { delete_at: row.delete_at.toISOString() });
    const deleteAt = new Date(tx.now.getTime() + DELETION_DAYS * DAY_MS);
    tx.write(scheduleDeletion(live, tx.now, deleteAt));
    uow.recorder.start(tx, live, continuations.deletionScheduled, {
      organizationId: row.id,
      requestedBy: principal.userId,
      runAt: deleteAt,
    });
    await recordIn(uow, tx, context, live, {
      action: 'organization.deletion-scheduled',
      actor: actorOf(principal),
      target: { kind: 'organization', id: row.id },
      data: { delete_at: deleteAt.toISOString(), documents_in_progress: row.in_progress },
    });
    const view = await readOrganization(tx, principal, live);
    const detail = deleteAt.toISOString().slice(0, 10);
    await notifyAdministrators(uow, tx, live, principal, {
      mail: 'organization-deletion',
      organization: row.name,
      detail,
    });
    return view;
  });
}

/**
 * Returns whether a legal hold covers any of the tenants. If the result is false, no hold can be placed until the
 * transaction ends. Leaves the transaction in the `app` role.
 */
export async function isHeld(tx: Tx, tenants: readonly TenantRow[]): Promise<boolean> {
  for (const { tenant_id: tenantId } of tenants) {
    tx.enter({ role: 'app', tenantId });
    const [, [hold]] = await tx.queryAll([lockHolds(), selectStandingHold(tenantId)]);
    if (hold) return true;
  }
  return false;
}

/**
 * Notifies all owners and admins, including the person who acted, because someone else could have made the change in
 * that person's session. Leaves the transaction in the `auth` role.
 */
export async function notifyAdministrators(
  uow: UnitOfWork,
  tx: Tx,
  live: string,
  { userId }: UserPrincipal,
  mail: { mail: 'organization-deletion' | 'sso-changed'; organization: string; detail: string },
): Promise<void> {
  tx.enter({ role: 'auth' });
  const administrators = await tx.query(selectAdministrators(live));
  const by = administrators.find(({ id }) => id === userId)?.name ?? '';
  for (const { email, name } of administrators) await queueMail(uow, tx, { ...mail, to: email, name, by });
}

/**
 * Notifies all owners and admins of events without an actor, such as due dates and reports. Leaves the transaction in
 * the `auth` role.
 */
export async function mailAdministrators(
  uow: UnitOfWork,
  tx: Tx,
  live: string,
  mail: {
    mail: 'incident-reported' | 'incident-due' | 'incident-overdue' | 'sub-processors-changed';
    organization: string;
    by: string;
    detail: string;
    linkId?: string;
  },
): Promise<void> {
  tx.enter({ role: 'auth' });
  for (const { email, name } of await tx.query(selectAdministrators(live)))
    await queueMail(uow, tx, { ...mail, tenantId: live, to: email, name });
}

/** The recipients are the installation's operators and the affected organization. Each person gets one e-mail. */
export async function notifyOperators(
  uow: UnitOfWork,
  tx: Tx,
  mail: { mail: 'file-damaged' | 'clock-jumped' | 'backup-trouble'; detail: string },
  tenantId?: string,
): Promise<void> {
  tx.enter({ role: 'auth' });
  const [operator] = await tx.query(selectOperatorTenant());
  if (!operator) return;
  const live = tenantId === undefined ? operator.tenant_id : (await tenantsOf(tx, tenantId)).live;
  const notified = new Set<string>();
  for (const tenant of new Set([operator.tenant_id, live])) {
    for (const { id, email, name } of await tx.query(selectAdministrators(tenant))) {
      if (notified.has(id)) continue;
      notified.add(id);
      await queueMail(uow, tx, { ...mail, to: email, name });
    }
  }
}

export async function cancelOrganizationDeletion(
  uow: UnitOfWork,
  context: RequestContext<UserPrincipal>,
): Promise<Organization> {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const [, rows] = await tx.queryAll([lockOrganization(live), selectOrganization(live)]);
    const row = certainRow(rows);
    if (!row.delete_at) throw new AppError('NO_DELETION_SCHEDULED');
    tx.write(scheduleDeletion(live, null, null));
    await recordIn(uow, tx, context, live, {
      action: 'organization.deletion-cancelled',
      actor: actorOf(principal),
      target: { kind: 'organization', id: row.id },
    });
    return organizationView({ ...row, delete_at: null, delete_requested_at: null }, principal);
  });
}

function logoOf(row: OrganizationRow): Organization['logo'] {
  const { logo_width: width, logo_height: height, logo_sha256: sha256, logo_changed_at: changedAt } = row;
  if (width === null || height === null || sha256 === null || changedAt === null) return null;
  return { width, height, sha256, changed_at: changedAt.toISOString() };
}

export function organizationView(row: OrganizationRow, principal: MemberPrincipal): Organization {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    role: principal.kind === 'user' ? principal.role : null,
    settings: readSettings(row.settings),
    settings_revision: row.settings_revision,
    logo: logoOf(row),
    created_at: row.created_at.toISOString(),
    deletion:
      row.delete_at && row.delete_requested_at
        ? {
            requested_at: row.delete_requested_at.toISOString(),
            delete_at: row.delete_at.toISOString(),
            documents_in_progress: row.in_progress,
          }
        : null,
  };
}

/** Returns the name of a person, or of the creator of a key. */
export async function nameOf(tx: Tx, principal: MemberPrincipal): Promise<string> {
  tx.enter({ role: 'auth' });
  const [user] = await tx.query(selectUser(principal.userId));
  return user?.name ?? '';
}
