/** SQL for the workers: create deliveries from events, claim endpoints, record results. */
import { type DeliveryError, type EventKind, type Id, NAMED_ONLY, type PayloadShape } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

/** Runs in the event's own transaction. Inserts no row if no endpoint is subscribed. */
export const insertPending = statement<unknown, [tenant: string, event: string]>(
  'webhook-pending-insert',
  'insert into webhook_pending (tenant_id, event_id) values ($1, $2)',
);

export type Matched = {
  tenant_id: Id<'tenant'>;
  event_id: Id<'event'>;
  kind: EventKind;
  document_id: Id<'document'> | null;
  sequence: number | null;
  created_at: Date;
  /** Null if no endpoint is subscribed anymore. */
  endpoint_id: Id<'webhook'> | null;
  payload_shape: PayloadShape | null;
};
export const takePending = statement<{ tenant_id: Id<'tenant'>; event_id: Id<'event'> }, [count: number]>(
  'webhook-pending-take',
  `with due as (select tenant_id, event_id from webhook_pending order by event_id limit $1 for update skip locked),
   taken as (delete from webhook_pending p using due where p.tenant_id = due.tenant_id and p.event_id = due.event_id
     returning p.tenant_id, p.event_id)
   select tenant_id, event_id from taken`,
);
export const matchEvents = statement<Matched, [tenants: string[], events: string[]]>(
  'webhook-events-match',
  `select t.tenant_id, t.event_id, o.kind, o.document_id, o.sequence, o.created_at, e.id as endpoint_id, e.payload_shape
   from unnest($1::text[], $2::text[]) t (tenant_id, event_id) join outbox o on o.tenant_id = t.tenant_id and o.id = t.event_id
   left join webhook_endpoints e on e.tenant_id = t.tenant_id and e.active and e.deleted_at is null
     and (case when e.is_callback then e.id = o.callback_endpoint else
       ((e.events[1] = '*' and o.kind <> all(array[${NAMED_ONLY.map((kind) => `'${kind}'`).join()}])) or o.kind = any(e.events))
     and (e.template_ids = '{}' or o.template_id = any(e.template_ids))
     and (e.metadata = '{}' or o.metadata @> e.metadata) end)`,
);
export const insertDeliveries = statement<unknown, [rows: string]>(
  'webhook-deliveries-insert',
  `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, kind, document_id, sequence, payload_shape, is_test, test_data,
     event_at, run_at, created_at)
   select tenant_id, id, endpoint_id, event_id, kind, document_id, sequence, payload_shape, is_test, test_data, event_at, run_at, created_at
   from jsonb_to_recordset($1) as r (tenant_id text, id text, endpoint_id text, event_id text, kind text, document_id text, sequence integer,
     payload_shape text, is_test boolean, test_data jsonb, event_at timestamptz, run_at timestamptz, created_at timestamptz)`,
);

/**
 * Takes locks in a separate statement. A statement that waits for a lock does not see the row that the previous lock
 * holder committed, but the next statement does. With the outdated row, the endpoint would not be queued.
 */
export const lockLanes = statement<unknown, [tenants: string[], endpoints: string[]]>(
  'webhook-lanes-lock',
  `select from webhook_lanes where (tenant_id, endpoint_id) in (select t, e from unnest($1::text[], $2::text[]) as u (t, e))
   order by tenant_id, endpoint_id for update`,
);
export const queueLanes = statement<unknown, [tenants: string[], endpoints: string[], now: Date]>(
  'webhook-lanes-queue',
  `update webhook_lanes set next_at = $3
   where (tenant_id, endpoint_id) in (select t, e from unnest($1::text[], $2::text[]) as u (t, e)) and (next_at is null or next_at > $3)`,
);

