import type { ApiKeyScope, Role } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  display: string;
  scopes: ApiKeyScope[];
  rate_limit: number | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
};
const SHOWN = 'id, name, display, scopes, rate_limit, created_at, expires_at, last_used_at';

export const selectApiKeys = statement<ApiKeyRow, [tenant: string]>(
  'api-keys-list',
  `select ${SHOWN} from api_keys where tenant_id = $1 and revoked_at is null order by created_at desc, id desc`,
);
export const insertApiKey = statement<
  ApiKeyRow,
  [string, string, string, Buffer, string, string[], number | null, string, Date, Date | null]
>(
  'api-key-insert',
  `insert into api_keys (tenant_id, id, name, hash, display, scopes, rate_limit, created_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${SHOWN}`,
);
export const revokeApiKeyRow = statement<{ id: string }, [tenant: string, id: string, now: Date]>(
  'api-key-revoke',
  'update api_keys set revoked_at = $3 where tenant_id = $1 and id = $2 and revoked_at is null returning id',
);
export type AuthenticatedKeyRow = ApiKeyRow & { created_by: string; maker_role: Role; plan: string };
/** The maker's membership is joined in: a key ends with it (decisions §6). */
export const selectKeyByHash = statement<AuthenticatedKeyRow, [tenant: string, hash: Buffer]>(
  'api-key-by-hash',
  `select k.id, k.name, k.display, k.scopes, k.rate_limit, k.created_at, k.expires_at, k.last_used_at, k.created_by, m.role as maker_role, o.plan
   from api_keys k join memberships m on m.tenant_id = k.tenant_id and m.user_id = k.created_by join organizations o on o.tenant_id = k.tenant_id
   where k.tenant_id = $1 and k.hash = $2 and k.revoked_at is null`,
);
export const touchApiKey = statement<unknown, [tenant: string, id: string, now: Date]>(
  'api-key-touch',
  'update api_keys set last_used_at = $3 where tenant_id = $1 and id = $2',
);
