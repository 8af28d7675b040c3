/** SQL for public links and their visitors. */
import type { Environment, Id, PublicLink, Role } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { LinkState } from './domain.ts';

export type LinkRow = LinkState & {
  id: Id<'publicLink'>;
  template_id: Id<'template'>;
  owner_id: Id<'user'>;
  role: string;
  signers: PublicLink['signers'];
  documents: number;
  created_at: Date;
  updated_at: Date;
  owner_name: string;
  owner_email: string;
  /** Null if the owner is not an active member. */
  owner_role: Role | null;
};
const LINK = `l.id, l.template_id, l.owner_id, l.role, l.signers, l.paused, l.daily_limit, l.expires_at, l.day_began, l.documents_of_day, l.documents,
     l.created_at, l.updated_at, coalesce(u.name, '') as owner_name, coalesce(u.email, '') as owner_email, m.role as owner_role`;
const FROM = `public_links l left join users u on u.id = l.owner_id
   left join memberships m on m.tenant_id = l.tenant_id and m.user_id = l.owner_id and m.deactivated_at is null`;

/** `member` limits the result to the member's own links. Null means all. */
export const selectLinks = statement<LinkRow, [tenant: string, template: string, member: string | null]>(
  'public-links-of-template',
  `select ${LINK} from ${FROM} where l.tenant_id = $1 and l.template_id = $2 and ($3::text is null or l.owner_id = $3) order by l.id`,
);
export const selectLink = statement<LinkRow, [tenant: string, template: string, id: string, member: string | null]>(
  'public-link-select',
  `select ${LINK} from ${FROM} where l.tenant_id = $1 and l.template_id = $2 and l.id = $3 and ($4::text is null or l.owner_id = $4)`,
);
export type OpenedLink = LinkRow & {
  organization: string;
  environment: Environment;
  organization_locale: string | null;
};
/** Selects a link that a visitor has opened. Visitors are not members. */
export const selectOpenedLink = statement<OpenedLink, [tenant: string, id: string]>(
  'public-link-open',
  `select ${LINK}, coalesce(nullif(o.settings->>'branding_name', ''), o.name) as organization, o.settings->>'locale' as organization_locale, t.environment
   from ${FROM} join organizations o on o.tenant_id = l.tenant_id join tenants t on t.tenant_id = l.tenant_id
   where l.tenant_id = $1 and l.id = $2`,
);
export const lockLink = statement<{ documents: number }, [tenant: string, template: string, id: string]>(
  'public-link-lock',
  'select documents from public_links where tenant_id = $1 and template_id = $2 and id = $3 for update',
);
export const countLinks = statement<{ count: number }, [tenant: string, template: string]>(
  'public-links-count',
  'select count(*)::int as count from public_links where tenant_id = $1 and template_id = $2',
);
export const insertLink = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    templateId: string;
    ownerId: string;
    role: string;
    signers: string;
    dailyLimit: number;
    expiresAt: Date | null;
    now: Date;
  }
>(
  'public-link-insert',
  `insert into public_links (tenant_id, id, template_id, owner_id, role, signers, daily_limit, expires_at, created_at, updated_at, day_began)
   values (:tenantId, :id, :templateId, :ownerId, :role, :signers, :dailyLimit, :expiresAt, :now, :now, :now)`,
);
export const updateLink = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    paused: boolean;
    signers: string;
    dailyLimit: number;
    expiresAt: Date | null;
    now: Date;
  }
>(
  'public-link-update',
  `update public_links set paused = :paused, signers = :signers, daily_limit = :dailyLimit, expires_at = :expiresAt, updated_at = :now
   where tenant_id = :tenantId and id = :id`,
);
export const deleteLink = statement<unknown, [tenant: string, id: string]>(
  'public-link-delete',
  'delete from public_links where tenant_id = $1 and id = $2',
);

type Count = { tenantId: string; id: string; now: Date };
const IS_NEW_DAY = `day_began <= :now::timestamptz - interval '1 day'`;
const ACCEPTS = `not paused and (expires_at is null or expires_at > :now) and (documents_of_day < daily_limit or ${IS_NEW_DAY})`;
const countOf = (column: string, added: number): string =>
  `${column} = case when ${IS_NEW_DAY} then ${added} else ${column} + ${added} end`;
const DAY = `day_began = case when ${IS_NEW_DAY} then :now else day_began end`;

/**
 * Returns no row if the link accepts no more documents now. If two requests want the last document, the second one
 * finds that the limit is reached.
 */
export const countDocument = namedStatement<{ id: Id<'publicLink'> }, Count>(
  'public-link-count-document',
  `update public_links set ${countOf('documents_of_day', 1)}, ${countOf('codes_of_day', 0)}, ${DAY}, documents = documents + 1
   where tenant_id = :tenantId and id = :id and ${ACCEPTS} returning id`,
);
/**
 * Returns no row if the limit is reached. `forDocument` is the number of codes that the limit allows for each document.
 */
