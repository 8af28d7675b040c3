/** Invitations. Opening the link proves the address, and nobody becomes a member without accepting. */
import { addressKey, type Id, type InputOf, type Invitation, type operations, type Role } from '@countersign/contract';
import type { Party } from '../../platform/audit/recorder.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { refuseForeignSession } from '../../platform/step-up.ts';
import {
  type AccountDependencies,
  DEFAULT_MIN_LENGTH,
  insertMembership,
  insertUser,
  type NewSession,
  queueMail,
  readInvitationLink,
  recordIn,
  recordOwn,
  refuseWeakPassword,
  rotateSession,
  selectAccounts,
  selectUserByEmail,
  sessionView,
  startSession,
  updateLastTenant,
  updateVerified,
  takeMail,
} from '../accounts/index.ts';
import { requireSeat } from '../plans/index.ts';
import { INVITATION_DAYS } from './domain.ts';
import { actorOf, nameOf, tenantsOf } from './organization.ts';
import {
  insertInvitation,
  type InvitationRow,
  lockOrganization,
  revokeInvitationRow,
  revokeInvitationsTo,
  selectInvitation,
  selectInvitations,
  selectMember,
  selectMemberByEmail,
  selectOpenTo,
  selectOrganization,
  useInvitation,
} from './store.ts';

/** The person or key on whose behalf someone is invited, and the evidence for the trail. */
export type Inviter = { actor: Party; userId: string; address: string; userAgent: string };
export type InvitationInput = {
  email: string;
  role: 'admin' | 'member';
  name?: string | undefined;
  /** The time when the e-mail is due, for bulk invitations. */
  sendAt?: Date;
  /** An open invitation with a different role is refused instead of replaced. */
  keepsRole?: true;
};

export async function createInvitation(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  input: InvitationInput,
): Promise<{ invitation: Invitation; renewed: boolean }> {
  await takeMail(uow, context.principal.userId, input.email);
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, context.principal.tenantId);
    const by = await nameOf(tx, context.principal);
    const { principal, address, userAgent } = context;
    const inviter = { actor: actorOf(principal), userId: principal.userId, address, userAgent };
    tx.enter({ role: 'app', tenantId: live });
    // A lock serializes invitations, so the open invitation that is read here is the one to replace.
    const [, open] = await tx.queryAll([lockOrganization(live), selectOpenTo(live, tx.now, addressKey(input.email))]);
    const invitation = await invite(uow, tx, inviter, { live, by }, { ...input, keepsRole: true });
    if (!invitation) throw new AppError('ALREADY_MEMBER', { email: input.email });
    return { invitation, renewed: open.length > 0 };
  });
}

/**
 * Invites a person. Returns undefined if the person is already a member. An open invitation to the same address ends,
 * including its link.
 */
export async function invite(
  uow: UnitOfWork,
  tx: Tx,
  inviter: Inviter,
  { live, by }: { live: string; by: string },
  { email, role, name, sendAt, keepsRole }: InvitationInput,
): Promise<Invitation | undefined> {
  const emailKey = addressKey(email);
  tx.enter({ role: 'app', tenantId: live });
  // The lock serializes invitations, so if two go to the same address, only the later one stays open.
  const [, members, organizations, [open]] = await tx.queryAll([
    lockOrganization(live),
    selectMemberByEmail(live, emailKey),
    selectOrganization(live),
    selectOpenTo(live, tx.now, emailKey),
  ]);
  if (members.length > 0) return undefined;
  if (keepsRole && open && open.role !== role)
    throw new AppError('ALREADY_INVITED', { email, invitationId: open.id, role: open.role });
  await requireSeat(tx, live, { invitedAs: emailKey });
  const organization = organizations[0]?.name ?? '';
  const id = newId('invitation', tx.now);
  const expiresAt = new Date(tx.now.getTime() + INVITATION_DAYS * 86_400_000);
  tx.write(revokeInvitationsTo(live, emailKey, tx.now));
  tx.write(
    insertInvitation({
      tenantId: live,
      id,
      email,
      emailKey,
      name: name ?? null,
      role,
      invitedBy: inviter.userId,
      createdAt: tx.now,
      expiresAt,
    }),
  );
  await recordIn(uow, tx, inviter, live, {
    action: 'invitation.sent',
    actor: inviter.actor,
    target: { kind: 'invitation', id },
    data: { role },
    fields: { email, name: name ?? '' },
  });
  await queueMail(uow, tx, {
    mail: 'invitation',
    sendAt,
    to: email,
    name: name ?? '',
    linkId: id,
    tenantId: live,
    organization,
    by,
    detail: role,
  });
  return {
    id,
    email,
    name: name ?? null,
    role,
    invited_by: by,
    created_at: tx.now.toISOString(),
    expires_at: expiresAt.toISOString(),
    bounced: null,
  };
}

