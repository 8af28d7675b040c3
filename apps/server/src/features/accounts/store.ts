/**
 * SQL for people, sessions, sign-ins and set-up. Runs in the `auth` role, the only role that can read password hashes
 * and sessions.
 */
import type { Environment, Hand, Role, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { SecondFactor, SessionMethod } from '../../platform/principal.ts';

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
/**
 * The organization that runs this installation. Its live tenant owns the records and e-mails of the account service.
 */
export const selectOperatorTenant = statement<{ tenant_id: Id<'tenant'>; organization: string; locale: string | null }>(
  'operator-tenant',
  `select o.tenant_id, o.name as organization, o.settings->>'locale' as locale from organizations o join tenants t on t.tenant_id = o.tenant_id
   where o.is_operator and t.environment = 'live'`,
);
export const selectLocaleOfTenant = statement<{ locale: string | null }, [tenant: string]>(
  'organization-locale',
  `select settings->>'locale' as locale from organizations where tenant_id = $1`,
);

// ------------------------------------------------------------------ creation
export const insertTenant = statement<unknown, [string, string, Environment, Date]>(
  'tenant-insert',
  'insert into tenants (tenant_id, organization_id, environment, created_at) values ($1, $2, $3, $4)',
);
export const insertOrganization = namedStatement<
  unknown,
  { tenantId: string; id: string; name: string; isOperator: boolean; plan: string; createdAt: Date }
>(
  'organization-insert',
  `insert into organizations (tenant_id, id, name, is_operator, plan, created_at)
   values (:tenantId, :id, :name, :isOperator, :plan, :createdAt)`,
);
export const insertUser = namedStatement<
  unknown,
  {
    id: string;
    email: string;
    emailKey: string;
    name: string;
    passwordHash: string | null;
    createdAt: Date;
    emailVerifiedAt: Date | null;
  }
>(
  'user-insert',
  `insert into users (id, email, email_key, name, password_hash, created_at, email_verified_at) values (:id, :email, :emailKey, :name, :passwordHash, :createdAt, :emailVerifiedAt)`,
);
export const insertMembership = statement<unknown, [string, string, Role, Date]>(
  'membership-insert',
  'insert into memberships (tenant_id, user_id, role, created_at) values ($1, $2, $3, $4)',
);
export type TenantRow = { tenant_id: Id<'tenant'>; environment: Environment; organization_id: Id<'organization'> };
export const selectTenants = statement<TenantRow, [tenant: string]>(
  'tenants-of-organization',
  `select t.tenant_id, t.environment, t.organization_id from tenants own join tenants t on t.organization_id = own.organization_id
   where own.tenant_id = $1 order by t.environment`,
);

// ------------------------------------------------------------------ people
export type UserRow = {
  id: Id<'user'>;
  email: string;
  name: string;
  password_hash: string | null;
  created_at: Date;
  email_verified_at: Date | null;
  locale: string | null;
  time_zone: string | null;
  signature: { type: 'drawn' | 'typed'; data: string; hand?: Hand | undefined } | null;
  /** The time since which a password alone has not been enough to sign in. */
  two_factor_since: Date | null;
};
const USER = 'id, email, name, password_hash, created_at, email_verified_at, locale, time_zone, two_factor_since';
export const selectUser = statement<UserRow, [id: string]>(
  'user-select',
  `select ${USER}, signature from users where id = $1`,
);
export const selectUserByEmail = statement<Omit<UserRow, 'signature'>, [emailKey: string]>(
  'user-by-email',
  `select ${USER} from users where email_key = $1`,
);
export const lockUser = statement<{ id: Id<'user'> }, [id: string]>(
  'user-lock',
  'select id from users where id = $1 for update',
);
export const updatePassword = statement<unknown, [id: string, hash: string]>(
  'user-password',
  'update users set password_hash = $2 where id = $1',
);
export const updateVerified = statement<unknown, [id: string, now: Date]>(
  'user-verified',
  'update users set email_verified_at = coalesce(email_verified_at, $2) where id = $1',
);
export const updateEmail = statement<unknown, [id: string, email: string, key: string, now: Date]>(
  'user-email',
  'update users set email = $2, email_key = $3, email_verified_at = $4 where id = $1',
);
export const updateProfileRow = statement<
  unknown,
  [id: string, name: string, locale: string | null, timeZone: string | null, signature: string | null]
>('user-profile', 'update users set name = $2, locale = $3, time_zone = $4, signature = $5 where id = $1');
/** If `tenant` is null, the next sign-in by password opens the tenant of the previous sign-in. */
export const upsertLastSignIn = statement<unknown, [user: string, tenant: string | null, now: Date]>(
  'last-sign-in-upsert',
  `insert into last_sign_ins as l (user_id, last_tenant_id, at) values ($1, $2, $3)
   on conflict (user_id) do update set at = excluded.at, last_tenant_id = coalesce(excluded.last_tenant_id, l.last_tenant_id)`,
);
export const updateLastTenant = statement<unknown, [user: string, tenant: string]>(
  'last-tenant-upsert',
  `insert into last_sign_ins (user_id, last_tenant_id) values ($1, $2)
   on conflict (user_id) do update set last_tenant_id = excluded.last_tenant_id`,
);

/**
 * Checks whether a person may set a password by e-mail. An account created by single sign-on has no password. If one of
 * the person's organizations requires its provider, an e-mail link must not bypass that requirement.
 */
export const selectMayReset = statement<{ may_reset: boolean }, [user: string]>(
  'user-may-reset-password',
  `select password_hash is not null or not exists (select 1 from memberships m join single_sign_on s on s.tenant_id = m.tenant_id
     where m.user_id = u.id and not s.allow_passwords) as may_reset from users u where u.id = $1`,
);
/**
 * Checks whether the account belongs to only one organization, so that only that organization's single sign-on gives
 * access to it.
 */
export const selectIsOrganizations = statement<{ is_organizations: boolean }, [user: string, tenant: string]>(
  'user-is-organizations',
  `select password_hash is null and not exists (select 1 from passkeys p where p.user_id = u.id) and not exists
     (select 1 from memberships m join tenants t on t.tenant_id = m.tenant_id and t.environment = 'live'
      where m.user_id = u.id and m.tenant_id <> $2) as is_organizations from users u where u.id = $1`,
);

// ------------------------------------------------------------------ memberships and sessions
export type AccountRow = {
  user_id: Id<'user'>;
  email: string;
  name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  locale: string | null;
  time_zone: string | null;
  tenant_id: Id<'tenant'>;
  role: Role;
  organization_id: Id<'organization'>;
  organization: string;
  plan: string;
  requests_per_hour: number | null;
  is_operator: boolean;
  password_min_length: number | null;
  session_idle_minutes: number | null;
  require_two_factor: boolean;
  sso_requires_mfa: boolean;
  allowed_networks: string[] | null;
};
const ACCOUNT = `u.id as user_id, u.email, u.name, u.password_hash, u.email_verified_at, u.locale, u.time_zone, m.tenant_id, m.role, o.id as organization_id,
  o.name as organization, o.plan, o.requests_per_hour, o.is_operator, (o.settings->>'password_min_length')::int as password_min_length,
  (o.settings->>'session_idle_minutes')::int as session_idle_minutes,
  coalesce((o.settings->>'require_two_factor')::boolean, false) as require_two_factor,
  coalesce((o.settings->>'sso_requires_mfa')::boolean, false) as sso_requires_mfa, o.settings->'allowed_networks' as allowed_networks
  from users u join memberships m on m.user_id = u.id and m.deactivated_at is null join tenants t on t.tenant_id = m.tenant_id
    and t.environment = 'live'
  join organizations o on o.tenant_id = m.tenant_id and o.deleted_at is null`;
/** Selects the memberships of a person, most recently used first. */
export const selectAccounts = statement<AccountRow, [user: string]>(
  'accounts-of-user',
  `select ${ACCOUNT} left join last_sign_ins l on l.user_id = u.id where u.id = $1
   order by m.tenant_id = l.last_tenant_id desc nulls last, m.created_at, m.tenant_id`,
);
export type SessionRow = AccountRow & {
  session_id: Id<'session'>;
  method: SessionMethod;
  second_factor: SecondFactor | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  proved_at: Date | null;
};
/** The session is joined with the membership, because a session ends with its membership. */
export const selectSession = statement<SessionRow, [tokenHash: Buffer]>(
  'session-select',
  `select s.id as session_id, s.method, s.second_factor, s.created_at, s.last_seen_at, s.expires_at, s.proved_at, ${ACCOUNT}
   join sessions s on s.user_id = u.id and s.tenant_id = m.tenant_id where s.token_hash = $1`,
);
export type ListedSession = Pick<SessionRow, 'method' | 'created_at' | 'last_seen_at' | 'expires_at'> & {
  id: Id<'session'>;
  token_hash: Buffer;
  address: string;
  user_agent: string;
  organization: string;
  idle_minutes: number | null;
};
/** Selects sessions in one tenant, or in all tenants if `within` is null. */
export const selectSessions = statement<ListedSession, [user: string, now: Date, within: string | null]>(
  'sessions-of-user',
  `select s.id, s.token_hash, s.method, s.created_at, s.last_seen_at, s.expires_at, s.address, s.user_agent, o.name as organization,
     (o.settings->>'session_idle_minutes')::int as idle_minutes
   from sessions s join organizations o on o.tenant_id = s.tenant_id where s.user_id = $1 and s.expires_at > $2
     and ($3::text is null or s.tenant_id = $3) order by s.last_seen_at desc, s.id`,
);
export const insertSession = namedStatement<
  unknown,
  {
    id: string;
    tokenHash: Buffer;
    userId: string;
    tenantId: string;
    method: SessionMethod;
    address: string;
    userAgent: string;
    createdAt: Date;
    expiresAt: Date;
    secondFactor: SecondFactor | null;
    provedAt: Date | null;
  }
>(
  'session-insert',
  `insert into sessions (id, token_hash, user_id, tenant_id, method, address, user_agent, created_at, last_seen_at, proved_at, expires_at,
     second_factor)
   values (:id, :tokenHash, :userId, :tenantId, :method, :address, :userAgent, :createdAt, :createdAt, :provedAt, :expiresAt, :secondFactor)`,
);
export const touchSession = statement<unknown, [hash: Buffer, now: Date, address: string, agent: string]>(
  'session-touch',
  'update sessions set last_seen_at = $2, address = $3, user_agent = $4 where token_hash = $1',
);
/** Moves the session to a new token, and optionally to another organization. The old cookie no longer works. */
export const rotateSession = statement<
  { id: Id<'session'>; created_at: Date; expires_at: Date; method: SessionMethod; second_factor: SecondFactor | null },
  [old: Buffer, fresh: Buffer, tenant: string | null]
>(
  'session-rotate',
  `update sessions set token_hash = $2, tenant_id = coalesce($3, tenant_id) where token_hash = $1
   returning id, created_at, expires_at, method, second_factor`,
);
/** Records a proof of identity and moves the session to a new token (ADR 41). */
export const proveSession = statement<{ id: Id<'session'> }, [old: Buffer, fresh: Buffer, now: Date]>(
  'session-prove',
  'update sessions set token_hash = $2, proved_at = $3 where token_hash = $1 returning id',
);
export const updateSecondFactor = statement<unknown, [hash: Buffer, factor: SecondFactor]>(
  'session-second-factor',
  'update sessions set second_factor = $2 where token_hash = $1',
);
/**
 * Removes the proof of a second factor from sessions after the last factor was removed. An organization that requires a
 * second factor asks for it again at the next request.
 */
export const clearSecondFactors = statement<unknown, [user: string]>(
  'sessions-clear-second-factor',
  "update sessions set second_factor = null where user_id = $1 and second_factor <> 'identity-provider'",
);
export const deleteSession = statement<unknown, [Buffer]>(
  'session-delete',
  'delete from sessions where token_hash = $1',
);
export const deleteSessionById = statement<{ id: Id<'session'> }, [user: string, id: string, within: string | null]>(
  'session-delete-by-id',
  'delete from sessions where user_id = $1 and id = $2 and ($3::text is null or tenant_id = $3) returning id',
);
export const deleteOtherSessionsIn = statement<{ id: Id<'session'> }, [user: string, keep: Buffer, tenant: string]>(
  'sessions-delete-others-in-tenant',
  'delete from sessions where user_id = $1 and token_hash <> $2 and tenant_id = $3 returning id',
);
/** Deletes the given session in one organization, or all sessions except `keep`. */
export const deleteMemberSessions = statement<
  { id: Id<'session'> },
  [tenant: string, user: string, id: string | null, keep: string | null]
>(
  'sessions-delete-of-member',
  `delete from sessions where tenant_id = $1 and user_id = $2 and ($3::text is null or id = $3) and ($4::text is null or id <> $4)
   returning id`,
);
/** Deletes a person's sessions except `keep`, or all if `keep` is null. */
export const deleteSessionsOf = statement<{ id: Id<'session'> }, [user: string, keep: Buffer | null]>(
  'sessions-delete-of-user',
  'delete from sessions where user_id = $1 and ($2::bytea is null or token_hash <> $2) returning id',
);
export const deleteSessionsIn = statement<unknown, [tenant: string, user: string | null]>(
  'sessions-delete-in-tenant',
  'delete from sessions where tenant_id = $1 and ($2::text is null or user_id = $2)',
);
export const deleteOldSessions = statement<unknown, [Date]>(
  'session-sweep',
  'delete from sessions where expires_at < $1',
);

export const markInvitationBounced = statement<
  { id: Id<'invitation'> },
  [tenant: string, invitation: string, reason: string]
>(
  'invitation-bounced',
  `update invitations set bounce_reason = $3 where tenant_id = $1 and id = $2 and accepted_at is null and revoked_at is null returning id`,
);
