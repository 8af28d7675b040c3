/**
 * SQL for single sign-on. Runs in the role `app` in the live tenant for data of an organization, and in the role `auth`
 * for people and domain ownership.
 */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { Pin } from './domain.ts';
import type { StoredSettings } from './settings-domain.ts';

// ------------------------------------------------------------------ settings
export type SsoRow = {
  protocol: 'saml' | 'oidc';
  settings: StoredSettings;
  secret_sealed: Buffer | null;
  trust_generation: number;
  updated_at: Date;
  refused_at: Date | null;
  refused_reason: string | null;
  refused_detail: string | null;
};
const SSO = `protocol, settings, secret_sealed, trust_generation, updated_at, refused_at, refused_reason,
  refused_detail`;
export const selectSso = statement<SsoRow, [tenant: string]>(
  'sso-select',
  `select ${SSO} from single_sign_on where tenant_id = $1`,
);
export const lockSso = statement<SsoRow, [tenant: string]>(
  'sso-lock',
  `select ${SSO} from single_sign_on where tenant_id = $1 for update`,
);
/**
 * Every sign-in holds this lock until it commits. A concurrent change of settings waits, and then also ends the new
 * session.
 */
export const shareSso = statement<SsoRow, [tenant: string]>(
  'sso-share',
  `select ${SSO} from single_sign_on where tenant_id = $1 for share`,
);
export const upsertSso = namedStatement<
  unknown,
  {
    tenantId: string;
    protocol: 'saml' | 'oidc';
    settings: string;
    secretSealed: Buffer | null;
    allowPasswords: boolean;
    trustGeneration: number;
    updatedAt: Date;
  }
>(
  'sso-upsert',
  `insert into single_sign_on (tenant_id, protocol, settings, secret_sealed, allow_passwords, trust_generation, updated_at)
   values (:tenantId, :protocol, :settings, :secretSealed, :allowPasswords, :trustGeneration, :updatedAt)
   on conflict (tenant_id) do update set protocol = excluded.protocol, settings = excluded.settings, secret_sealed = excluded.secret_sealed,
     allow_passwords = excluded.allow_passwords, trust_generation = excluded.trust_generation, updated_at = excluded.updated_at,
     refused_at = null, refused_reason = null, refused_detail = null`,
);
export const deleteSso = statement<{ protocol: string }, [tenant: string]>(
  'sso-delete',
  'delete from single_sign_on where tenant_id = $1 returning protocol',
);
/** Deleting the settings also deletes the confirmations, so a later provider starts without any. */
export const deleteLinks = statement<unknown, [tenant: string]>(
  'sso-links-delete',
  'delete from sso_links where tenant_id = $1',
);
export const endConfirmations = statement<unknown, [tenant: string, now: Date]>(
  'sso-confirmations-end',
  'update sso_confirmations set used_at = $2 where tenant_id = $1 and used_at is null',
);
export const noteRefusal = statement<unknown, [tenant: string, at: Date, reason: string, detail: string | null]>(
  'sso-note-refusal',
  'update single_sign_on set refused_at = $2, refused_reason = $3, refused_detail = $4 where tenant_id = $1',
);
export const endSsoSessions = statement<{ id: Id<'session'> }, [tenant: string]>(
  'sso-sessions-end',
  `delete from sessions where tenant_id = $1 and method in ('saml', 'oidc') returning id`,
);
/** Ends only sessions of people with addresses in the domain. */
export const endSsoSessionsOfDomain = statement<{ id: Id<'session'> }, [tenant: string, domain: string]>(
  'sso-sessions-end-of-domain',
  `delete from sessions s using users u where s.tenant_id = $1 and s.method in ('saml', 'oidc') and u.id = s.user_id
     and split_part(u.email_key, '@', -1) = $2 returning s.id`,
);
export type SsoKeyRow = { key_sealed: Buffer; certificate: Buffer };
export const selectSsoKey = statement<SsoKeyRow, [tenant: string]>(
  'sso-key-select',
  'select key_sealed, certificate from sso_keys where tenant_id = $1',
);
/** If two inserts are concurrent, the first key stays. */
export const insertSsoKey = statement<unknown, [tenant: string, key: Buffer, certificate: Buffer, now: Date]>(
  'sso-key-insert',
  'insert into sso_keys (tenant_id, key_sealed, certificate, created_at) values ($1, $2, $3, $4) on conflict do nothing',
);
export type OrganizationFacts = { id: Id<'organization'>; name: string; plan: string };
export const selectSsoOrganization = statement<OrganizationFacts, [tenant: string]>(
  'sso-organization',
  'select id, name, plan from organizations where tenant_id = $1 and deleted_at is null',
);

