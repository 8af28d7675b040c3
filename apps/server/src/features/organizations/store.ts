/**
 * SQL for organizations, in the `app` role. Every statement is limited to one tenant, by its condition and by row-level
 * security.
 */
import type { Invitation, OrganizationSettings, Role, Id } from '@countersign/contract';
import { BEHIND_ALL_IDS, boundOr, namedStatement, statement } from '../../platform/db/statement.ts';
import type { Page } from '../../platform/paging.ts';

export type OrganizationRow = {
  id: Id<'organization'>;
  name: string;
  plan: string;
  settings: Partial<OrganizationSettings>;
  settings_revision: number;
  is_operator: boolean;
  created_at: Date;
  delete_requested_at: Date | null;
  delete_at: Date | null;
  deleted_at: Date | null;
  in_progress: number;
  logo_width: number | null;
  logo_height: number | null;
  logo_sha256: string | null;
  logo_changed_at: Date | null;
};
export const selectOrganization = statement<OrganizationRow, [tenant: string]>(
  'organization-select',
  `select o.id, o.name, o.plan, o.settings, o.settings_revision, o.is_operator, o.created_at, o.delete_requested_at, o.delete_at, o.deleted_at,
     (select count(*)::int from documents d where d.tenant_id = $1 and d.status = 'in-progress' and d.deleted_at is null) as in_progress,
     l.width as logo_width, l.height as logo_height, l.sha256 as logo_sha256, l.changed_at as logo_changed_at
   from organizations o left join organization_logos l on l.tenant_id = o.tenant_id where o.tenant_id = $1`,
);
export const selectSettings = statement<Pick<OrganizationRow, 'settings'>, [tenant: string]>(
  'organization-settings',
  'select settings from organizations where tenant_id = $1',
);
export const lockOrganization = statement<{ id: Id<'organization'> }, [tenant: string]>(
  'organization-lock',
  'select id from organizations where tenant_id = $1 for update',
);
export const selectStandingHold = statement<{ id: Id<'legalHold'> }, [tenant: string]>(
  'organization-standing-hold',
  'select id from legal_holds where tenant_id = $1 and released_at is null limit 1',
);
export const updateOrganizationRow = statement<
  unknown,
  [tenant: string, name: string, settings: string, revision: number]
>(
  'organization-update',
  'update organizations set name = $2, settings = $3, settings_revision = $4 where tenant_id = $1',
);
/** Runs in the `auth` role, for the operator's console. */
export const selectAgreements = statement<{
  organization_id: string;
  name: string;
  plan: string;
  requests_per_hour: number | null;
  tenants: string[];
}>(
  'organization-agreements',
  `select t.organization_id, min(o.name) as name, min(o.plan) as plan, min(o.requests_per_hour) as requests_per_hour,
     array_agg(t.tenant_id order by t.environment) as tenants
   from tenants t join organizations o on o.tenant_id = t.tenant_id where o.deleted_at is null
   group by t.organization_id order by 2, 1`,
);
/** Null means that the number of requests is unlimited. */
export const updateAgreedRequests = statement<unknown, [tenant: string, requests: number | null]>(
  'organization-agreed-requests',
  'update organizations set requests_per_hour = $2 where tenant_id = $1',
);
/** Null means that a second factor is no longer required. */
export const updateRequiredAt = statement<unknown, [tenant: string, at: Date | null]>(
  'organization-two-factor-required',
  'update organizations set two_factor_required_at = $2 where tenant_id = $1',
);
export const scheduleDeletion = statement<unknown, [tenant: string, requested: Date | null, at: Date | null]>(
  'organization-schedule-deletion',
  'update organizations set delete_requested_at = $2, delete_at = $3 where tenant_id = $1',
);
export const closeOrganization = statement<unknown, [tenant: string, now: Date]>(
  'organization-close',
  'update organizations set deleted_at = $2 where tenant_id = $1',
);

export type MemberRow = {
  id: Id<'user'>;
  name: string;
  email: string;
  role: Role;
  email_verified_at: Date | null;
  joined_at: Date;
  last_login_at: Date | null;
  deactivated_at: Date | null;
};
const MEMBER = `u.id, u.name, u.email, m.role, u.email_verified_at, m.created_at as joined_at, l.at as last_login_at, m.deactivated_at
  from memberships m join users u on u.id = m.user_id left join last_sign_ins l on l.user_id = m.user_id`;
