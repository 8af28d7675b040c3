/**
 * Starts sessions after a sign-in with a password, a passkey or an identity provider, or after an invitation was
 * accepted. No other module starts sessions. A second step must be checked before `startSession`, because the sign-in
 * can no longer be refused afterwards.
 */
import type { Id, Role } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { isBound, type RequestContext, type SecondFactor, type SessionMethod } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { queueMail } from './account-mail.ts';
import { describeDevice, lacksSecondFactor } from './domain.ts';
import { deleteOldDevices, selectDevice, upsertDevice } from './proof-store.ts';
import { recordOwn } from './records.ts';
import {
  type AccountRow,
  deleteOldSessions,
  deleteSession,
  insertSession,
  selectAccounts,
  upsertLastSignIn,
} from './store.ts';

export type SessionView = {
  user: { id: Id<'user'>; name: string; email: string };
  organization: { id: Id<'organization'>; name: string; plan: string };
  role: Role;
  method: SessionMethod;
  operator: boolean;
  expires_at: string;
  locale: string | null;
  time_zone: string | null;
  two_factor_required: boolean;
};
/** The values of two cookies: the session token, and the secret that identifies this browser at its next sign-in. */
export type NewSession = { token: string; device: string; view: SessionView };

export type SessionBeginning = {
  userId: string;
  method: SessionMethod;
  tenantId?: string;
  /**
   * The factor that the person proved in addition to the password. For a sign-in by an identity provider, set if the
   * provider reports a second factor.
   */
  secondFactor?: SecondFactor | null;
  /** The time when the person proved their identity. Defaults to now. Null if unknown. */
  provedAt?: Date | null;
};

/**
 * The absolute lifetime of a session. It also applies to active sessions, so using a stolen cookie cannot keep a
 * session alive.
 */
const SESSION_HOURS = 12;

/**
 * Starts a session in the given tenant, or in the tenant that the person used last. Requires a transaction in the
 * `auth` role without earlier writes, and leaves it in that role. Throws NO_ORGANIZATION if the person belongs to no
 * organization or not to the given one.
 */
export async function startSession(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext,
  { userId, method, tenantId, secondFactor = null, provedAt = tx.now }: SessionBeginning,
): Promise<NewSession> {
  const device = readDevice(context) ?? randomToken();
  const [accounts, known] = await tx.queryAll([selectAccounts(userId), selectDevice(userId, hashToken(device))]);
  const account = tenantId === undefined ? accounts[0] : accounts.find((row) => row.tenant_id === tenantId);
  if (!account) throw new AppError('NO_ORGANIZATION');
  const token = randomToken();
  const expiresAt = new Date(tx.now.getTime() + SESSION_HOURS * 3_600_000);
  const isNew = known[0]?.found !== true;
  // A sign-in replaces the browser's previous session (OWASP ASVS 5.0, 7.2.4).
  if (context.session !== undefined) {
    tx.write(deleteSession(hashToken(context.session)));
    uow.recorder.outdate(tx, 'session.replaced');
  }
  tx.write(deleteOldSessions(tx.now));
  tx.write(
    insertSession({
      id: newId('session', tx.now),
      tokenHash: hashToken(token),
      userId,
      tenantId: account.tenant_id,
      method,
      address: context.address,
      userAgent: context.userAgent.slice(0, 300),
      createdAt: tx.now,
      expiresAt,
      secondFactor,
      // The provider's clock may differ from ours. A time in the future is treated as now.
      provedAt: provedAt !== null && provedAt > tx.now ? tx.now : provedAt,
    }),
  );
  tx.write(upsertDevice(userId, hashToken(device), tx.now));
  if (isNew) tx.write(deleteOldDevices(userId));
  tx.write(upsertLastSignIn(userId, isBound({ method }) ? null : account.tenant_id, tx.now));
  const who = { tenantId: account.tenant_id, userId };
  await recordOwn(uow, tx, context, {
    who,
    action: 'user.logged-in',
    more: {
      data: { method, new_device: isNew, ...(secondFactor && { second_factor: secondFactor }) },
    },
  });
  tx.enter({ role: 'auth' });
  // The owner is not notified about the first browser that uses the account.
  if (isNew && known[0]?.any === true) {
    const detail = `${describeDevice(context.userAgent)}, ${context.address}`;
    await queueMail(uow, tx, { mail: 'new-device', to: account.email, name: account.name, detail });
  }
  return { token, device, view: sessionView(account, { method, second_factor: secondFactor, expires_at: expiresAt }) };
}

export function readDevice({ device }: RequestContext): string | undefined {
  return device !== undefined && /^[A-Za-z0-9_-]{43}$/.test(device) ? device : undefined;
}

export async function findKnownDevice(tx: Tx, context: RequestContext, userId: string): Promise<Buffer | undefined> {
  const device = readDevice(context);
  if (device === undefined) return undefined;
  const [row] = await tx.query(selectDevice(userId, hashToken(device)));
  return row?.found === true ? hashToken(device) : undefined;
}

export function sessionView(
  row: AccountRow,
  session: { method: SessionMethod; second_factor: SecondFactor | null; expires_at: Date },
): SessionView {
  return {
    user: { id: row.user_id, name: row.name, email: row.email },
    organization: { id: row.organization_id, name: row.organization, plan: row.plan },
    role: row.role,
    method: session.method,
    operator: row.is_operator,
    expires_at: session.expires_at.toISOString(),
    locale: row.locale,
    time_zone: row.time_zone,
    two_factor_required: lacksSecondFactor(session, row),
  };
}