/** Includes deactivated memberships. Runs in the role `auth`. */
export const selectMembership = statement<{ role: string }, [tenant: string, user: string]>(
  'sso-membership',
  'select role from memberships where tenant_id = $1 and user_id = $2',
);

// ------------------------------------------------------------------ domains
export type DomainRow = {
  id: Id<'domain'>;
  domain: string;
  challenge: string;
  created_at: Date;
  verified_at: Date | null;
};
const DOMAIN = `d.id, d.domain, d.challenge, d.created_at, o.verified_at from organization_domains d
  left join domain_owners o on o.domain = d.domain and o.tenant_id = d.tenant_id`;
export const selectDomains = statement<DomainRow, [tenant: string]>(
  'domains-list',
  `select ${DOMAIN} where d.tenant_id = $1 order by d.domain`,
);
export const selectDomain = statement<DomainRow, [tenant: string, id: string]>(
  'domain-select',
  `select ${DOMAIN} where d.tenant_id = $1 and d.id = $2`,
);
export const insertDomain = statement<
  unknown,
  [tenant: string, id: string, domain: string, challenge: string, now: Date]
>(
  'domain-insert',
  'insert into organization_domains (tenant_id, id, domain, challenge, created_at) values ($1, $2, $3, $4, $5)',
);
export const deleteDomain = statement<{ domain: string }, [tenant: string, id: string]>(
  'domain-delete',
  'delete from organization_domains where tenant_id = $1 and id = $2 returning domain',
);
/** The first organization to verify a domain gets it. The row shows which organization that was. */
export const claimDomain = statement<unknown, [domain: string, tenant: string, now: Date]>(
  'domain-owner-claim',
  'insert into domain_owners (domain, tenant_id, verified_at) values ($1, $2, $3) on conflict (domain) do nothing',
);
export const releaseDomain = statement<unknown, [domain: string, tenant: string]>(
  'domain-owner-release',
  'delete from domain_owners where domain = $1 and tenant_id = $2',
);
export const selectDomainOwner = statement<{ tenant_id: Id<'tenant'>; verified_at: Date }, [domain: string]>(
  'domain-owner-select',
  'select tenant_id, verified_at from domain_owners where domain = $1',
);
export const selectByDomain = statement<
  { organization_id: Id<'organization'>; plan: string; protocol: 'saml' | 'oidc' },
  [domain: string]
>(
  'sso-by-domain',
  `select o.id as organization_id, o.plan, s.protocol from domain_owners d join organizations o on o.tenant_id = d.tenant_id and o.deleted_at is null
   join single_sign_on s on s.tenant_id = d.tenant_id where d.domain = $1`,
);

// ------------------------------------------------------------------ people
export type LinkRow = Pin & { user_id: Id<'user'> };
const LINK = 'user_id, provider, subject, subject_attribute, trust_generation';
const NAMED = `provider = $2 and coalesce(subject_attribute, '') = coalesce($3, '') and subject = $4`;
type Named = [tenant: string, provider: string, attribute: string | null, subject: string];
export const selectLinkBySubject = statement<LinkRow, Named>(
  'sso-link-by-subject',
  `select ${LINK} from sso_links where tenant_id = $1 and ${NAMED}`,
);
export const selectLink = statement<LinkRow, [tenant: string, user: string]>(
  'sso-link-select',
  `select ${LINK} from sso_links where tenant_id = $1 and user_id = $2`,
);
/**
 * Pins a provider's identifier to an account. Returns no row if the same provider has already pinned a different
 * identifier, which stays. If `generation` is null, the pin is based on the domain and does not replace the person's
 * own confirmation.
 */
