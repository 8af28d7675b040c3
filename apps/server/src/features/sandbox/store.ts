import { statement } from '../../platform/db/statement.ts';

export const advanceClockRow = statement<{ seconds: string }, [tenant: string, seconds: number]>(
  'sandbox-clock-advance',
  `update tenants set clock_advanced_seconds = clock_advanced_seconds + $2 where tenant_id = $1 and environment = 'sandbox'
   returning clock_advanced_seconds as seconds`,
);
export const advanceTemplateTrash = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-template-trash-advance',
  'update templates set deleted_at = moved_back(deleted_at, $2::int) where tenant_id = $1 and deleted_at is not null',
);
/** Moves the expiry of public links and the 24-hour periods of their limits. */
export const advancePublicLinks = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-public-links-advance',
  `update public_links set expires_at = moved_back(expires_at, $2::int), day_began = moved_back(day_began, $2::int)
   where tenant_id = $1`,
);
export const advancePublicLinkRequests = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-public-link-requests-advance',
  `update public_link_requests set expires_at = moved_back(expires_at, $2::int), created_at = moved_back(created_at, $2::int)
   where tenant_id = $1`,
);
/**
 * Retention is based on recorded times, which are evidence and never change. Each advance of the clock is therefore
 * stored.
 */
export const insertClockMove = statement<unknown, [tenant: string, total: string, seconds: number, now: Date]>(
  'sandbox-clock-move',
  'insert into sandbox_clock_moves (tenant_id, total_seconds, seconds, at) values ($1, $2, $3, $4)',
);
/** Running jobs are excluded, because their due time has already passed. */
export const advanceJobs = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-jobs-advance',
  `update jobs set run_at = moved_back(run_at, $2::int) where tenant_id = $1 and state = 'ready'`,
);
/** Retries are scheduled relative to the first attempt, so the time of the first attempt is moved as well. */
export const advanceDeliveries = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-deliveries-advance',
  `update webhook_deliveries set run_at = moved_back(run_at, $2::int), first_at = moved_back(first_at, $2::int)
   where tenant_id = $1 and state = 'pending'`,
);
export const advanceLanes = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-lanes-advance',
  'update webhook_lanes set next_at = moved_back(next_at, $2::int) where tenant_id = $1 and next_at is not null',
);
export const advanceEndpoints = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-endpoints-advance',
  `update webhook_endpoints set failing_since = moved_back(failing_since, $2::int),
     previous_until = moved_back(previous_until, $2::int)
   where tenant_id = $1 and (failing_since is not null or previous_until is not null)`,
);
export const advanceCallbackSecrets = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-callback-secrets-advance',
  `update webhook_callback_secrets set previous_until = moved_back(previous_until, $2::int)
   where tenant_id = $1 and previous_until is not null`,
);
export const advanceAnnouncements = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-announcements-advance',
  `update retention_announcements set announced_at = moved_back(announced_at, $2::int),
     erase_at = moved_back(erase_at, $2::int) where tenant_id = $1`,
);