/** Searches the displayed values. A tenant has few enough members for a scan. */
const MATCHES = `($2::text is null or position(lower($2) in lower(u.name)) > 0 or position(lower($2) in u.email_key) > 0)`;
export const selectMembers = namedStatement<MemberRow, Page & { tenantId: string; search: string | null }>(
  'members-list',
  `select ${MEMBER} where m.tenant_id = :tenantId and ${MATCHES.replaceAll('$2', ':search')}
     and (:afterId::text is null or (lower(u.name), u.id) > (lower(:afterValue), :afterId))
   order by lower(u.name), u.id limit :limit offset :offset`,
);
export const selectAdministrators = statement<MemberRow, [tenant: string]>(
  'administrators-list',
  `select ${MEMBER} where m.tenant_id = $1 and m.role <> 'member' and m.deactivated_at is null order by u.id`,
);
export const countMembers = statement<{ count: number }, [tenant: string, search: string | null]>(
  'members-count',
  `select count(*)::int as count from memberships m join users u on u.id = m.user_id where m.tenant_id = $1 and ${MATCHES}`,
);
export const selectMember = statement<MemberRow, [tenant: string, user: string]>(
  'member-select',
  `select ${MEMBER} where m.tenant_id = $1 and m.user_id = $2`,
);
export const selectMemberByEmail = statement<{ id: Id<'user'> }, [tenant: string, emailKey: string]>(
  'member-by-email',
  'select u.id from memberships m join users u on u.id = m.user_id where m.tenant_id = $1 and u.email_key = $2',
);
/** Locks every owner's row in a fixed order, which serializes changes of ownership. */
export const lockOwners = statement<{ user_id: Id<'user'> }, [tenant: string]>(
  'owners-lock',
  `select user_id from memberships where tenant_id = $1 and role = 'owner' and deactivated_at is null order by user_id for update`,
);
export const updateRole = statement<unknown, [tenant: string, user: string, role: Role]>(
  'member-role',
  'update memberships set role = $3 where tenant_id = $1 and user_id = $2',
);
export const deleteMembership = statement<unknown, [tenant: string, user: string]>(
  'member-remove',
  'delete from memberships where tenant_id = $1 and user_id = $2',
);
/**
 * Transfers templates, packages, pending bulk sends and public links, so that their documents belong to the new owner.
 */
export const moveTemplates = statement<unknown, [tenant: string, from: string, to: string]>(
  'member-templates-move',
  `with moved as (update bulk_sends set owner_id = $3 where tenant_id = $1 and owner_id = $2),
     packed as (update packages set owner_id = $3 where tenant_id = $1 and owner_id = $2),
     linked as (update public_links set owner_id = $3 where tenant_id = $1 and owner_id = $2)
   update templates set owner_id = $3 where tenant_id = $1 and owner_id = $2`,
);
export const endKeysOf = statement<{ id: Id<'apiKey'> }, [tenant: string, maker: string | null, now: Date]>(
  'member-keys-end',
  `update api_keys set revoked_at = $3 where tenant_id = $1 and ($2::text is null or created_by = $2) and revoked_at is null returning id`,
);
export const moveKeys = statement<{ id: Id<'apiKey'> }, [tenant: string, from: string, to: string]>(
  'member-keys-move',
  'update api_keys set created_by = $3 where tenant_id = $1 and created_by = $2 and revoked_at is null returning id',
);

export type InvitationRow = {
  id: Id<'invitation'>;
  email: string;
  name: string | null;
  role: Role;
  created_at: Date;
  expires_at: Date;
  bounced: Invitation['bounced'];
  invited_by: Id<'user'>;
  organization: string;
};
const INVITATION = `i.id, i.email, i.name, i.role, i.created_at, i.expires_at, i.bounce_reason as bounced, coalesce(u.name, '') as invited_by, o.name as organization
  from invitations i join organizations o on o.tenant_id = i.tenant_id
  left join users u on u.id = i.invited_by`;
const OPEN = 'i.accepted_at is null and i.revoked_at is null and i.expires_at > $2';
export const insertInvitation = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    email: string;
    emailKey: string;
    name: string | null;
    role: Role;
    invitedBy: string;
    createdAt: Date;
    expiresAt: Date;
  }