export async function listInvitations(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  query: InputOf<(typeof operations)['listInvitations']>['query'],
) {
  const { pageSize, cursor = null } = query;
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const rows = await tx.query(selectInvitations(live, tx.now, cursor, pageSize + 1));
    const invitations = rows.slice(0, pageSize).map(invitationView);
    const hasMore = rows.length > pageSize;
    return { invitations, pagination: { hasMore, nextCursor: hasMore ? (invitations.at(-1)?.id ?? null) : null } };
  });
}

export async function revokeInvitation(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  id: string,
): Promise<void> {
  await uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, context.principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const [revoked] = await tx.query(revokeInvitationRow(live, id, tx.now));
    if (!revoked) throw new AppError('INVITATION_NOT_FOUND', { invitationId: id });
    await recordIn(uow, tx, context, live, {
      action: 'invitation.revoked',
      actor: actorOf(context.principal),
      target: { kind: 'invitation', id },
    });
  });
}

// ------------------------------------------------------------------ operations for the holder of an invitation link
type Opened = { tenantId: Id<'tenant'>; row: InvitationRow };

async function openLink({ uow, linkKey }: AccountDependencies, token: string): Promise<Opened> {
  const link = readInvitationLink(linkKey, token);
  if (!link) throw new AppError('MAIL_LINK_INVALID');
  const [row] = await uow.read(link.tenantId, selectInvitation(link.tenantId, uow.now(), link.invitationId));
  if (!row) throw new AppError('MAIL_LINK_INVALID');
  return { tenantId: link.tenantId, row };
}

/**
 * By opening the link, the holder has proved access to the mailbox, so they may know whether the address has an
 * account.
 */
export async function previewInvitation(dependencies: AccountDependencies, { token }: { token: string }) {
  const { row } = await openLink(dependencies, token);
  const [user] = await dependencies.uow.readAuth(selectUserByEmail(addressKey(row.email)));
  return {
    email: row.email,
    name: row.name,
    organization: row.organization,
    role: row.role,
    invited_by: row.invited_by,
    expires_at: row.expires_at.toISOString(),
    has_account: user !== undefined,
  };
}

/**
 * For a new person, creates an account with a confirmed address and signs in. A person who has an account signs in and
 * accepts the invitation.
 */
