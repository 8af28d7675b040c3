import type { ApiKeyScope, Role, Id } from '@countersign/contract';
import { BEHIND_ALL_IDS, boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

export type ApiKeyRow = {
  id: Id<'apiKey'>;
  name: string;
  display: string;
  scopes: ApiKeyScope[];
  rate_limit: number | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  created_by: Id<'user'>;
  maker_name: string;
  rotated_at: Date | null;
  previous_until: Date | null;
  /** The time when the organization began to require the second factor that the key's creator lacks. */
  lacking_since: Date | null;
};
const COLUMNS = `k.id, k.name, k.display, k.scopes, k.rate_limit, k.created_at, k.expires_at, k.last_used_at, k.created_by,
  k.rotated_at, k.previous_until`;
/**
 * Single sign-on users and their keys are exempt, unless the organization requires the identity provider to confirm a
 * second factor (ADR 22).
 */
const LACKING = `case when u.two_factor_since is null and (coalesce((o.settings->>'sso_requires_mfa')::boolean, false)
    or not exists (select 1 from sso_links l where l.tenant_id = k.tenant_id and l.user_id = k.created_by))
  then o.two_factor_required_at end as lacking_since`;
const SHOWN = `select ${COLUMNS}, ${LACKING}, coalesce(u.name, 'Former member') as maker_name
  from api_keys k left join users u on u.id = k.created_by join organizations o on o.tenant_id = k.tenant_id`;

export const selectApiKeys = statement<ApiKeyRow, [tenant: string]>(
  'api-keys-list',
  `${SHOWN} where k.tenant_id = $1 and k.revoked_at is null order by k.created_at desc, k.id desc`,
);
export const selectApiKey = statement<ApiKeyRow, [tenant: string, id: string]>(
  'api-key-select',
  `${SHOWN} where k.tenant_id = $1 and k.id = $2 and k.revoked_at is null`,
);
export const selectPlan = statement<{ plan: string; requests_per_hour: number | null }, [tenant: string]>(
  'api-key-plan',
  'select plan, requests_per_hour from organizations where tenant_id = $1',
);
export const insertApiKey = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    name: string;
    hash: Buffer;
    display: string;
    scopes: string[];
    rateLimit: number | null;
    createdBy: string;
    createdAt: Date;
    expiresAt: Date | null;
  }
>(
  'api-key-insert',
  `insert into api_keys (tenant_id, id, name, hash, display, scopes, rate_limit, created_by, created_at, expires_at, issued_to, issued_at)
   values (:tenantId, :id, :name, :hash, :display, :scopes, :rateLimit, :createdBy, :createdAt, :expiresAt, :createdBy, :createdAt)`,
);
export const revokeApiKeyRow = statement<{ id: Id<'apiKey'> }, [tenant: string, id: string, now: Date]>(
  'api-key-revoke',
  'update api_keys set revoked_at = $3 where tenant_id = $1 and id = $2 and revoked_at is null returning id',
);
export const revokeUnusedKey = statement<{ id: Id<'apiKey'> }, [tenant: string, id: string, now: Date]>(
  'api-key-revoke-unused',
  `update api_keys set revoked_at = $3
   where tenant_id = $1 and id = $2 and revoked_at is null and last_used_at is null and rotated_at is null returning id`,
);
/**
 * Replaces the given value of a key. The previous value works until $5 at the latest, or stops working now if $5 has
 * passed. $7 is the person who sees the new value.
 */
export const rotateApiKeyRow = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    hash: Buffer;
    display: string;
    previousUntil: Date | null;
    now: Date;
    issuedTo: string | null;
  }
>(
  'api-key-rotate',
  `update api_keys set previous_hash = case when :previousUntil::timestamptz is null then null else hash end, previous_until = :previousUntil, hash = :hash, display = :display,
     rotated_at = :now, issued_to = coalesce(:issuedTo, issued_to), issued_at = case when :issuedTo is null then issued_at else :now end
   where tenant_id = :tenantId and id = :id and revoked_at is null`,
);
/** Transfers the key to a member who may create keys. Returns no row if the key or the member does not exist. */
export const handOverApiKeyRow = statement<{ id: Id<'apiKey'> }, [tenant: string, id: string, user: string]>(
  'api-key-hand-over',
  `update api_keys k set created_by = $3 from memberships m
   where k.tenant_id = $1 and k.id = $2 and k.revoked_at is null and m.tenant_id = $1 and m.user_id = $3 and m.role in ('owner', 'admin') and m.deactivated_at is null
   returning k.id`,
);
export const selectKeyMaker = statement<{ found: boolean }, [tenant: string, user: string]>(
  'api-key-maker',
  `select true as found from memberships
   where tenant_id = $1 and user_id = $2 and role in ('owner', 'admin') and deactivated_at is null`,
);
export type AuthenticatedKeyRow = Omit<ApiKeyRow, 'maker_name'> & {
  maker_role: Role;
  organization_id: string;
  is_operator: boolean;
  plan: string;
  requests_per_hour: number | null;
  is_current: boolean;
  allowed_networks: string[] | null;
};
/** Joins the creator's membership, because a key acts on behalf of its creator and ends with the membership. */
const AUTHENTICATED = `m.role as maker_role, o.id as organization_id, o.is_operator, o.plan, o.requests_per_hour,
     o.settings->'allowed_networks' as allowed_networks
   from api_keys k join memberships m on m.tenant_id = k.tenant_id and m.user_id = k.created_by and m.deactivated_at is null
   join organizations o on o.tenant_id = k.tenant_id join users u on u.id = k.created_by`;
