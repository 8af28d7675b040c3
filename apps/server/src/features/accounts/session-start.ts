/**
 * The one place where a session begins, whatever proved the person: a password, a passkey, an identity provider, an invitation.
 * A second step of the login belongs before the call of `startSession`; nothing after it may refuse.
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
  updateLastLogin,
} from './store.ts';

export type SessionView = {
  user: { id: Id<'user'>; name: string; email: string };
  organization: { id: Id<'organization'>; name: string; plan: string };
  role: Role;
  method: SessionMethod;
  operator: boolean;
  expires_at: string;
  time_zone: string | null;
  two_factor_required: boolean;
};
/** Two cookies: the session's token, and the secret that tells this browser at its next login. */
export type NewSession = { token: string; device: string; view: SessionView };

export type SessionBeginning = {
  userId: string;
  method: SessionMethod;
  tenantId?: string;
  /** What was proved beside the password; of an identity provider, whether it says that it asked for a second factor. */
  secondFactor?: SecondFactor | null;
  /** When the person proved who they are, where that was not just now; null where nobody knows. */
  provedAt?: Date | null;
};

/** Absolute end of a session, however active it is: a stolen cookie must not be kept alive by using it. */
const SESSION_HOURS = 12;

/**
 * Begins a session in the tenant given, else where the person was last. In a transaction of the role `auth`, before all else
 * that it writes; leaves it in `auth`. Throws NO_ORGANIZATION when the person belongs to none (or not to that one).
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
  // A login is no second session beside the one that this browser had (OWASP ASVS 5.0, 7.2.4).
  if (context.session !== undefined) {
    tx.write(deleteSession(hashToken(context.session)));
    uow.recorder.outdate(tx, 'session.replaced');
  }
  // Whoever comes takes out what nobody can use any more.
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
      // Of another clock: what it says of the future is about now.
      provedAt: provedAt !== null && provedAt > tx.now ? tx.now : provedAt,
    }),
  );
  tx.write(upsertDevice(userId, hashToken(device), tx.now));
  if (isNew) tx.write(deleteOldDevices(userId));
  tx.write(updateLastLogin(userId, isBound({ method }) ? null : account.tenant_id, tx.now));
  const who = { tenantId: account.tenant_id, userId };
  await recordOwn(uow, tx, context, {
    who,
    action: 'user.logged-in',
    more: {
      data: { method, new_device: isNew, ...(secondFactor && { second_factor: secondFactor }) },
    },
  });
  tx.enter({ role: 'auth' });
  // The first browser of an account is no news to its owner.
  if (isNew && known[0]?.any === true) {
    const detail = `${describeDevice(context.userAgent)}, ${context.address}`;
    await queueMail(uow, tx, { mail: 'new-device', to: account.email, name: account.name, detail });
  }
  return { token, device, view: sessionView(account, { method, second_factor: secondFactor, expires_at: expiresAt }) };
}

/** The device cookie, where it looks like one of ours. */
export function readDevice({ device }: RequestContext): string | undefined {
  return device !== undefined && /^[A-Za-z0-9_-]{43}$/.test(device) ? device : undefined;
}

/** The hash of this browser's cookie, where the person has logged in with it before. */
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
    time_zone: row.time_zone,
    two_factor_required: lacksSecondFactor(session, row),
  };
}
