import { statement } from '../../platform/db/statement.ts';

type PeopleRow = { people: number; without_factor: number; operators_without_factor: number };
/**
 * Counts everyone who can sign in with a password. For people who use only single sign-on, the provider is responsible
 * for the second factor.
 */
export const countPeople = statement<PeopleRow>(
  'health-people',
  `select count(*)::int as people, (count(*) filter (where u.two_factor_since is null))::int as without_factor,
     (count(*) filter (where u.two_factor_since is null and exists (
       select 1 from memberships m join organizations o on o.tenant_id = m.tenant_id
       where m.user_id = u.id and o.is_operator and m.role in ('owner', 'admin'))))::int as operators_without_factor
   from users u where u.password_hash is not null and exists (select 1 from memberships m where m.user_id = u.id)`,
);
/** Counts the active keys of one tenant (`keys`), and those whose value was created before the given date (`old`). */
export const countOldKeys = statement<{ old: number; keys: number }, [tenant: string, before: Date, now: Date]>(
  'health-old-keys',
  `select count(*)::int as keys, (count(*) filter (where issued_at < $2))::int as old from api_keys
   where tenant_id = $1 and revoked_at is null and (expires_at is null or expires_at > $3)`,
);
