/** Set-up, login, logout. */
import type { Id, Role } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { checkPassword, hashPassword } from '../../platform/crypto/passwords.ts';
import { constantTimeEqual, hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  deleteOldSessions,
  deleteSession,
  insertMembership,
  insertOrganization,
  insertSession,
  insertTenant,
  insertUser,
  lockInstallation,
  selectAccount,
  selectHasOrganization,
  selectSession,
  updateSetupToken,
  type AccountRow,
} from './store.ts';

export type AccountDependencies = { uow: UnitOfWork };
export type SessionView = {
  user: { id: Id<'user'>; name: string; email: string };
  organization: { id: Id<'organization'>; name: string; plan: string };
  role: Role;
  expires_at: string;
};
export type NewSession = { token: string; view: SessionView };

/** Absolute end of a session, whatever is done in it (decisions §8). */
const SESSION_HOURS = 12;
/** Default of the organization's idle limit (interface.md part 8). */
export const IDLE_MINUTES = 30;

export async function needsSetup({ uow }: AccountDependencies): Promise<boolean> {
  const [row] = await uow.runAuth((tx) => tx.query(selectHasOrganization()));
  return !row?.found;
}

/** Makes the operator's organization with its two tenants and its owner, and logs the owner in. The link works once. */
export async function setUp(
  { uow }: AccountDependencies,
  context: RequestContext,
  input: { token: string; organization: string; name: string; email: string; password: string },
): Promise<NewSession> {
  const passwordHash = await hashPassword(input.password);
  return uow.runAuth(async (tx) => {
    const [installations, exists] = await tx.queryAll([lockInstallation(), selectHasOrganization()]);
    if ((exists?.[0] as { found: boolean } | undefined)?.found) throw new AppError('SETUP_DONE');
    const expected = (installations?.[0] as { setup_token_hash: Buffer | null } | undefined)?.setup_token_hash;
    if (!expected || !constantTimeEqual(hashToken(input.token), expected)) throw new AppError('SETUP_LINK_INVALID');
    const ids = { organization: newId('organization', tx.now), user: newId('user', tx.now) };
    const tenants = { live: newId('tenant', tx.now), sandbox: newId('tenant', tx.now) };
    tx.write(insertUser(ids.user, input.email, input.email.toLowerCase(), input.name, passwordHash, tx.now));
    for (const environment of ['live', 'sandbox'] as const) {
      const tenantId = tenants[environment];
      tx.write(insertTenant(tenantId, ids.organization, environment, tx.now));
      tx.write(insertOrganization(tenantId, ids.organization, input.organization, environment === 'live', tx.now));
      tx.write(insertMembership(tenantId, ids.user, 'owner', tx.now));
    }
    tx.write(updateSetupToken(null));
    const session = await startSession(tx, input.email);
    tx.enter({ role: 'app', tenantId: tenants.live });
    await uow.recorder.record(tx, tenants.live, tenants.live, {
      action: 'installation.set-up',
      actor: { kind: 'user', id: ids.user },
      target: { kind: 'organization', id: ids.organization },
      data: {},
      personal: { personId: ids.user, fields: { name: input.name, email: input.email, ...network(context) } },
    });
    return session;
  });
}

/** The same answer, in the same time, for a wrong password and an unknown address. */
export async function logIn(
  { uow }: AccountDependencies,
  context: RequestContext,
  input: { email: string; password: string },
): Promise<NewSession> {
  const [account] = await uow.runAuth((tx) => tx.query(selectAccount(input.email.toLowerCase())));
  const correct = await checkPassword(account?.password_hash, input.password);
  const session = await uow.runAuth(async (tx) => {
    const started = correct ? await startSession(tx, input.email) : undefined;
    if (account) await recordAccount(uow, tx, context, account, correct ? 'user.logged-in' : 'user.login-failed');
    return started;
  });
  if (!session) throw new AppError('INVALID_CREDENTIALS');
  return session;
}

type Account = { tenant_id: string; user_id: string };

function recordAccount(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext,
  { tenant_id: tenantId, user_id: userId }: Account,
  action: 'user.logged-in' | 'user.login-failed' | 'user.logged-out',
): Promise<void> {
  tx.enter({ role: 'app', tenantId });
  return uow.recorder.record(tx, tenantId, tenantId, {
    action,
    actor: { kind: 'user', id: userId },
    target: { kind: 'user', id: userId },
    data: {},
    personal: { personId: userId, fields: network(context) },
  });
}

async function startSession(tx: Tx, email: string): Promise<NewSession> {
  const token = randomToken();
  const expiresAt = new Date(tx.now.getTime() + SESSION_HOURS * 3_600_000);
  const [account] = await tx.query(selectAccount(email.toLowerCase()));
  if (!account) throw new AppError('INVALID_CREDENTIALS');
  // Whoever comes takes out what nobody can use any more.
  tx.write(deleteOldSessions(tx.now));
  tx.write(insertSession(hashToken(token), account.user_id, account.tenant_id, tx.now, expiresAt));
  return { token, view: sessionView(account, expiresAt) };
}

export async function logOut({ uow }: AccountDependencies, context: RequestContext<UserPrincipal>): Promise<void> {
  const { principal } = context;
  await uow.runAuth(async (tx) => {
    tx.write(deleteSession(principal.sessionHash));
    await recordAccount(
      uow,
      tx,
      context,
      { tenant_id: principal.tenantId, user_id: principal.userId },
      'user.logged-out',
    );
  });
}

export async function getSession({ uow }: AccountDependencies, { sessionHash }: UserPrincipal): Promise<SessionView> {
  const [row] = await uow.runAuth((tx) => tx.query(selectSession(sessionHash)));
  if (!row) throw new AppError('UNAUTHORIZED');
  return sessionView(row, row.expires_at);
}

function sessionView(row: AccountRow, expiresAt: Date): SessionView {
  return {
    user: { id: row.user_id as Id<'user'>, name: row.name, email: row.email },
    organization: { id: row.organization_id as Id<'organization'>, name: row.organization, plan: row.plan },
    role: row.role,
    expires_at: expiresAt.toISOString(),
  };
}

function network(context: RequestContext): Record<string, string> {
  return { address: context.address, user_agent: context.userAgent.slice(0, 300) };
}