>(
  'invitation-insert',
  `insert into invitations (tenant_id, id, email, email_key, name, role, invited_by, created_at, expires_at)
   values (:tenantId, :id, :email, :emailKey, :name, :role, :invitedBy, :createdAt, :expiresAt)`,
);
export const selectOpenTo = statement<
  { id: Id<'invitation'>; role: Role },
  [tenant: string, now: Date, emailKey: string]
>(
  'invitation-open-to',
  `select i.id, i.role from invitations i where i.tenant_id = $1 and i.email_key = $3 and ${OPEN} limit 1`,
);
export const revokeInvitationsTo = statement<unknown, [tenant: string, emailKey: string, now: Date]>(
  'invitation-revoke-to',
  'update invitations set revoked_at = $3 where tenant_id = $1 and email_key = $2 and accepted_at is null and revoked_at is null',
);
export const revokeInvitationRow = statement<{ id: Id<'invitation'> }, [tenant: string, id: string, now: Date]>(
  'invitation-revoke',
  'update invitations set revoked_at = $3 where tenant_id = $1 and id = $2 and accepted_at is null and revoked_at is null returning id',
);
export const revokeAllInvitations = statement<unknown, [tenant: string, now: Date]>(
  'invitation-revoke-all',
  'update invitations set revoked_at = $2 where tenant_id = $1 and accepted_at is null and revoked_at is null',
);
export const selectInvitations = statement<
  InvitationRow,
  [tenant: string, now: Date, before: string | null, limit: number]
>(
  'invitations-list',
  `select ${INVITATION} where i.tenant_id = $1 and ${OPEN} and i.id < ${boundOr('$3::text', BEHIND_ALL_IDS)} order by i.id desc limit $4`,
);
export const selectInvitation = statement<InvitationRow, [tenant: string, now: Date, id: string]>(
  'invitation-select',
  `select ${INVITATION} where i.tenant_id = $1 and ${OPEN} and i.id = $3 and o.deleted_at is null`,
);
/** Only one of several concurrent requests gets a row. */
export const useInvitation = statement<{ id: Id<'invitation'> }, [tenant: string, now: Date, id: string]>(
  'invitation-use',
  `update invitations i set accepted_at = $2 where i.tenant_id = $1 and i.id = $3 and ${OPEN} returning i.id`,
);

export type ListedUserRow = {
  id: Id<'user'> | Id<'invitation'>;
  status: 'active' | 'invited' | 'deactivated';
  name: string | null;
  email: string;
  role: Role;
  created_at: Date;
  last_login_at: Date | null;
  deactivated_at: Date | null;
  sort: string;
};
const PEOPLE = `with people as (
    select u.id, case when m.deactivated_at is null then 'active' else 'deactivated' end as status, u.name, u.email, m.role, m.created_at,
      l.at as last_login_at, m.deactivated_at, lower(u.email) as sort
    from memberships m join users u on u.id = m.user_id left join last_sign_ins l on l.user_id = m.user_id where m.tenant_id = :tenantId
    union all
    select i.id, 'invited', i.name, i.email, i.role, i.created_at, null, null, lower(i.email) from invitations i
    where i.tenant_id = :tenantId and i.accepted_at is null and i.revoked_at is null and i.expires_at > :now)`;
const PERSON_MATCHES = `(:search::text is null or position(lower(:search) in lower(coalesce(name, ''))) > 0 or position(lower(:search) in sort) > 0)
  and (:role::text is null or role = :role) and (:status::text is null or status = :status)`;
type People = { tenantId: string; now: Date; search: string | null; role: Role | null; status: string | null };
export const selectPeople = namedStatement<
  ListedUserRow,
  People & { afterEmail: string | null; afterId: string | null; limit: number; offset: number }
>(
  'people-list',
  `${PEOPLE} select * from people where ${PERSON_MATCHES} and (:afterId::text is null or (sort, id) > (:afterEmail, :afterId))
   order by sort, id limit :limit offset :offset`,
);
export const countPeople = namedStatement<{ count: number }, People>(
  'people-count',
  `${PEOPLE} select count(*)::int as count from people where ${PERSON_MATCHES}`,
);