export async function registerInvited(
  dependencies: AccountDependencies,
  context: RequestContext,
  input: { email: string; password: string; name: string; invitationToken: string },
): Promise<NewSession> {
  const { uow } = dependencies;
  if (dependencies.registration === 'off') throw new AppError('REGISTRATION_CLOSED');
  const { tenantId, row } = await openLink(dependencies, input.invitationToken);
  const emailKey = addressKey(row.email);
  if (addressKey(input.email) !== emailKey)
    throw invalid('email', 'must be the address that the invitation was sent to', 'another_address');
  const [organization] = await uow.read(tenantId, selectOrganization(tenantId));
  await refuseWeakPassword(input.password, {
    minLength: organization?.settings.password_min_length ?? DEFAULT_MIN_LENGTH,
    name: input.name,
    email: row.email,
    organizations: [row.organization],
  });
  const hash = await hashPassword(input.password);
  return uow
    .runAuth(async (tx) => {
      await claim(tx, tenantId, row.id);
      const userId = newId('user', tx.now);
      tx.enter({ role: 'auth' });
      tx.write(
        insertUser({
          id: userId,
          email: row.email,
          emailKey,
          name: input.name,
          passwordHash: hash,
          createdAt: tx.now,
          emailVerifiedAt: tx.now,
        }),
      );
      await join(uow, tx, context, { tenantId, userId, role: row.role, invitationId: row.id });
      const session = await startSession(uow, tx, context, { userId, method: 'password', tenantId });
      const user = { id: userId, email: row.email, name: input.name };
      await recordOwn(uow, tx, context, {
        who: { tenantId, userId },
        action: 'user.registered',
        more: {
          data: { invitation: row.id },
          fields: { name: user.name, email: user.email },
          event: { kind: 'user.created', data: { userId, user } },
        },
      });
      return session;
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'users_email_key_key')) throw new AppError('ACCOUNT_EXISTS', {}, { cause: error });
      throw error;
    });
}

/**
 * Accepts an invitation for a signed-in person whose account has the invited address. The session continues in the new
 * organization.
 */
export async function acceptInvitation(
  dependencies: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  { token }: { token: string },
): Promise<Pick<NewSession, 'token' | 'view'>> {
  const { uow } = dependencies;
  const { principal } = context;
  refuseForeignSession(principal);
  const { tenantId, row } = await openLink(dependencies, token);
  if (addressKey(principal.email) !== addressKey(row.email)) throw new AppError('INVITATION_FOR_ANOTHER');
  return uow.runAuth(async (tx) => {
    const before = await tx.query(selectAccounts(principal.userId));
    if (before.some((account) => account.tenant_id === tenantId)) throw new AppError('ALREADY_MEMBER');
    await claim(tx, tenantId, row.id);
    await join(uow, tx, context, { tenantId, userId: principal.userId, role: row.role, invitationId: row.id });
    tx.enter({ role: 'auth' });
    tx.write(updateVerified(principal.userId, tx.now));
    const fresh = randomToken();
    const [rotated] = await tx.query(rotateSession(principal.sessionHash, hashToken(fresh), tenantId));
    tx.write(updateLastTenant(principal.userId, tenantId));
    const account = (await tx.query(selectAccounts(principal.userId))).find((one) => one.tenant_id === tenantId);
    if (!rotated || !account) throw new AppError('UNAUTHORIZED');
    return { token: fresh, view: sessionView(account, rotated) };
  });
}

async function claim(tx: Tx, tenantId: string, invitationId: string): Promise<void> {
  tx.enter({ role: 'app', tenantId });
  await requireSeat(tx, tenantId);
  const [used] = await tx.query(useInvitation(tenantId, tx.now, invitationId));
  if (!used) throw new AppError('MAIL_LINK_INVALID');
}

async function join(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext,
  { tenantId, userId, role, invitationId }: { tenantId: string; userId: string; role: Role; invitationId: string },
): Promise<void> {
  const { all } = await tenantsOf(tx, tenantId);
  tx.enter({ role: 'app', tenantId });
  // The person was deactivated, or single sign-on added them while the invitation was open.
  const [member] = await tx.query(selectMember(tenantId, userId));
  if (member) throw new AppError('ALREADY_MEMBER');
  tx.enter({ role: 'auth' });
  for (const tenant of all) tx.write(insertMembership(tenant.tenant_id, userId, role, tx.now));
  await recordOwn(uow, tx, context, {
    who: { tenantId, userId },
    action: 'member.joined',
    more: {
      data: { role, invitation: invitationId },
    },
  });
  tx.enter({ role: 'auth' });
}

function invitationView(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    bounced: row.bounced,
  };
}
