/**
 * API keys have the form `sk_live_<tenant>_<32 random characters><checksum>`. They are stored as hashes and shown once.
 * The tenant in the key determines where the key is looked up. The checksum detects a mistyped key before any database
 * query.
 */
import {
  type ApiKey,
  apiKeyScope,
  type ApiKeyScope,
  type Environment,
  type Id,
  planFacts,
  requestsPerHour,
  type Role,
} from '@countersign/contract';
import { queueMail, selectUser } from '../accounts/index.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { checksum, hashToken, randomAlphanumeric } from '../../platform/crypto/tokens.ts';
import type { Party } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { requireRight } from '../../platform/plan-rights.ts';
import type { ApiKeyPrincipal, MemberPrincipal, RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { suspensionOf } from './suspension.ts';
import {
  handOverApiKeyRow,
  insertApiKey,
  revokeApiKeyRow,
  rotateApiKeyRow,
  selectApiKey,
  selectApiKeys,
  selectKeyByHash,
  selectKeyById,
  selectPlan,
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
export type ApiKeyWithValue = ApiKey & { key: string };

export async function listApiKeys(uow: UnitOfWork, { tenantId }: MemberPrincipal): Promise<ApiKey[]> {
  return (await uow.read(tenantId, selectApiKeys(tenantId))).map(keyView);
}

export async function createApiKey(
  uow: UnitOfWork,
  context: RequestContext<UserPrincipal>,
  input: NewApiKey,
): Promise<ApiKeyWithValue> {
  const { tenantId, userId } = context.principal;
  const { environment, address } = context;
  return uow.run(tenantId, async (tx) => {
    const actor = actorOf(context.principal);
    const made = await writeApiKey(uow, tx, { tenantId, userId, environment, actor, fields: { address } }, input);
    await notifyCreator(uow, tx, { userId, environment }, made);
    return made;
  });
}

/** Creates a live key with every scope for the owner of a new installation, within its transaction. */
export async function createFirstApiKey(
  uow: UnitOfWork,
  tx: Tx,
  by: { tenantId: string; userId: string; actor: Party },
): Promise<ApiKeyWithValue> {
  tx.enter({ role: 'app', tenantId: by.tenantId });
  const input = { name: 'First API key', expiresInDays: null, scopes: [...apiKeyScope.options] };
  return writeApiKey(uow, tx, { ...by, environment: 'live', fields: {} }, input);
}

export type KeyMaker = {
  tenantId: string;
  userId: string;
  environment: Environment;
  actor: Party;
  fields: Record<string, string>;
};

export async function writeApiKey(
  uow: UnitOfWork,
  tx: Tx,
  { tenantId, userId, environment, actor, fields }: KeyMaker,
  input: NewApiKey,
): Promise<ApiKeyWithValue> {
  const id = newId('apiKey', tx.now);
  const key = makeKey(environment, tenantId);
  const rate = rateWithin(await planOf(tx, tenantId), input.rateLimit);
  const expiresAt = input.expiresInDays === null ? null : new Date(tx.now.getTime() + input.expiresInDays * 86_400_000);
  tx.write(
    insertApiKey({
      tenantId,
      id,
      name: input.name,
      hash: hashToken(key),
      display: display(key),
      scopes: input.scopes,
      rateLimit: rate,
      createdBy: userId,
      createdAt: tx.now,
      expiresAt,
    }),
  );
  await uow.recorder.record(tx, tenantId, tenantId, {
    action: 'api-key.created',
    actor,
    target: { kind: 'api-key', id },
    data: { scopes: input.scopes.join(' '), expires_at: expiresAt?.toISOString() ?? null },
    personal: { personId: userId, fields: { ...fields, name: input.name } },
  });
  return { ...(await readBack(tx, tenantId, id)), key };
}

/** Replaces the key's value. The key's name, scopes, limit and expiry stay the same. */
export async function rotateApiKey(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  id: string,
  { graceHours }: { graceHours: number },
): Promise<ApiKeyWithValue> {
  const { principal } = context;
  const { tenantId } = principal;
  refuseRotation(principal, id);
  const key = makeKey(context.environment, tenantId);
  return uow.run(tenantId, async (tx) => {
    await planOf(tx, tenantId);
    await readBack(tx, tenantId, id);
    const until = graceHours === 0 ? null : new Date(tx.now.getTime() + graceHours * 3_600_000);
    const issuedTo = principal.kind === 'user' ? principal.userId : null;
    tx.write(
      rotateApiKeyRow({
        tenantId,
        id,
        hash: hashToken(key),
        display: display(key),
        previousUntil: until,
        now: tx.now,
        issuedTo,
      }),
    );
    await note(uow, tx, context, 'api-key.rotated', id, { previous_until: until?.toISOString() ?? null });
    const rotated = await readBack(tx, tenantId, id);
    if (principal.kind === 'user')
      await notifyCreator(uow, tx, { userId: principal.userId, environment: context.environment }, rotated);
    return { ...rotated, key };
  });
}

/**
 * Notifies the creator of a key, because an intruder who has taken over a session could create a key to keep access.
 * Sandbox keys and keys that rotate themselves are not reported. Leaves the transaction in the `auth` role.
 */
export async function notifyCreator(
  uow: UnitOfWork,
  tx: Tx,
  { userId, environment }: { userId: string; environment: Environment },
  { name, display: shown }: ApiKey,
): Promise<void> {
  if (environment !== 'live') return;
  tx.enter({ role: 'auth' });
  const [user] = await tx.query(selectUser(userId));
  if (user)
    await queueMail(uow, tx, { mail: 'api-key-made', to: user.email, name: user.name, detail: `${name}, ${shown}` });
}

/** A key may rotate itself, but no other key, because it would then obtain the value of that key. */
function refuseRotation(principal: MemberPrincipal, id: string): void {
  const allowed = principal.kind === 'api-key' ? principal.keyId === id : principal.role !== 'member';
  if (!allowed) throw new AppError('FORBIDDEN');
}

export async function revokeApiKey(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  id: string,
): Promise<void> {
  const { tenantId } = context.principal;
  await uow.run(tenantId, async (tx) => {
    const [revoked] = await tx.query(revokeApiKeyRow(tenantId, id, tx.now));
    if (!revoked) throw new AppError('API_KEY_NOT_FOUND', { keyId: id });
    await note(uow, tx, context, 'api-key.revoked', id, {});
  });
}

export async function handOverApiKey(
  uow: UnitOfWork,
  context: RequestContext<UserPrincipal>,
  id: string,
  userId: string,
): Promise<ApiKey> {
  const { tenantId } = context.principal;
  return uow.run(tenantId, async (tx) => {
    await readBack(tx, tenantId, id);
    const [handed] = await tx.query(handOverApiKeyRow(tenantId, id, userId));
    if (!handed) throw invalid('userId', 'must be an owner or admin of this organization');
    await note(uow, tx, context, 'api-key.handed-over', id, { to: userId });
    return readBack(tx, tenantId, id);
  });
}

async function readBack(tx: Tx, tenantId: string, id: string): Promise<ApiKey> {
  const [row] = await tx.query(selectApiKey(tenantId, id));
  if (!row) throw new AppError('API_KEY_NOT_FOUND', { keyId: id });
  return keyView(row);
}

/** A plan, and the maximum number of requests per hour that it allows for each key (null means unlimited). */
type PlanOf = { plan: string; most: number | null };

async function planOf(tx: Tx, tenantId: string): Promise<PlanOf> {
  const [organization] = await tx.query(selectPlan(tenantId));
  const { plan, requests_per_hour: own } = organization ?? { plan: 'free', requests_per_hour: null };
  // The plan is checked again, because the plan that was read with the session may be a second old.
  requireRight(plan, 'apiKeys');
  return { plan, most: requestsPerHour(plan, own) };
}

/** If the number is omitted, the default applies. "unlimited" means the plan's maximum. */
function rateWithin({ plan, most }: PlanOf, asked: number | 'unlimited' | undefined): number | null {
  if (asked === 'unlimited') return most;
  if (asked !== undefined && most !== null && asked > most)
    throw invalid('rateLimit', `must be at most ${most}, the limit of the ${planFacts(plan).name} plan`);
  return asked ?? DEFAULT_RATE;
}

function note(
  uow: UnitOfWork,
  tx: Tx,
  { principal, address }: RequestContext<MemberPrincipal>,
  action: 'api-key.rotated' | 'api-key.revoked' | 'api-key.handed-over',
  id: string,
  data: Record<string, string | null>,
): Promise<void> {
  return uow.recorder.record(tx, principal.tenantId, principal.tenantId, {
    action,
    actor: actorOf(principal),
    target: { kind: 'api-key', id },
    data,
    personal: { personId: principal.userId, fields: { address } },
  });
}

function actorOf(principal: MemberPrincipal): Party {
  if (principal.kind === 'user') return { kind: 'user', id: principal.userId };
  return principal.kind === 'api-key' ? { kind: 'api-key', id: principal.keyId } : { kind: 'service', id: 'service' };
}

function makeKey(environment: Environment, tenantId: string): string {
  const body = `sk_${environment === 'live' ? 'live' : 'test'}_${tenantId.slice(4)}_${randomAlphanumeric(32)}`;
  return body + checksum(body);
}

const display = (key: string): string => `${key.slice(0, 8)}…${key.slice(-4)}`;

export type AuthenticatedKey = {
  principal: ApiKeyPrincipal;
  rateLimit: number | null;
  expiresAt: Date | null;
  networks: readonly string[];
};

/** Parses an API key without looking it up. */
export function readApiKey(key: string): { environment: Environment; tenantId: Id<'tenant'> } | undefined {
  const match = PATTERN.exec(key);
  if (!match || checksum(key.slice(0, -6)) !== match[4]) return undefined;
  return { environment: match[1] === 'live' ? 'live' : 'sandbox', tenantId: `ten_${match[2] ?? ''}` };
}

/** Returns undefined for unknown, revoked, rotated and expired keys, and for keys whose creator has left. */
export async function authenticateApiKey(uow: UnitOfWork, key: string): Promise<AuthenticatedKey | undefined> {
  const read = readApiKey(key);
  if (!read) return undefined;
  const { tenantId } = read;
  const [row] = await uow.read(tenantId, selectKeyByHash(tenantId, hashToken(key)));
  return authenticated(uow, tenantId, row);
}

/** Returns the principal of a key that is still valid, for a token that was issued to the key. */
export async function keyPrincipalOf(
  uow: UnitOfWork,
  tenantId: string,
  keyId: string,
): Promise<ApiKeyPrincipal | undefined> {
  const [row] = await uow.read(tenantId, selectKeyById(tenantId, keyId));
  return (await authenticated(uow, tenantId, row))?.principal;
}

async function authenticated(
  uow: UnitOfWork,
  tenantId: string,
  row: AuthenticatedKeyRow | undefined,
): Promise<AuthenticatedKey | undefined> {
  const now = uow.now();
  const expiresAt = row && endOf(row);
  if (!row || (expiresAt && expiresAt <= now)) return undefined;
  const suspendedAt = row.lacking_since && suspensionOf(row.lacking_since);
  if (suspendedAt && suspendedAt <= now)
    throw new AppError('API_KEY_SUSPENDED', { suspended_at: suspendedAt.toISOString() });
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > TOUCH_AFTER_MS)
    await uow.read(tenantId, touchApiKey(tenantId, row.id, now));
  return {
    principal: keyPrincipal(tenantId, row),
    rateLimit: smaller(row.rate_limit, requestsPerHour(row.plan, row.requests_per_hour)),
    networks: row.allowed_networks ?? [],
    expiresAt: earlier(expiresAt ?? null, suspendedAt),
  };
}

/** The previous value of a rotated key expires at the end of its grace period. */
function endOf({ is_current, previous_until, expires_at }: AuthenticatedKeyRow): Date | null {
  if (is_current || !previous_until) return expires_at;
  return expires_at && expires_at < previous_until ? expires_at : previous_until;
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other && one < other ? one : (other ?? one);

function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

function keyPrincipal(tenantId: string, row: AuthenticatedKeyRow): ApiKeyPrincipal {
  // A key acts as an admin within its scopes, but never above its creator's current role.
  const role: Role = row.maker_role === 'member' ? 'member' : 'admin';
  const { id: keyId, organization_id: organizationId, plan, scopes, created_by: userId } = row;
  const { is_operator: isOperator } = row;
  const isOfOwner = row.maker_role === 'owner';
  return { kind: 'api-key', keyId, tenantId, organizationId, role, plan, scopes, userId, isOperator, isOfOwner };
}

function keyView(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    display: row.display,
    scopes: row.scopes,
    rate_limit: row.rate_limit,
    created_by: { id: row.created_by, name: row.maker_name },
    rotated_at: row.rotated_at?.toISOString() ?? null,
    previous_value_until: row.previous_until?.toISOString() ?? null,
    suspended_at: row.lacking_since && suspensionOf(row.lacking_since).toISOString(),
  };
}
