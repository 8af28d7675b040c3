import { acrossTenants } from '../../platform/db/across-tenants.ts';
import { statement } from '../../platform/db/statement.ts';

/** The maximum number of rows per batch, so that a long downtime does not cause one long lock. */
export const BATCH = 1000;
type Erase = [now: Date];
/**
 * Deletes a batch of rows. `by` is an indexed column of the condition, by which the rows are sorted. If they were not
 * sorted, the planner might scan a whole table of mostly recent rows.
 */
const sweep = (name: string, table: string, key: string, by: string | null, condition: string) =>
  statement<{ count: number }, Erase>(
    name,
    `with old as (delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} ${by === null ? '' : `order by ${by}`} limit ${BATCH}) returning 1)
     select count(*)::int as count from old`,
  );

export const sweepSessions = sweep('sweep-sessions', 'sessions', 'token_hash', 'expires_at', 'expires_at < $1');
export const sweepRegistrations = sweep(
  'sweep-registrations',
  'registrations',
  'id',
  'expires_at',
  `expires_at < $1::timestamptz - interval '1 day'`,
);
export const sweepMailLinks = sweep(
  'sweep-mail-links',
  'email_tokens',
  'id',
  'expires_at',
  `expires_at < $1::timestamptz - interval '30 days'`,
);
export const sweepAttempts = sweep(
  'sweep-attempts',
  'login_attempts',
  'bucket',
  'last_at',
  `last_at < $1::timestamptz - interval '1 day'`,
);
/** Deletes the usage of whole months only, because months are billed and displayed as a whole. */
export const sweepKeyUsage = sweep(
  'sweep-key-usage',
  'api_key_usage',
  'tenant_id, key_id, hour',
  'hour',
  `hour < $1::timestamptz - interval '40 days'`,
);
export const sweepDevices = sweep(
  'sweep-devices',
  'known_devices',
  'user_id, device_hash',
  'last_seen_at',
  `last_seen_at < $1::timestamptz - interval '1 year'`,
);
/** Row-level security also requires that the rows are at least a day old. */
export const sweepMailPlaces = statement<{ count: number }, Erase>(
  'sweep-mail-places',
  `with old as (delete from mail_places where places[cardinality(places)] < $1::timestamptz - interval '1 day' returning 1) select count(*)::int as count from old`,
);
/** Row-level security also requires that the responses are at least a day old. */
export const sweepAnswers = statement<{ count: number }, Erase>(
  'sweep-answers',
  `with old as (delete from kept_answers where created_at < $1::timestamptz - interval '24 hours' returning 1) select count(*)::int as count from old`,
);
/** Deletes old deliveries. Delivery results are kept for a month, and dead letters for three months. */
export const sweepDeliveries = sweep(
  'sweep-deliveries',
  'webhook_deliveries',
  'tenant_id, id',
  'finished_at',
  `finished_at < $1::timestamptz - interval '30 days' and (state <> 'dead' or finished_at < $1::timestamptz - interval '90 days')`,
);
/** Deletes deliveries that were still pending when their webhook was deleted. */
export const sweepOrphans = sweep(
  'sweep-deliveries-deleted',
  'webhook_deliveries',
  'tenant_id, id',
  null,
  `(tenant_id, endpoint_id) in (select tenant_id, id from webhooks_deleted_before($1::timestamptz - interval '30 days'))`,
);
/** Row-level security also requires that the sessions ended over a month ago. */
export const sweepInPerson = sweep(
  'sweep-in-person',
  'in_person_sessions',
  'tenant_id, id',
  'expires_at',
  `expires_at < $1::timestamptz - interval '30 days'`,
);

/** Deletes links that expired over a day ago. Row-level security requires this age too. */
export const sweepPreparingLinks = sweep(
  'sweep-preparing-links',
  'preparing_links',
  'tenant_id, link_hash',
  'coalesce(bearer_until, expires_at)',
  `coalesce(bearer_until, expires_at) < $1::timestamptz - interval '1 day'`,
);

/** Row-level security also requires that the links have expired. */
export const sweepDrawingLinks = sweep(
  'sweep-drawing-links',
  'drawing_links',
  'tenant_id, id',
  'expires_at',
  'expires_at < $1',
);

/** Requests are deleted a day after they expire, because the limits on codes cover the last 24 hours. */
export const sweepPublicLinkRequests = sweep(
  'sweep-public-link-requests',
  'public_link_requests',
  'tenant_id, id',
  'expires_at',
  "expires_at < $1::timestamptz - interval '1 day'",
);

/** The number of bulk sends that a run deletes. Each has up to ten thousand rows. */
export const BULK_SENDS_AT_ONCE = 10;
const IS_DUE = `finished_at < $1::timestamptz - interval '90 days' and rows_erased_at is null`;
export const selectDueBulk = acrossTenants<{ tenant_id: string; id: string }, Erase>(
  'sweep-bulk-due',
  `select tenant_id, id from bulk_sends where ${IS_DUE} and {tenant_id} order by finished_at limit ${BULK_SENDS_AT_ONCE}`,
);
/** Locks a due bulk send. Skips a bulk send that is being retried. */
export const lockDueBulk = statement<{ id: string }, [now: Date, tenant: string, id: string]>(
  'sweep-bulk-lock',
  `select id from bulk_sends where tenant_id = $2 and id = $3 and ${IS_DUE} for update skip locked`,
);
/** Deletes the recipients and errors of a bulk send. The counts stay. */
export const deleteBulkRows = statement<{ status: string; count: number }, [tenant: string, id: string]>(
  'sweep-bulk-rows',
  `with gone as (delete from bulk_send_rows where tenant_id = $1 and bulk_send_id = $2 returning status)
   select status, count(*)::int as count from gone group by status`,
);
export const keepBulkCounts = statement<unknown, [now: Date, tenant: string, id: string, sent: number, failed: number]>(
  'sweep-bulk-counts',
  `update bulk_sends set rows_erased_at = $1, erased_sent = $4, erased_failed = $5 where tenant_id = $2 and id = $3`,
);