export const selectWork = statement<{ is_there: boolean }, [now: Date]>(
  'webhook-work',
  `select exists (select from webhook_pending) or exists (
     select from webhook_lanes where next_at <= $1 and (lease_until is null or lease_until < $1)) as is_there`,
);
export type ClaimedLane = { tenant_id: Id<'tenant'>; endpoint_id: Id<'webhook'> };
/** Tenants alternate, so that many busy endpoints of one tenant do not delay the others. */
export const claimLanes = statement<
  ClaimedLane,
  [now: Date, count: number, worker: string, leaseUntil: Date, fullTenants: string[]]
>(
  'webhook-lanes-claim',
  `with due as (
     select tenant_id, endpoint_id, next_at, row_number() over (partition by tenant_id order by next_at) as turn
     from (select tenant_id, endpoint_id, next_at from webhook_lanes where next_at <= $1 and (lease_until is null or lease_until < $1)
       and tenant_id <> all($5::text[]) order by next_at limit 1000) soonest),
   chosen as (
     select l.tenant_id, l.endpoint_id from webhook_lanes l join due on due.tenant_id = l.tenant_id and due.endpoint_id = l.endpoint_id
     where l.next_at <= $1 and (l.lease_until is null or l.lease_until < $1)
     order by due.turn, due.next_at limit $2 for update of l skip locked)
   update webhook_lanes l set worker = $3, lease_until = $4 from chosen
   where l.tenant_id = chosen.tenant_id and l.endpoint_id = chosen.endpoint_id returning l.tenant_id, l.endpoint_id`,
);
export const extendLeases = statement<unknown, [worker: string, endpoints: string[], until: Date]>(
  'webhook-lanes-extend',
  'update webhook_lanes set lease_until = $3 where worker = $1 and endpoint_id = any($2)',
);
export const freeLanes = statement<unknown>(
  'webhook-lanes-free',
  'update webhook_lanes set worker = null, lease_until = null where worker is not null',
);
export const lockLane = statement<unknown, [tenant: string, endpoint: string]>(
  'webhook-lane-lock',
  'select from webhook_lanes where tenant_id = $1 and endpoint_id = $2 for update',
);
/**
 * Call this after `lockLane`. `next_at` is never in the past, because a busy endpoint would otherwise always be first
 * in the queue.
 */
export const releaseLane = statement<
  { next_at: Date | null },
  [tenant: string, endpoint: string, worker: string, now: Date]
>(
  'webhook-lane-release',
  `update webhook_lanes l set worker = null, lease_until = null, next_at = next_delivery($1, $2, $4)
   where l.tenant_id = $1 and l.endpoint_id = $2 and l.worker = $3 returning next_at`,
);

export type EndpointRow = {
  is_callback: boolean;
  url: string;
  active: boolean;
  failing_since: Date | null;
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
  previous_until: Date | null;
  headers_sealed: Buffer | null;
};
export const selectTarget = statement<EndpointRow, [tenant: string, endpoint: string]>(
  'webhook-target',
  `select e.is_callback, e.url, e.active, e.failing_since, e.headers_sealed, coalesce(e.secret_sealed, s.secret_sealed) as secret_sealed,
     coalesce(e.previous_secret_sealed, s.previous_secret_sealed) as previous_secret_sealed, coalesce(e.previous_until, s.previous_until) as previous_until
   from webhook_endpoints e left join webhook_callback_secrets s on s.tenant_id = e.tenant_id and e.is_callback
   where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null`,
);
export type DueRow = {
  id: Id<'delivery'>;
  event_id: Id<'event'>;
  kind: EventKind;
  document_id: Id<'document'> | null;
  sequence: number | null;
  payload_shape: PayloadShape;
  is_test: boolean;
  event_at: Date;
  attempts: number;
  tries: number;
  first_at: Date | null;
  data: Record<string, unknown>;
};
export const selectDue = statement<
  DueRow,
  [tenant: string, endpoint: string, now: Date, except: string[], limit: number]
