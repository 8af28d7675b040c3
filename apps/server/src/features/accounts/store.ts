/** SQL of logins and set-up; runs under the role `auth`, the only one that sees password hashes and sessions. */
import type { Environment, Role } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

export type InstallationRow = { origin: string; setup_token_hash: Buffer | null; link_key_sealed: Buffer };
export const selectInstallation = statement<InstallationRow>(
  'installation-select',
  'select origin, setup_token_hash, link_key_sealed from installation',
);
export const lockInstallation = statement<InstallationRow>(
  'installation-lock',
  'select origin, setup_token_hash, link_key_sealed from installation for update',
);
export const insertInstallation = statement<unknown, [origin: string, linkKey: Buffer, now: Date]>(
  'installation-insert',
  'insert into installation (origin, link_key_sealed, created_at) values ($1, $2, $3) on conflict (id) do nothing',
);
export const updateSetupToken = statement<unknown, [hash: Buffer | null]>(
  'installation-setup-token',
  'update installation set setup_token_hash = $1',
);
export const selectHasOrganization = statement<{ found: boolean }>(
  'organization-exists',
  'select exists (select 1 from organizations) as found',
);

export const insertTenant = statement<unknown, [string, string, Environment, Date]>(
  'tenant-insert',
  'insert into tenants (tenant_id, organization_id, environment, created_at) values ($1, $2, $3, $4)',
);
export const insertOrganization = statement<unknown, [string, string, string, boolean, Date]>(
  'organization-insert',
  'insert into organizations (tenant_id, id, name, is_operator, created_at) values ($1, $2, $3, $4, $5)',
);
export const insertUser = statement<unknown, [string, string, string, string, string, Date]>(
  'user-insert',
  'insert into users (id, email, email_key, name, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)',
);
export const insertMembership = statement<unknown, [string, string, Role, Date]>(
  'membership-insert',
  'insert into memberships (tenant_id, user_id, role, created_at) values ($1, $2, $3, $4)',
);

export type AccountRow = {
  user_id: string;
  email: string;
  name: string;
  password_hash: string | null;
  tenant_id: string;
  role: Role;
  organization_id: string;
  organization: string;
  plan: string;
  is_operator: boolean;
};
const ACCOUNT = `u.id as user_id, u.email, u.name, u.password_hash, m.tenant_id, m.role, o.id as organization_id, o.name as organization, o.plan, o.is_operator
  from users u join memberships m on m.user_id = u.id join tenants t on t.tenant_id = m.tenant_id and t.environment = 'live'
  join organizations o on o.tenant_id = m.tenant_id`;
export const selectAccount = statement<AccountRow, [emailKey: string]>(
  'account-by-email',
  `select ${ACCOUNT} where u.email_key = $1 order by m.created_at limit 1`,
);
export type SessionRow = AccountRow & { created_at: Date; last_seen_at: Date; expires_at: Date };
export const selectSession = statement<SessionRow, [tokenHash: Buffer]>(
  'session-select',
  `select s.created_at, s.last_seen_at, s.expires_at, ${ACCOUNT} join sessions s on s.user_id = u.id and s.tenant_id = m.tenant_id where s.token_hash = $1`,
);
export const insertSession = statement<unknown, [Buffer, string, string, Date, Date]>(
  'session-insert',
  'insert into sessions (token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)',
);
export const touchSession = statement<unknown, [Buffer, Date]>(
  'session-touch',
  'update sessions set last_seen_at = $2 where token_hash = $1',
);
export const deleteSession = statement<unknown, [Buffer]>(
  'session-delete',
  'delete from sessions where token_hash = $1',
);
export const deleteOldSessions = statement<unknown, [Date]>(
  'session-sweep',
  'delete from sessions where expires_at < $1',
);
