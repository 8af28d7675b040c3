/**
 * SQL for account deletion. Statements run in the `auth` role unless a comment states that they run in a tenant's role.
 */
import type { Id, OrganizationSettings } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

export type DeletionRow = {
  user_id: Id<'user'>;
  requested_at: Date;
  due_at: Date;
  waits_for: 'legal-hold' | 'ownership' | null;
  begun_at: Date | null;
  tenants: Id<'tenant'>[];
  finished_at: Date | null;
  /** True if the account had been erased before a backup was restored. */
  was_erased: boolean;
};
const DELETION = 'user_id, requested_at, due_at, waits_for, begun_at, tenants, finished_at, was_erased';
export const selectDeletion = statement<DeletionRow, [user: string]>(
  'account-deletion-select',
  `select ${DELETION} from account_deletions where user_id = $1`,
);
export const lockDeletion = statement<DeletionRow, [user: string]>(
  'account-deletion-lock',
  `select ${DELETION} from account_deletions where user_id = $1 and finished_at is null for update`,
);
export const insertDeletion = statement<unknown, [user: string, now: Date, due: Date]>(
  'account-deletion-insert',
  'insert into account_deletions (user_id, requested_at, due_at) values ($1, $2, $3)',
);
export const cancelDeletionRow = statement<unknown, [user: string]>(
  'account-deletion-cancel',
  'delete from account_deletions where user_id = $1 and begun_at is null',
);
export const selectDueDeletions = statement<{ user_id: Id<'user'> }, [now: Date, limit: number]>(
  'account-deletions-due',
  'select user_id from account_deletions where finished_at is null and due_at <= $1 order by due_at, user_id limit $2',
);
export const updateWaits = statement<unknown, [user: string, waitsFor: string | null]>(
  'account-deletion-waits',
  'update account_deletions set waits_for = $2 where user_id = $1',
);
export const updateBegun = statement<unknown, [user: string, now: Date, tenants: readonly string[]]>(
  'account-deletion-begun',
  'update account_deletions set begun_at = $2, tenants = $3, waits_for = null where user_id = $1',
);
export const updateFinished = statement<unknown, [user: string, now: Date]>(
  'account-deletion-finished',
  'update account_deletions set finished_at = $2, waits_for = null where user_id = $1',
);
/** Inserts a deletion for an account that was already erased before a restore. */
export const insertDeletionAgain = statement<unknown, [user: string, now: Date]>(
  'account-deletion-again',
  `insert into account_deletions (user_id, requested_at, due_at, was_erased) select id, $2, $2, true from users where id = $1
   on conflict (user_id) do update set due_at = excluded.due_at, was_erased = true where account_deletions.finished_at is null`,
);

/** Selects every tenant the person belongs to, in the order in which tenants must be locked. */
export const selectTenantsOf = statement<
  { tenant_id: Id<'tenant'>; organization_id: Id<'organization'>; environment: 'live' | 'sandbox' },
  [user: string]
>(
  'account-deletion-tenants',
  `select m.tenant_id, t.organization_id, t.environment from memberships m join tenants t on t.tenant_id = m.tenant_id
   where m.user_id = $1 order by m.tenant_id`,
);
/** Selects organizations that would be left without an owner. An organization that is being closed needs no owner. */
export const selectSoleOwned = statement<{ id: Id<'organization'>; name: string }, [user: string]>(
  'account-deletion-sole-owned',
  `select o.id, o.name from memberships m join tenants t on t.tenant_id = m.tenant_id and t.environment = 'live'
   join organizations o on o.tenant_id = m.tenant_id and o.deleted_at is null and o.delete_at is null
   where m.user_id = $1 and m.role = 'owner' and not exists
     (select from memberships other where other.tenant_id = m.tenant_id and other.user_id <> $1 and other.role = 'owner'
       and other.deactivated_at is null)
   order by o.name, o.id`,
);
export const selectSettingsOf = statement<{ settings: Partial<OrganizationSettings> }, [user: string]>(
  'account-deletion-settings',
  `select o.settings from memberships m join tenants t on t.tenant_id = m.tenant_id and t.environment = 'live'
   join organizations o on o.tenant_id = m.tenant_id where m.user_id = $1`,
);
/** Runs in a tenant's role. */
export const selectPersonHold = statement<{ id: Id<'legalHold'> }, [tenant: string, key: string]>(
  'account-deletion-hold',
  `select id from legal_holds where tenant_id = $1 and kind = 'person' and target = $2 and released_at is null limit 1`,
);
export const selectEveryTenant = statement<{ tenant_id: Id<'tenant'> }>(
  'account-deletion-every-tenant',
  'select tenant_id from tenants order by tenant_id',
);
/** Runs in a tenant's role. The database functions change rows that the server cannot change directly. */
export const eraseCopies = statement<unknown, [user: string, address: string, key: string, name: string]>(
  'account-deletion-copies',
  'select erase_account_copies($1, $2, $3, $4), erase_account_markup($2), erase_account_records($1, $2, $3, $4)',
);
/** Deletes the person's private views and folders. Shared views and folders stay with the organization. */
export const deletePrivateViewsAndFolders = statement<unknown, [tenant: string, user: string]>(
  'account-deletion-private-places',
  `with views as (delete from saved_views where tenant_id = $1 and owner_id = $2 and not shared)
   delete from folders where tenant_id = $1 and owner_id = $2 and not shared`,
);
export const selectPersonalEntries = statement<{ n: number }, [tenant: string, user: string]>(
  'account-deletion-personal-entries',
  `select e.n from audit_personal p join audit_entries e on e.tenant_id = p.tenant_id and e.id = p.entry_id
   where p.tenant_id = $1 and e.stream = $1 and p.person_id in ($2, $2 || '/account') order by e.n`,
);
export const selectOpenMails = statement<{ found: boolean }, [tenant: string, address: string]>(
  'account-deletion-open-mails',
  `select exists (select from jobs where tenant_id = $1 and kind = 'account-mail' and state <> 'dead' and payload->>'to' = $2) as found`,
);

// ------------------------------------------------------------------ rows that belong only to the account
const OWN = [
  'sessions',
  'email_tokens',
  'known_devices',
  'login_steps',
  'device_sign_ins',
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'suspended_totp_factors',
  'suspended_passkeys',
  'webauthn_challenges',
] as const;
const deleteOwn = OWN.map((table) =>
  statement<unknown, [user: string]>(`account-deletion-${table}`, `delete from ${table} where user_id = $1`),
);
export const deleteCredentials = (user: string) => deleteOwn.map((made) => made(user));
export const updateClosed = statement<unknown, [user: string, now: Date]>(
  'account-deletion-close',
  'update users set password_hash = null, two_factor_since = null, evicted_at = $2 where id = $1',
);
export const deleteRegistrations = statement<unknown, [key: string]>(
  'account-deletion-registrations',
  'delete from registrations where email_key = $1',
);
export const deleteLastSignIn = statement<unknown, [user: string]>(
  'account-deletion-last_sign_ins',
  'delete from last_sign_ins where user_id = $1',
);
/** Overwrites the user's row. It is not deleted because documents and audit entries refer to its ID. */
export const overwriteUser = statement<unknown, [user: string]>(
  'account-deletion-overwrite',
  `update users set email = id || '@erased.invalid', email_key = id || '@erased.invalid', name = 'Deleted account', signature = null,
     locale = null, time_zone = null, last_login_at = null, last_tenant_id = null, email_verified_at = null where id = $1`,
);
