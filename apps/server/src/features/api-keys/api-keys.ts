/**
 * API keys: `sk_live_<tenant>_<32 random characters><checksum>`. Hashed at rest, shown once. The tenant in the key says where
 * to look, the checksum catches a mistyped key before the database is asked.
 */
import type { ApiKey, ApiKeyScope, Environment, Id, Role } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { checksum, hashToken, randomAlphanumeric } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { ApiKeyPrincipal, RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  insertApiKey,
  revokeApiKeyRow,
  selectApiKeys,
  selectKeyByHash,
  touchApiKey,
  type ApiKeyRow,
  type AuthenticatedKeyRow,
} from './store.ts';

const DEFAULT_RATE = 1000;
const PATTERN = /^sk_(live|test)_([0-9a-hjkmnp-tv-z]{26})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const TOUCH_AFTER_MS = 60_000;

export type NewApiKey = {
  name: string;
  expiresInDays: number | null;
  scopes: ApiKeyScope[];
  rateLimit?: number | 'unlimited' | undefined;
};

export async function listApiKeys(uow: UnitOfWork, { tenantId }: UserPrincipal): Promise<ApiKey[]> {
  return (await uow.read(tenantId, selectApiKeys(tenantId))).map(keyView);
}

export async function createApiKey(
  uow: UnitOfWork,
  context: RequestContext<UserPrincipal>,
  input: NewApiKey,
): Promise<ApiKey & { key: string }> {
  const { tenantId, userId } = context.principal;
  const id = newId('apiKey', uow.now());
  const key = makeKey(context.environment, tenantId);
  // No number means no limit but the plan's; an installation of one's own starts on enterprise, which has none.
  const rate = input.rateLimit === 'unlimited' ? null : (input.rateLimit ?? DEFAULT_RATE);
  return uow.run(tenantId, async (tx) => {
    const expiresAt =
      input.expiresInDays === null ? null : new Date(tx.now.getTime() + input.expiresInDays * 86_400_000);
    const display = `${key.slice(0, 8)}…${key.slice(-4)}`;
    const [row] = await tx.query(
      insertApiKey(tenantId, id, input.name, hashToken(key), display, input.scopes, rate, userId, tx.now, expiresAt),
    );
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'api-key.created',
      actor: { kind: 'user', id: userId },
      target: { kind: 'api-key', id },
      data: { scopes: input.scopes.join(' '), expires_at: expiresAt?.toISOString() ?? null },
      personal: { personId: userId, fields: { address: context.address, name: input.name } },
    });
    return { ...keyView(row as ApiKeyRow), key };
  });
}

function makeKey(environment: Environment, tenantId: string): string {
  const body = `sk_${environment === 'live' ? 'live' : 'test'}_${tenantId.slice(4)}_${randomAlphanumeric(32)}`;
  return body + checksum(body);
}

export async function revokeApiKey(uow: UnitOfWork, context: RequestContext<UserPrincipal>, id: string): Promise<void> {
  const { tenantId, userId } = context.principal;
  await uow.run(tenantId, async (tx) => {
    const [revoked] = await tx.query(revokeApiKeyRow(tenantId, id, tx.now));
    if (!revoked) throw new AppError('API_KEY_NOT_FOUND', { keyId: id });
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'api-key.revoked',
      actor: { kind: 'user', id: userId },
      target: { kind: 'api-key', id },
      data: {},
      personal: { personId: userId, fields: { address: context.address } },
    });
  });
}

export type AuthenticatedKey = { principal: ApiKeyPrincipal; rateLimit: number | null; expiresAt: Date | null };

/** What a key is by its looks, before anything is looked up. */
export function readApiKey(key: string): { environment: Environment; tenantId: Id<'tenant'> } | undefined {
  const match = PATTERN.exec(key);
  if (!match || checksum(key.slice(0, -6)) !== match[4]) return undefined;
  return { environment: match[1] === 'live' ? 'live' : 'sandbox', tenantId: `ten_${match[2] ?? ''}` };
}

/** Undefined for unknown, revoked and expired keys and those whose maker has left, alike. */
export async function authenticateApiKey(uow: UnitOfWork, key: string): Promise<AuthenticatedKey | undefined> {
  const read = readApiKey(key);
  if (!read) return undefined;
  const { tenantId } = read;
  const [row] = await uow.read(tenantId, selectKeyByHash(tenantId, hashToken(key)));
  const now = uow.now();
  if (!row || (row.expires_at && row.expires_at <= now)) return undefined;
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > TOUCH_AFTER_MS)
    await uow.read(tenantId, touchApiKey(tenantId, row.id, now));
  return { principal: keyPrincipal(tenantId, row), rateLimit: row.rate_limit, expiresAt: row.expires_at };
}

function keyPrincipal(tenantId: string, row: AuthenticatedKeyRow): ApiKeyPrincipal {
  // An admin within its scopes, never above its maker's present role.
  const role: Role = row.maker_role === 'member' ? 'member' : 'admin';
  return { kind: 'api-key', keyId: row.id, tenantId, role, scopes: row.scopes, userId: row.created_by };
}

function keyView(row: ApiKeyRow): ApiKey {
  return {
    id: row.id as Id<'apiKey'>,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    display: row.display,
    scopes: row.scopes,
    rate_limit: row.rate_limit,
  };
}
