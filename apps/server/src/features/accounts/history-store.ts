/**
 * SQL that selects the last 90 days of an account from the audit trails of its organizations. Runs in the `app` role.
 */
import type { Id, Role } from '@countersign/contract';
import type { PersonalRow } from '../../platform/audit/personal.ts';
import { statement } from '../../platform/db/statement.ts';

/**
 * Selects keys that the person created or whose value the person saw. The account is responsible for the actions of
 * these keys.
 */
export const selectKeysOf = statement<{ id: Id<'apiKey'> }, [tenant: string, user: string]>(
  'history-keys',
  'select id from api_keys where tenant_id = $1 and (issued_to = $2 or created_by = $2)',
);

export type HistoryRow = Omit<PersonalRow, 'sealed' | 'key_sealed'> & {
  bytes: Buffer;
  sealed: Buffer | null;
  key_sealed: Buffer | null;
};
/**
 * Selects entries, newest first. The statement searches the entry's bytes for the actor's ID. The caller then parses
 * the entry and checks for an exact match.
 */
export const selectHistory = statement<
  HistoryRow,
  [tenant: string, since: Date, parties: readonly string[], limit: number]
>(
  'history-entries',
  `select e.id as entry_id, e.bytes, p.person_id, p.sealed, k.key_sealed
   from audit_entries e
   left join audit_personal p on p.tenant_id = e.tenant_id and p.entry_id = e.id
   left join person_keys k on k.tenant_id = p.tenant_id and k.person_id = p.person_id
   where e.tenant_id = $1 and e.stream = $1 and e.at >= $2
     and exists (select 1 from unnest($3::text[]) as party where position(convert_to('"' || party || '"', 'UTF8') in e.bytes) > 0)
   order by e.n desc limit $4`,
);

export const selectInvited = statement<
  { id: Id<'user'> },
  [tenant: string, inviter: string, since: Date, also: readonly string[]]
>(
  'history-invited',
  `select m.user_id as id from memberships m join users u on u.id = m.user_id
     join invitations i on i.tenant_id = m.tenant_id and lower(i.email) = lower(u.email)
   where m.tenant_id = $1 and i.accepted_at is not null and m.created_at >= i.created_at and m.user_id <> $2
     and ((i.invited_by = $2 and i.created_at >= $3) or i.id = any($4))`,
);
/** An administrator can reactivate suspended members. */
export const suspendMembers = statement<{ id: Id<'user'> }, [tenant: string, users: readonly string[], now: Date]>(
  'evict-members',
  `update memberships set deactivated_at = $3 where tenant_id = $1 and user_id = any($2) and deactivated_at is null
   returning user_id as id`,
);
export const restoreRole = statement<{ id: Id<'user'> }, [tenant: string, user: string, role: Role]>(
  'evict-role',
  'update memberships set role = $3 where tenant_id = $1 and user_id = $2 and role <> $3 returning user_id as id',
);
export const removeSingleSignOn = statement<{ id: Id<'tenant'> }, [tenant: string]>(
  'evict-single-sign-on',
  'delete from single_sign_on where tenant_id = $1 returning tenant_id as id',
);