export const upsertLink = namedStatement<
  { user_id: Id<'user'> },
  {
    tenantId: string;
    userId: string;
    provider: string;
    subjectAttribute: string | null;
    subject: string;
    trustGeneration: number | null;
    now: Date;
  }
>(
  'sso-link-upsert',
  `insert into sso_links (tenant_id, user_id, provider, subject_attribute, subject, trust_generation, created_at, last_login_at)
   values (:tenantId, :userId, :provider, :subjectAttribute, :subject, :trustGeneration, :now, :now)
   on conflict (tenant_id, user_id) do update set provider = excluded.provider, subject_attribute = excluded.subject_attribute,
     subject = excluded.subject, trust_generation = coalesce(excluded.trust_generation, sso_links.trust_generation),
     last_login_at = excluded.last_login_at
   where sso_links.subject is null or sso_links.subject = excluded.subject or sso_links.provider <> excluded.provider
     or sso_links.subject_attribute is distinct from excluded.subject_attribute
   returning user_id`,
);
/** When a member rejoins, the identifier of the previous membership no longer counts. */
export const deleteLink = statement<unknown, [tenant: string, user: string]>(
  'sso-link-delete',
  'delete from sso_links where tenant_id = $1 and user_id = $2',
);
export const releaseSubject = statement<unknown, [...Named, user: string]>(
  'sso-link-release',
  `delete from sso_links where tenant_id = $1 and ${NAMED} and user_id = $5`,
);

export type ConfirmationRow = {
  email: string;
  name: string;
  role: 'admin' | 'member';
  method: 'saml' | 'oidc';
  provider: string;
  subject: string | null;
  trust_generation: number;
  is_multi_factor: boolean;
  device_hash: Buffer;
};
export const insertConfirmation = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    email: string;
    emailKey: string;
    name: string;
    role: 'admin' | 'member';
    method: 'saml' | 'oidc';
    provider: string;
    subject: string | null;
    generation: number;
    isMultiFactor: boolean;
    deviceHash: Buffer;
    createdAt: Date;
    expiresAt: Date;
  }
>(
  'sso-confirmation-insert',
  `insert into sso_confirmations (tenant_id, id, email, email_key, name, role, method, provider, subject, trust_generation, is_multi_factor, device_hash, created_at, expires_at)
   values (:tenantId, :id, :email, :emailKey, :name, :role, :method, :provider, :subject, :generation, :isMultiFactor, :deviceHash, :createdAt, :expiresAt)`,
);
export const selectConfirmation = statement<ConfirmationRow, [tenant: string, id: string, now: Date]>(
  'sso-confirmation-select',
  `select email, name, role, method, provider, subject, trust_generation, is_multi_factor, device_hash from sso_confirmations
   where tenant_id = $1 and id = $2 and used_at is null and expires_at > $3`,
);
/** Only one of several concurrent requests gets a row. */
export const useConfirmation = statement<{ id: Id<'ssoConfirmation'> }, [tenant: string, id: string, now: Date]>(
  'sso-confirmation-use',
  'update sso_confirmations set used_at = $3 where tenant_id = $1 and id = $2 and used_at is null and expires_at > $3 returning id',
);
export const deleteOldConfirmations = statement<unknown, [tenant: string, now: Date]>(
  'sso-confirmations-sweep',
  'delete from sso_confirmations where tenant_id = $1 and expires_at < $2',
);

// ------------------------------------------------------------------ single-use identifiers
/** Returns no row if the identifier has already been used. The unique key decides across processes and restarts. */
export const useOnce = statement<{ used_hash: Buffer }, [tenant: string, hash: Buffer, expires: Date]>(
  'sso-use-once',
  'insert into sso_used (tenant_id, used_hash, expires_at) values ($1, $2, $3) on conflict do nothing returning used_hash',
);
export const deleteOldUsed = statement<unknown, [tenant: string, now: Date]>(
  'sso-used-sweep',
  'delete from sso_used where tenant_id = $1 and expires_at < $2',
);