export const countCode = namedStatement<{ id: Id<'publicLink'> }, Count & { forDocument: number }>(
  'public-link-count-code',
  `update public_links set ${countOf('documents_of_day', 0)}, ${countOf('codes_of_day', 1)}, ${DAY}
   where tenant_id = :tenantId and id = :id and ${ACCEPTS} and (codes_of_day < daily_limit * :forDocument::int or ${IS_NEW_DAY}) returning id`,
);

// ---------------------------------------------------------------- visitors
export type RecentCodes = {
  of_hour: number;
  of_day: number;
  of_network: number;
  first_of_hour: Date | null;
  first_of_day: Date | null;
  first_of_network: Date | null;
};
export const countRecentCodes = namedStatement<
  RecentCodes,
  { tenantId: string; emailKey: string; network: Buffer; now: Date }
>(
  'public-link-codes-recent',
  `select count(*) filter (where email_key = :emailKey and created_at > h.began)::int as of_hour,
     count(*) filter (where email_key = :emailKey)::int as of_day,
     count(*) filter (where network_hash = :network and created_at > h.began)::int as of_network,
     min(created_at) filter (where email_key = :emailKey and created_at > h.began) as first_of_hour,
     min(created_at) filter (where email_key = :emailKey) as first_of_day,
     min(created_at) filter (where network_hash = :network and created_at > h.began) as first_of_network
   from public_link_requests, (select :now::timestamptz - interval '1 hour' as began) h
   where tenant_id = :tenantId and created_at > :now::timestamptz - interval '1 day' and (email_key = :emailKey or network_hash = :network)`,
);
export const insertRequest = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    linkId: string;
    hash: Buffer;
    email: string;
    emailKey: string;
    name: string;
    locale: string | null;
    network: Buffer;
    now: Date;
    expiresAt: Date;
  }
>(
  'public-link-request-insert',
  `insert into public_link_requests (tenant_id, id, link_id, token_hash, email, email_key, name, locale, network_hash, created_at, expires_at)
   values (:tenantId, :id, :linkId, :hash, :email, :emailKey, :name, :locale, :network, :now, :expiresAt)`,
);
export type RequestRow = {
  id: Id<'publicLinkRequest'>;
  link_id: Id<'publicLink'>;
  email: string;
  name: string;
  locale: string | null;
  tries: number;
  signer_id: Id<'signer'> | null;
  /**
   * How the code was delivered. Null until the delivery is recorded, even if the mail server has already accepted the
   * e-mail.
   */
  code_via: 'smtp' | 'mailbox' | null;
};
/**
 * Counts an attempt before the code is compared. Returns no row if the code is unknown or expired, or no attempts are
 * left.
 */
export const takeTry = namedStatement<RequestRow, { tenantId: string; hash: Buffer; now: Date; most: number }>(
  'public-link-request-try',
  `update public_link_requests set tries = tries + 1
   where tenant_id = :tenantId and token_hash = :hash and expires_at > :now and tries < :most
   returning id, link_id, email, name, locale, tries, signer_id, code_via`,
);
/** Refunds an attempt after a correct code, because a repeated request must not use up the attempts. */
export const returnTry = statement<unknown, [tenant: string, id: string]>(
  'public-link-request-return-try',
  'update public_link_requests set tries = tries - 1 where tenant_id = $1 and id = $2',
);
/** Returns a row only for the first request that creates the document. */
export const confirmRequest = namedStatement<
  { id: Id<'publicLinkRequest'> },
  { tenantId: string; id: string; documentId: string; signerId: string }
>(
  'public-link-request-confirm',
  `update public_link_requests set document_id = :documentId, signer_id = :signerId
   where tenant_id = :tenantId and id = :id and document_id is null returning id`,
);
export const selectConfirmed = statement<{ signer_id: Id<'signer'> | null }, [tenant: string, id: string]>(
  'public-link-request-confirmed',
  'select signer_id from public_link_requests where tenant_id = $1 and id = $2',
);
export const noteCodeDelivery = statement<unknown, [tenant: string, id: string, via: 'smtp' | 'mailbox']>(
  'public-link-code-delivered',
  'update public_link_requests set code_via = $3 where tenant_id = $1 and id = $2',
);
export type CodeMailRow = {
  email: string;
  locale: string | null;
  profile_locale: string | null;
  organization_locale: string | null;
  expires_at: Date;
  title: string;
  organization: string;
  environment: Environment;
};
export const selectCodeMail = statement<CodeMailRow, [tenant: string, id: string]>(
  'public-link-code-mail',
  `select r.email, r.locale, u.locale as profile_locale, o.settings->>'locale' as organization_locale, r.expires_at, p.name as title,
     coalesce(nullif(o.settings->>'branding_name', ''), o.name) as organization, t.environment
   from public_link_requests r join public_links l on l.tenant_id = r.tenant_id and l.id = r.link_id
   join templates p on p.tenant_id = l.tenant_id and p.id = l.template_id
   join organizations o on o.tenant_id = r.tenant_id join tenants t on t.tenant_id = r.tenant_id
   left join users u on u.email_key = r.email_key
   where r.tenant_id = $1 and r.id = $2`,
);
