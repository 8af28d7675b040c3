/** Session cookies as credentials. */
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { UserPrincipal } from '../../platform/principal.ts';
import { IDLE_MINUTES } from './accounts.ts';
import { deleteSession, selectSession, type SessionRow, touchSession } from './store.ts';

const AUTH = { role: 'auth' } as const;
/** A session is noted as seen at most once a minute: a write for every request would cost more than the request. */
const TOUCH_AFTER_MS = 60_000;

export type Authenticated = { principal: UserPrincipal; plan: string };

/** Who a session token stands for; undefined when it is unknown, idle for too long, or at its end. */
export async function authenticateSession(
  database: Database,
  clock: Clock,
  token: string,
): Promise<Authenticated | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  const sessionHash = hashToken(token);
  const [row] = await database.query(AUTH, selectSession(sessionHash));
  if (!row) return undefined;
  const now = clock.now();
  const idle = now.getTime() - row.last_seen_at.getTime();
  if (row.expires_at <= now || idle > IDLE_MINUTES * 60_000) {
    await database.query(AUTH, deleteSession(sessionHash));
    return undefined;
  }
  if (idle > TOUCH_AFTER_MS) await database.query(AUTH, touchSession(sessionHash, now));
  return { principal: principalOf(row, sessionHash), plan: row.plan };
}

function principalOf(row: SessionRow, sessionHash: Buffer): UserPrincipal {
  return {
    kind: 'user',
    userId: row.user_id,
    tenantId: row.tenant_id,
    organizationId: row.organization_id,
    role: row.role,
    email: row.email,
    isOperator: row.is_operator,
    sessionHash,
  };
}