>(
  'webhook-due',
  `select d.id, d.event_id, d.kind, d.document_id, d.sequence, d.payload_shape, d.is_test, d.event_at, d.attempts, d.tries, d.first_at,
     coalesce(d.test_data, o.data) as data
   from webhook_deliveries d
   join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
   left join outbox o on o.tenant_id = d.tenant_id and o.id = d.event_id
   where d.tenant_id = $1 and d.endpoint_id = $2 and d.state = 'pending' and d.run_at <= $3 and (e.active or d.is_test)
     and e.deleted_at is null and d.id <> all($4::text[])
   order by d.run_at, d.sequence, d.id limit $5`,
);

/**
 * Records an attempt in one statement: updates the delivery, adds a log entry, and counts the attempt in the hour's
 * statistics. Applies only to the expected attempt, so a worker that has lost its lease records nothing.
 */
export const settleDelivery = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    attempts: number;
    state: string;
    tries: number;
    firstAt: Date;
    runAt: Date | null;
    status: number | null;
    error: string | null;
    errorCode: DeliveryError | null;
    finishedAt: Date | null;
    at: Date;
    durationMs: number;
    url: string;
    response: string | null;
  }
>(
  'webhook-delivery-settle',
  `with settled as (update webhook_deliveries set state = :state, attempts = attempts + 1, tries = :tries, first_at = :firstAt, run_at = coalesce(:runAt, run_at),
     last_status = :status, last_error = :error, last_error_code = :errorCode, finished_at = :finishedAt
     where tenant_id = :tenantId and id = :id and attempts = :attempts and state = 'pending' returning attempts, endpoint_id, is_test),
   counted as (insert into statistics_webhooks as s (tenant_id, endpoint_id, hour, delivered, failed, dead)
     select :tenantId, endpoint_id, date_trunc('hour', :at::timestamptz, 'UTC'), (:state = 'delivered')::int, (:state <> 'delivered')::int, (:state = 'dead')::int
     from settled where not is_test
     on conflict (tenant_id, endpoint_id, hour) do update set delivered = s.delivered + excluded.delivered, failed = s.failed + excluded.failed,
       dead = s.dead + excluded.dead)
   insert into webhook_attempts (tenant_id, delivery_id, n, at, duration_ms, url, status, error, error_code, response)
   select :tenantId, :id, attempts, :at, :durationMs, :url, :status, :error, :errorCode, :response from settled`,
);
export const clearFailing = statement<unknown, [tenant: string, endpoint: string]>(
  'webhook-clear-failing',
  'update webhook_endpoints set failing_since = null where tenant_id = $1 and id = $2 and failing_since is not null',
);
export const markFailing = statement<{ failing_since: Date }, [tenant: string, endpoint: string, now: Date]>(
  'webhook-mark-failing',
  'update webhook_endpoints set failing_since = coalesce(failing_since, $3) where tenant_id = $1 and id = $2 returning failing_since',
);
export const disableEndpoint = statement<
  { url: string },
  [tenant: string, endpoint: string, reason: string, now: Date]
>(
  'webhook-disable',
  `update webhook_endpoints set active = false, disabled_reason = $3, updated_at = $4
   where tenant_id = $1 and id = $2 and active and deleted_at is null returning url`,
);
export const selectOwners = statement<{ user_id: Id<'user'> }, [tenant: string]>(
  'webhook-owners',
  `select user_id from memberships where tenant_id = $1 and role = 'owner' and deactivated_at is null order by user_id`,
);
export type DisabledRow = {
  url: string;
  name: string;
  email: string;
  locale: string | null;
  time_zone: string | null;
  organization: string;
  organization_locale: string | null;
  environment: 'live' | 'sandbox';
};
export const selectDisabled = statement<DisabledRow, [tenant: string, endpoint: string, user: string]>(
  'webhook-disabled-mail',
  `select e.url, u.name, u.email, u.locale, u.time_zone, o.name as organization, o.settings->>'locale' as organization_locale, t.environment
   from webhook_endpoints e join users u on u.id = $3 join organizations o on o.tenant_id = e.tenant_id
   join tenants t on t.tenant_id = e.tenant_id
   where e.tenant_id = $1 and e.id = $2 and not e.active and e.deleted_at is null`,
);
