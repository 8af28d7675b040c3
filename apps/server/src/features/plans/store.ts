import { statement } from '../../platform/db/statement.ts';

/** Seats take turns here: of two who want the last one, the second counts the first. */
export const lockPlan = statement<{ plan: string }, [tenant: string]>(
  'plan-lock',
  'select plan from organizations where tenant_id = $1 for update',
);
/** Members and open invitations, one to the address that is asked for left out: it ends when that one is made. */
export const countSeats = statement<
  { members: number; invited: number },
  [tenant: string, now: Date, exceptKey: string | null]
>(
  'seats-count',
  `select (select count(*)::int from memberships where tenant_id = $1 and deactivated_at is null) as members,
     (select count(*)::int from invitations where tenant_id = $1 and accepted_at is null and revoked_at is null and expires_at > $2
       and email_key is distinct from $3) as invited`,
);
/** Until the end of the transaction. */
export const lockEnvelopes = statement<unknown, [tenant: string]>(
  'envelopes-lock',
  `select pg_advisory_xact_lock(hashtextextended('envelopes ' || $1, 0))`,
);
/** A document that was sent alone, or a package: its documents count together as one. */
export const countEnvelopes = statement<{ count: number }, [tenant: string, from: Date, until: Date]>(
  'envelopes-count',
  `select coalesce(sum(case kind when 'document.sent' then 1 else 1 - jsonb_array_length(data->'documents') end), 0)::int as count
   from outbox where tenant_id = $1 and kind in ('document.sent', 'package.sent') and created_at >= $2 and created_at < $3`,
);
