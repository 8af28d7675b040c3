/** Session cookies as credentials, and the list of a person's own sessions. */
import { requestsPerHour, type SessionEntry } from '@countersign/contract';
import { constantTimeEqual, hashToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { isBound, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import { describeDevice, endOfProof, endOfSession, isProofRecent, isSessionOver, lacksSecondFactor } from './domain.ts';
import { type AccountDependencies, recordOwn } from './records.ts';
import { type SessionView, sessionView } from './session-start.ts';
import {
  deleteOtherSessionsIn,
  deleteSession,
  type ListedSession,
  deleteSessionById,
  deleteSessionsOf,
  selectSession,
  selectSessions,
  type SessionRow,
  touchSession,
} from './store.ts';

const AUTH = { role: 'auth' } as const;
/**
 * A session's last use is recorded at most once a minute, because a write for each request would cost more than the
 * request itself.
 */
const TOUCH_AFTER_MS = 60_000;

/**
 * `until` is the earlier of two times: when the session ends if it is not used again, and when its initial proof of
 * identity expires.
 */
export type Authenticated = {
  principal: UserPrincipal;
  requestsPerHour: number | null;
  networks: readonly string[];
  until: Date;
};

/**
 * Returns the person to whom a session token belongs. Returns undefined if the token is unknown, expired or idle for
 * too long, or if the membership has ended.
 */
export async function authenticateSession(
  database: Database,
  clock: Clock,
  token: string,
  from: { address: string; userAgent: string } | undefined,
): Promise<Authenticated | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  const sessionHash = hashToken(token);
  const [row] = await database.query(AUTH, selectSession(sessionHash));
  if (!row) return undefined;
  const now = clock.now();
  if (isSessionOver(row, row.session_idle_minutes, now)) {
    await database.query(AUTH, deleteSession(sessionHash));
    return undefined;
  }
  const isTouched = from && now.getTime() - row.last_seen_at.getTime() > TOUCH_AFTER_MS;
  if (isTouched) await database.query(AUTH, touchSession(sessionHash, now, from.address, from.userAgent.slice(0, 300)));
  const seen = isTouched ? { ...row, last_seen_at: now } : row;
  const principal = principalOf(row, sessionHash, now);
  const until = untilWhen(seen, principal);
  return {
    principal,
    requestsPerHour: requestsPerHour(row.plan, row.requests_per_hour),
    networks: row.allowed_networks ?? [],
    until,
  };
}

function untilWhen(row: SessionRow, { provedLately }: UserPrincipal): Date {
  const end = endOfSession(row, row.session_idle_minutes);
  const proof = provedLately && row.proved_at ? endOfProof(row.proved_at) : end;
  return proof < end ? proof : end;
}

function principalOf(row: SessionRow, sessionHash: Buffer, now: Date): UserPrincipal {
  return {
    kind: 'user',
    userId: row.user_id,
    tenantId: row.tenant_id,
    organizationId: row.organization_id,
    role: row.role,
    plan: row.plan,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    isOperator: row.is_operator,
    sessionHash,
    sessionId: row.session_id,
    method: row.method,
    lacksSecondFactor: lacksSecondFactor(row, row),
    secondFactor: row.second_factor,
    provedLately: isProofRecent(row.proved_at, now),
  };
}

export async function getSession(
  { uow }: Pick<AccountDependencies, 'uow'>,
  { sessionHash }: Pick<UserPrincipal, 'sessionHash'>,
): Promise<SessionView> {
  const [row] = await uow.readAuth(selectSession(sessionHash));
  if (!row) throw new AppError('UNAUTHORIZED');
  return sessionView(row, row);
}

/**
 * The only tenant in which a session can list and end the person's other sessions. Null if the session is not limited
 * to one tenant.
 */
const tenantBoundOf = (principal: UserPrincipal): string | null => (isBound(principal) ? principal.tenantId : null);

export async function listSessions({ uow }: AccountDependencies, principal: UserPrincipal): Promise<SessionEntry[]> {
  const now = uow.now();
  return sessionEntries(
    await uow.readAuth(selectSessions(principal.userId, now, tenantBoundOf(principal))),
    principal,
    now,
  );
}

export function sessionEntries(rows: readonly ListedSession[], principal: UserPrincipal, now: Date): SessionEntry[] {
  return rows
    .filter((row) => !isSessionOver(row, row.idle_minutes, now))
    .map((row) => ({
      id: row.id,
      device: describeDevice(row.user_agent),
      address: row.address,
      method: row.method,
      organization: row.organization,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_seen_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      current: constantTimeEqual(row.token_hash, principal.sessionHash),
    }));
}

export async function revokeSession(
  { uow }: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  sessionId: string,
): Promise<void> {
  const { principal } = context;
  await uow.runAuth(async (tx) => {
    const [ended] = await tx.query(deleteSessionById(principal.userId, sessionId, tenantBoundOf(principal)));
    if (!ended) throw new AppError('SESSION_NOT_FOUND', { sessionId });
    await recordOwn(uow, tx, context, { who: principal, action: 'user.sessions-ended', more: { data: { count: 1 } } });
  });
}

export async function revokeOtherSessions(
  { uow }: AccountDependencies,
  context: RequestContext<UserPrincipal>,
): Promise<number> {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { userId, sessionHash } = principal;
    const within = tenantBoundOf(principal);
    const ended = await tx.query(
      within === null ? deleteSessionsOf(userId, sessionHash) : deleteOtherSessionsIn(userId, sessionHash, within),
    );
    if (ended.length > 0)
      await recordOwn(uow, tx, context, {
        who: principal,
        action: 'user.sessions-ended',
        more: { data: { count: ended.length } },
      });
    return ended.length;
  });
}
