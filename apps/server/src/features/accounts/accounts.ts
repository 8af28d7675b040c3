/** Set-up, login, logout. */
import type { Id, Role } from '@countersign/contract';
import type { Recorder } from '../../platform/audit/recorder.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { checkPassword, hashPassword } from '../../platform/crypto/passwords.ts';
import { constantTimeEqual, hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
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

export type AccountDependencies = { database: Database; clock: Clock; uow: UnitOfWork; recorder: Recorder };
export type SessionView = {
  user: { id: Id<'user'>; name: string; email: string };
  organization: { id: Id<'organization'>; name: string; plan: string };
  role: Role;
  expires_at: string;
};
export type NewSession = { token: string; view: SessionView };

const AUTH = { role: 'auth' } as const;
/** Absolute end of a session, whatever is done in it (decisions §8). */
const SESSION_HOURS = 12;
/** Default of the organization's idle limit (interface.md part 8). */
export const IDLE_MINUTES = 30;

export async function needsSetup({ database }: AccountDependencies): Promise<boolean> {
  const [row] = await database.query(AUTH, selectHasOrganization());
  return !row?.found;
}

/** Makes the operator's organization with its two tenants and its owner, and logs the owner in. The link works once. */
export async function setUp(
  dependencies: AccountDependencies,
  context: RequestContext,
  input: { token: string; organization: string; name: string; email: string; password: string },
): Promise<NewSession> {
  const { database, clock } = dependencies;
  const passwordHash = await hashPassword(input.password);
  const ids = {
    organization: newId('organization'),
    live: newId('tenant'),
    sandbox: newId('tenant'),
    user: newId('user'),
  };
  await database.transaction(
    AUTH,
    () => clock.now(),
    async (tx) => {
      const [installations, exists] = await tx.queryAll([lockInstallation(), selectHasOrganization()]);
      if ((exists?.[0] as { found: boolean } | undefined)?.found) throw new AppError('SETUP_DONE');
      const expected = (installations?.[0] as { setup_token_hash: Buffer | null } | undefined)?.setup_token_hash;
      if (!expected || !constantTimeEqual(hashToken(input.token), expected)) throw new AppError('SETUP_LINK_INVALID');
      tx.write(insertUser(ids.user, input.email, input.email.toLowerCase(), input.name, passwordHash, tx.now));
      for (const environment of ['live', 'sandbox'] as const) {
        tx.write(insertTenant(ids[environment], ids.organization, environment, tx.now));
        tx.write(
          insertOrganization(ids[environment], ids.organization, input.organization, environment === 'live', tx.now),
        );
        tx.write(insertMembership(ids[environment], ids.user, 'owner', tx.now));
      }
      tx.write(updateSetupToken(null));
    },
  );
  const session = await startSession(dependencies, input.email);
  await dependencies.uow.run(ids.live, (tx) =>
    dependencies.recorder.record(tx, ids.live, ids.live, {
      action: 'installation.set-up',
      actor: { kind: 'user', id: ids.user },
      target: { kind: 'organization', id: ids.organization },
      data: {},
      personal: { personId: ids.user, fields: { name: input.name, email: input.email, ...network(context) } },
    }),
  );
  return session;
}

/** The same answer, in the same time, for a wrong password and an unknown address. */
export async function logIn(
  dependencies: AccountDependencies,
  context: RequestContext,
  input: { email: string; password: string },
): Promise<NewSession> {
  const { database } = dependencies;
  const [account] = await database.query(AUTH, selectAccount(input.email.toLowerCase()));
  const correct = await checkPassword(account?.password_hash, input.password);
  if (account) await recordLogin(dependencies, context, account, correct ? 'user.logged-in' : 'user.login-failed');
  if (!correct) throw new AppError('INVALID_CREDENTIALS');
  return startSession(dependencies, input.email);
}

function recordLogin(
  { uow, recorder }: AccountDependencies,
  context: RequestContext,
  account: AccountRow,
  action: 'user.logged-in' | 'user.login-failed',
): Promise<void> {
  return uow.run(account.tenant_id, (tx: Tx) =>
    recorder.record(tx, account.tenant_id, account.tenant_id, {
      action,
      actor: { kind: 'user', id: account.user_id },
      target: { kind: 'user', id: account.user_id },
      data: {},
      personal: { personId: account.user_id, fields: network(context) },
    }),
  );
}

async function startSession({ database, clock }: AccountDependencies, email: string): Promise<NewSession> {
  const token = randomToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + SESSION_HOURS * 3_600_000);
  const [account] = await database.query(AUTH, selectAccount(email.toLowerCase()));
  if (!account) throw new AppError('INVALID_CREDENTIALS');
  await database.query(AUTH, insertSession(hashToken(token), account.user_id, account.tenant_id, now, expiresAt));
  return { token, view: sessionView(account, expiresAt) };
}

export async function logOut(
  { database, uow, recorder }: AccountDependencies,
  context: RequestContext<UserPrincipal>,
): Promise<void> {
  const { principal } = context;
  await database.query(AUTH, deleteSession(principal.sessionHash));
  await uow.run(principal.tenantId, (tx) =>
    recorder.record(tx, principal.tenantId, principal.tenantId, {
      action: 'user.logged-out',
      actor: { kind: 'user', id: principal.userId },
      target: { kind: 'user', id: principal.userId },
      data: {},
      personal: { personId: principal.userId, fields: network(context) },
    }),
  );
}

export async function getSession(
  { database }: AccountDependencies,
  { sessionHash }: UserPrincipal,
): Promise<SessionView> {
  const [row] = await database.query(AUTH, selectSession(sessionHash));
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