export const selectKeyByHash = statement<AuthenticatedKeyRow, [tenant: string, hash: Buffer]>(
  'api-key-by-hash',
  `select ${COLUMNS}, ${LACKING}, k.hash = $2 as is_current, ${AUTHENTICATED}
   where k.tenant_id = $1 and (k.hash = $2 or k.previous_hash = $2) and k.revoked_at is null`,
);
/** Used for a token that acts as the key. The key's value is not known in that case. */
export const selectKeyById = statement<AuthenticatedKeyRow, [tenant: string, id: string]>(
  'api-key-by-id',
  `select ${COLUMNS}, ${LACKING}, true as is_current, ${AUTHENTICATED}
   where k.tenant_id = $1 and k.id = $2 and k.revoked_at is null`,
);
export const touchApiKey = statement<unknown, [tenant: string, id: string, now: Date]>(
  'api-key-touch',
  'update api_keys set last_used_at = $3 where tenant_id = $1 and id = $2',
);

/** Hourly sums are far smaller than the largest integer that a JavaScript number represents exactly. */
export const selectUsage = statement<
  { hour: Date; requests: number; refused: number },
  [tenant: string, key: string, from: Date]
>(
  'api-key-usage',
  `select hour, requests::float8 as requests, refused::float8 as refused from api_key_usage
   where tenant_id = $1 and key_id = $2 and hour >= $3`,
);

/** Inserts requests only for keys that still exist, because an organization may have been erased since. */
export const insertRequests = namedStatement<
  unknown,
  {
    tenantId: string;
    keys: readonly string[];
    ids: readonly string[];
    ats: readonly Date[];
    methods: readonly string[];
    routes: readonly string[];
    statuses: readonly (number | null)[];
    milliseconds: readonly number[];
    requestIds: readonly string[];
  }
>(
  'api-requests-insert',
  `insert into api_requests (tenant_id, key_id, id, at, method, route, status, milliseconds, request_id)
   select :tenantId, k.id, r.id, r.at, r.method, r.route, r.status, r.milliseconds, r.request_id
   from unnest(:keys::text[], :ids::text[], :ats::timestamptz[], :methods::text[], :routes::text[], :statuses::int[],
     :milliseconds::int[], :requestIds::text[]) r (key_id, id, at, method, route, status, milliseconds, request_id)
   join api_keys k on k.tenant_id = :tenantId and k.id = r.key_id`,
);
export type RequestRow = {
  id: Id<'apiRequest'>;
  at: Date;
  method: string;
  route: string;
  status: number | null;
  milliseconds: number;
  request_id: string;
};
export const selectRequests = namedStatement<
  RequestRow,
  {
    tenantId: string;
    keyId: string;
    isError: boolean | null;
    requestId: string | null;
    before: string | null;
    limit: number;
  }
>(
  'api-requests-select',
  `select id, at, method, route, status, milliseconds, request_id from api_requests
   where tenant_id = :tenantId and key_id = :keyId and id < ${boundOr(':before::text', BEHIND_ALL_IDS)}
     and (:isError::bool is null or coalesce(status >= 400, true) = :isError)
     and (:requestId::text is null or request_id = :requestId)
   order by id desc limit :limit`,
);
export const sweepRequests = statement<{ count: number }, [now: Date]>(
  'sweep-api-requests',
  `with old as (delete from api_requests where at < $1::timestamptz - interval '7 days' returning 1)
   select count(*)::int as count from old`,
);

export type ConcernedKey = { id: Id<'apiKey'>; name: string; created_by: Id<'user'>; required_at: Date | null };
export const selectConcerned = statement<ConcernedKey, [tenant: string]>(
  'api-keys-concerned',
  `select id, name, created_by, lacking_since as required_at from (
     select k.id, k.name, k.created_by, k.created_at, ${LACKING} from api_keys k join memberships m on m.tenant_id = k.tenant_id and m.user_id = k.created_by
     join users u on u.id = k.created_by join organizations o on o.tenant_id = k.tenant_id
     where k.tenant_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())) as keys
   where lacking_since is not null order by created_at, id`,
);
/** Selects key creators who lack the required second factor, and all administrators. */
export const selectConcernedPeople = statement<
  { id: Id<'user'>; email: string; name: string; role: Role; organization: string },
  [tenant: string, makers: readonly string[]]
>(
  'api-keys-concerned-people',
  `select u.id, u.email, u.name, m.role, o.name as organization from memberships m join users u on u.id = m.user_id
   join organizations o on o.tenant_id = m.tenant_id
   where m.tenant_id = $1 and m.deactivated_at is null and (m.role <> 'member' or u.id = any($2)) order by u.id`,
);
