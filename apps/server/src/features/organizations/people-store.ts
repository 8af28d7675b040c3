/** SQL for the people of an organization: deactivation, and handing over their objects. */
import type { Id } from '@countersign/contract';
import type { Party } from '../../platform/audit/recorder.ts';
import { namedStatement, statement } from '../../platform/db/statement.ts';

/** Runs in the `auth` role. */
export const selectDomainTenant = statement<{ tenant_id: string }, [domain: string]>(
  'domain-tenant',
  'select tenant_id from domain_owners where domain = $1',
);

export const updateDeactivated = statement<unknown, [tenant: string, user: string, at: Date | null]>(
  'member-deactivated',
  'update memberships set deactivated_at = $3 where tenant_id = $1 and user_id = $2',
);
/** Deletes an account that was never used and has no membership. Runs in the `auth` role. */
export const eraseUntouched = statement<{ id: string }, [user: string]>(
  'user-erase-untouched',
  `delete from users where id = $1 and password_hash is null and last_login_at is null
     and not exists (select from last_sign_ins l where l.user_id = $1 and l.at is not null)
     and not exists (select 1 from memberships m where m.user_id = $1) returning id`,
);
export const selectHasMembership = statement<{ has: boolean }, [user: string]>(
  'user-has-membership',
  'select exists (select 1 from memberships where user_id = $1) as has',
);
export const deleteLinksOf = statement<unknown, [user: string]>(
  'user-links-delete',
  'delete from email_tokens where user_id = $1',
);
/** Checks whether the person has ever signed in, or could sign in without help. Runs in the `auth` role. */
export const selectTouched = statement<{ touched: boolean }, [user: string]>(
  'user-touched',
  `select u.password_hash is not null or u.last_login_at is not null or exists (select from passkeys p where p.user_id = u.id)
     or exists (select from last_sign_ins l where l.user_id = u.id and l.at is not null) or exists (select from sessions s where s.user_id = u.id) as touched from users u where u.id = $1 for update`,
);

/** Checks whether the person owns, or owned, anything in this organization. */
export const selectOwns = statement<{ owns: boolean }, [tenant: string, user: string]>(
  'user-owns',
  `select exists (select from documents where tenant_id = $1 and owner_id = $2) or exists (select from templates where tenant_id = $1 and owner_id = $2)
     or exists (select from packages where tenant_id = $1 and owner_id = $2) or exists (select from bulk_sends where tenant_id = $1 and owner_id = $2)
     or exists (select from hand_overs where tenant_id = $1 and (from_user_id = $2 or to_user_id = $2)) as owns`,
);

// ------------------------------------------------------------------ transfer of a member's objects
export type HandOverRow = {
  id: Id<'handOver'>;
  from_user_id: Id<'user'>;
  to_user_id: Id<'user'>;
  to_name: string | null;
  party: Party;
  with_keys: boolean;
  status: 'running' | 'completed' | 'stopped';
  documents: number;
  templates: number;
  packages: number;
  bulk_sends: number;
  api_keys: number;
  created_at: Date;
  finished_at: Date | null;
};
const HAND_OVER = `h.id, h.from_user_id, h.to_user_id, u.name as to_name, h.party, h.with_keys, h.status, h.documents, h.templates, h.packages,
  h.bulk_sends, h.api_keys, h.created_at, h.finished_at from hand_overs h left join users u on u.id = h.to_user_id`;
export const insertHandOver = namedStatement<
  { id: string },
  { tenantId: string; id: string; from: string; to: string; party: string; withKeys: boolean; now: Date }
>(
  'hand-over-insert',
  `insert into hand_overs (tenant_id, id, from_user_id, to_user_id, party, with_keys, created_at)
   values (:tenantId, :id, :from, :to, :party, :withKeys, :now) on conflict do nothing returning id`,
);
export const selectLatestHandOver = statement<HandOverRow, [tenant: string, from: string]>(
  'hand-over-latest',
  `select ${HAND_OVER} where h.tenant_id = $1 and h.from_user_id = $2 order by h.id desc limit 1`,
);
export const lockHandOver = statement<HandOverRow, [tenant: string, id: string]>(
  'hand-over-lock',
  `select ${HAND_OVER} where h.tenant_id = $1 and h.id = $2 and h.status = 'running' for update of h`,
);
export const updateHandOver = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    documents: number;
    templates: number;
    packages: number;
    bulkSends: number;
    apiKeys: number;
    status: HandOverRow['status'];
    finishedAt: Date | null;
  }
>(
  'hand-over-update',
  `update hand_overs set documents = documents + :documents, templates = templates + :templates, packages = packages + :packages,
     bulk_sends = bulk_sends + :bulkSends, api_keys = api_keys + :apiKeys, status = :status, finished_at = :finishedAt
   where tenant_id = :tenantId and id = :id`,
);
type Move = [tenant: string, from: string, to: string, most: number];
type Moved = { templates: number; packages: number; bulk_sends: number; public_links: number };
/** Moves a limited number of objects of each kind, so that a job stays short. `moveOwnedDocuments` moves documents. */
export const moveSome = statement<Moved, Move>(
  'hand-over-move',
  `with t as (update templates set owner_id = $3 where tenant_id = $1 and id in
       (select id from templates where tenant_id = $1 and owner_id = $2 limit $4) returning 1),
     p as (update packages set owner_id = $3 where tenant_id = $1 and id in
       (select id from packages where tenant_id = $1 and owner_id = $2 limit $4) returning 1),
     b as (update bulk_sends set owner_id = $3 where tenant_id = $1 and id in
       (select id from bulk_sends where tenant_id = $1 and owner_id = $2 limit $4) returning 1),
     l as (update public_links set owner_id = $3 where tenant_id = $1 and id in
       (select id from public_links where tenant_id = $1 and owner_id = $2 limit $4) returning 1)
   select (select count(*)::int from t) as templates,
     (select count(*)::int from p) as packages, (select count(*)::int from b) as bulk_sends,
     (select count(*)::int from l) as public_links`,
);
