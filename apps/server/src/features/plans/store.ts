import { statement } from '../../platform/db/statement.ts';

/** Locks the plan's seats. If two concurrent requests want the last seat, the second one finds that it is taken. */
export const lockPlan = statement<{ plan: string }, [tenant: string]>(
  'plan-lock',
  'select plan from organizations where tenant_id = $1 for update',
);
/**
 * Counts members and open invitations, except for an invitation to the same address, which the new invitation replaces.
 */
export const countSeats = statement<
  { members: number; invited: number },
  [tenant: string, now: Date, exceptKey: string | null]
>(
  'seats-count',
  `select (select count(*)::int from memberships where tenant_id = $1 and deactivated_at is null) as members,
     (select count(*)::int from invitations where tenant_id = $1 and accepted_at is null and revoked_at is null and expires_at > $2
       and email_key is distinct from $3) as invited`,
);
/** The lock is held until the end of the transaction. */
export const lockEnvelopes = statement<unknown, [tenant: string]>(
  'envelopes-lock',
  `select pg_advisory_xact_lock(hashtextextended('envelopes ' || $1, 0))`,
);
/** The plan is null in the sandbox, which has no limits. */
export const selectLivePlan = statement<{ plan: string | null }, [tenant: string]>(
  'plan-live',
  `select case t.environment when 'live' then o.plan end as plan
   from tenants t join organizations o on o.tenant_id = t.tenant_id where t.tenant_id = $1`,
);
/** Counts envelopes. An envelope is a document sent alone, or a package, whose documents together count as one. */
export const countEnvelopes = statement<{ count: number }, [tenant: string, from: Date, until: Date]>(
  'envelopes-count',
  `select coalesce(sum(case kind when 'document.sent' then 1 else 1 - jsonb_array_length(data->'documents') end), 0)::int as count
   from outbox where tenant_id = $1 and kind in ('document.sent', 'package.sent') and created_at >= $2 and created_at < $3`,
);
