/** SQL for the operations: endpoints, the delivery log, the dead-letter queue. */
import type { DeliveryError, DeliveryState, EventKind, PayloadShape, Webhook, Id } from '@countersign/contract';
import { BEHIND_ALL_IDS, boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

export type WebhookRow = {
  id: Id<'webhook'>;
  url: string;
  description: string | null;
  events: Webhook['events'];
  payload_shape: PayloadShape;
  template_ids: string[];
  metadata: Record<string, string>;
  headers_shown: Record<string, string>;
  active: boolean;
  disabled_reason: Webhook['disabled_reason'];
  failing_since: Date | null;
  previous_until: Date | null;
  created_at: Date;
  updated_at: Date;
  is_callback: boolean;
};
const SHOWN =
  'id, url, description, events, payload_shape, template_ids, metadata, headers_shown, active, disabled_reason, failing_since, previous_until, created_at, updated_at, is_callback';

export const selectWebhooks = statement<WebhookRow, [tenant: string]>(
  'webhooks-list',
  `select ${SHOWN} from webhook_endpoints where tenant_id = $1 and deleted_at is null and not is_callback order by id desc`,
);
export const selectWebhook = statement<WebhookRow, [tenant: string, id: string]>(
  'webhook-select',
  `select ${SHOWN} from webhook_endpoints where tenant_id = $1 and id = $2 and deleted_at is null`,
);
/** Serializes concurrent creations of webhooks, so that each counts the previous ones. */
export const lockTenant = statement<{ tenant_id: Id<'tenant'> }, [tenant: string, lock: string]>(
  'webhook-count-lock',
  `select $1::text as tenant_id from pg_advisory_xact_lock(hashtextextended($2, 0))`,
);
export const countWebhooks = statement<{ count: number }, [tenant: string]>(
  'webhooks-count',
  'select count(*)::int as count from webhook_endpoints where tenant_id = $1 and deleted_at is null and not is_callback',
);
export const insertWebhook = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    url: string;
    description: string | null;
    events: string[];
    payloadShape: PayloadShape;
    templateIds: string[];
    metadata: string;
    headersSealed: Buffer | null;
    headersShown: string;
    active: boolean;
    disabledReason: string | null;
    secretSealed: Buffer;
    createdAt: Date;
    createdBy: string;
  }
>(
  'webhook-insert',
  `insert into webhook_endpoints (tenant_id, id, url, description, events, payload_shape, template_ids, metadata, headers_sealed, headers_shown, active, disabled_reason, secret_sealed, created_at, updated_at,
     created_by, set_by, set_at)
   values (:tenantId, :id, :url, :description, :events, :payloadShape, :templateIds, :metadata, :headersSealed, :headersShown, :active, :disabledReason, :secretSealed, :createdAt, :createdAt, :createdBy, :createdBy, :createdAt)`,
);
export const insertLane = statement<unknown, [tenant: string, endpoint: string]>(
  'webhook-lane-insert',
  'insert into webhook_lanes (tenant_id, endpoint_id) values ($1, $2)',
);
/**
 * Updates the given columns. Null leaves a column unchanged, except for the description, which has a separate flag. An
 * endpoint that is enabled again starts without failures.
 */
export const updateWebhookRow = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    url: string | null;
    setDescription: boolean;
    description: string | null;
    events: string[] | null;
    payloadShape: PayloadShape | null;
    templateIds: string[] | null;
    metadata: string | null;
    headersSealed: Buffer | null;
    headersShown: string | null;
    active: boolean | null;
    updatedAt: Date;
    setBy: string;
  }
>(
  'webhook-update',
  `update webhook_endpoints set url = coalesce(:url, url), description = case when :setDescription then :description else description end,
     events = coalesce(:events, events), payload_shape = coalesce(:payloadShape, payload_shape),
     template_ids = coalesce(:templateIds, template_ids), metadata = coalesce(:metadata, metadata),
     headers_sealed = case when :headersShown::jsonb is null then headers_sealed else :headersSealed::bytea end,
     headers_shown = coalesce(:headersShown, headers_shown), active = coalesce(:active, active),
     disabled_reason = case when :active then null when not :active and active then 'paused' else disabled_reason end,
     failing_since = case when :active and not active then null else failing_since end, updated_at = :updatedAt,
     set_by = case when :url is null then set_by else :setBy end, set_at = case when :url is null then set_at else :updatedAt end
   where tenant_id = :tenantId and id = :id and deleted_at is null`,
);
export const deleteWebhookRow = statement<{ id: Id<'webhook'> }, [tenant: string, id: string, now: Date]>(
  'webhook-delete',
  `update webhook_endpoints set deleted_at = $3, active = false, updated_at = $3
   where tenant_id = $1 and id = $2 and deleted_at is null returning id`,
);
export const rotateSecretRow = statement<
  unknown,
  [tenant: string, id: string, secret: Buffer, until: Date | null, now: Date, by: string]
>(
  'webhook-rotate',
  `update webhook_endpoints set previous_secret_sealed = case when $4::timestamptz is null then null else secret_sealed end, previous_until = $4,
     secret_sealed = $3, updated_at = $5, set_by = $6, set_at = $5 where tenant_id = $1 and id = $2`,
);
export const confirmSecretRow = statement<unknown, [tenant: string, id: string, now: Date]>(
  'webhook-confirm',
  'update webhook_endpoints set previous_secret_sealed = null, previous_until = null, updated_at = $3 where tenant_id = $1 and id = $2',
);
export const lockWebhook = statement<WebhookRow, [tenant: string, id: string]>(
  'webhook-lock',
  `select ${SHOWN} from webhook_endpoints where tenant_id = $1 and id = $2 and deleted_at is null for update`,
);

/** Inserts the secret for callbacks. Returns a row only if there was none before. */
export const insertCallbackSecret = statement<{ tenant_id: Id<'tenant'> }, [tenant: string, secret: Buffer, now: Date]>(
  'webhook-callback-secret-insert',
  `insert into webhook_callback_secrets (tenant_id, secret_sealed, updated_at) values ($1, $2, $3)
   on conflict (tenant_id) do nothing returning tenant_id`,
);
export const lockCallbackSecret = statement<{ previous_until: Date | null }, [tenant: string]>(
  'webhook-callback-secret-lock',
  'select previous_until from webhook_callback_secrets where tenant_id = $1 for update',
);
export const rotateCallbackSecretRow = statement<
  unknown,
  [tenant: string, secret: Buffer, until: Date | null, now: Date]
>(
  'webhook-callback-secret-rotate',
  `update webhook_callback_secrets set previous_secret_sealed = case when $3::timestamptz is null then null else secret_sealed end,
     previous_until = $3, secret_sealed = $2, updated_at = $4 where tenant_id = $1`,
);
export type DeliveryRow = {
  id: Id<'delivery'>;
  endpoint_id: Id<'webhook'>;
  event_id: Id<'event'>;
  kind: EventKind;
  document_id: Id<'document'> | null;
  sequence: number | null;
  payload_shape: PayloadShape;
  is_test: boolean;
  event_at: Date;
  state: DeliveryState;
  attempts: number;
  run_at: Date;
  last_status: number | null;
  last_error: string | null;
  last_error_code: DeliveryError | null;
  created_at: Date;
  finished_at: Date | null;
};
const ENTRY = `d.id, d.endpoint_id, d.event_id, d.kind, d.document_id, d.sequence, d.payload_shape, d.is_test, d.event_at, d.state, d.attempts,
  d.run_at, d.last_status, d.last_error, d.last_error_code, d.created_at, d.finished_at`;
const WHOLE = `${ENTRY}, coalesce(d.test_data, o.data) as data`;
const FROM = 'webhook_deliveries d left join outbox o on o.tenant_id = d.tenant_id and o.id = d.event_id';
export type WholeDeliveryRow = DeliveryRow & { data: Record<string, unknown> };

export const selectDeliveries = statement<
  WholeDeliveryRow,
  [tenant: string, endpoint: string, before: string | null, state: string | null, kind: string | null, limit: number]
>(
  'webhook-deliveries-list',
  `select ${WHOLE} from ${FROM}
   where d.tenant_id = $1 and d.endpoint_id = $2 and d.id < ${boundOr('$3::text', BEHIND_ALL_IDS)} and ($4::text is null or d.state = $4)
     and ($5::text is null or d.kind = $5)
   order by d.id desc limit $6`,
);
export const selectDelivery = statement<WholeDeliveryRow, [tenant: string, endpoint: string, id: string]>(
  'webhook-delivery-select',
  `select ${WHOLE} from ${FROM} where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3`,
);
export type AttemptRow = {
  delivery_id: Id<'delivery'>;
  n: number;
  at: Date;
  duration_ms: number;
  url: string;
  status: number | null;
  error: string | null;
  error_code: DeliveryError | null;
  response: string | null;
};
export const selectAttempts = statement<AttemptRow, [tenant: string, deliveries: string[]]>(
  'webhook-attempts-of',
  `select delivery_id, n, at, duration_ms, url, status, error, error_code, response from webhook_attempts
   where tenant_id = $1 and delivery_id = any($2) order by delivery_id, n`,
);
export const redeliverRow = statement<
  { id: Id<'delivery'> },
  [tenant: string, endpoint: string, id: string, now: Date]
>(
  'webhook-redeliver',
  `update webhook_deliveries set state = 'pending', tries = 0, first_at = null, run_at = $4, finished_at = null
   where tenant_id = $1 and endpoint_id = $2 and id = $3 returning id`,
);

export type DeadLetterValues = { endpoint: string | null; kind: string | null; from: Date | null; to: Date | null };
const GIVEN_UP = `d.tenant_id = :tenantId and d.state = 'dead' and (:endpoint::text is null or d.endpoint_id = :endpoint)
  and (:kind::text is null or d.kind = :kind) and (:from::timestamptz is null or d.finished_at >= :from)
  and (:to::timestamptz is null or d.finished_at < :to)`;
const DEAD = `${GIVEN_UP} and e.deleted_at is null`;
const WITH_ENDPOINT = 'join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id';
export const selectDeadLetters = namedStatement<
  DeliveryRow & { url: string },
  DeadLetterValues & { tenantId: string; before: string | null; limit: number }
>(
  'webhook-dead-list',
  `select ${ENTRY}, e.url from webhook_deliveries d ${WITH_ENDPOINT} where ${DEAD} and d.id < ${boundOr(':before::text', BEHIND_ALL_IDS)}
   order by d.id desc limit :limit`,
);
/** Counts dead letters. Reads only the index, with one look-up per endpoint. */
export const countDeadLetters = namedStatement<{ count: number }, DeadLetterValues & { tenantId: string }>(
  'webhook-dead-count',
  `select coalesce(sum(d.count), 0)::int as count
   from (select d.tenant_id, d.endpoint_id, count(*) as count from webhook_deliveries d where ${GIVEN_UP} group by d.tenant_id, d.endpoint_id) d ${WITH_ENDPOINT}
   where e.deleted_at is null`,
);
export const selectPresentEndpoints = statement<{ id: Id<'webhook'> }, [tenant: string]>(
  'webhook-endpoints-present',
  'select id from webhook_endpoints where tenant_id = $1 and deleted_at is null',
);
export type Processed = { count: number; endpoints: string[]; ids: Id<'delivery'>[] };
const processed = (name: string, change: string) =>
  namedStatement<
    Processed,
    DeadLetterValues & { tenantId: string; endpoints: string[]; ids: string[] | null; now: Date }
  >(
    name,
    `with chosen as (select d.id from webhook_deliveries d where ${GIVEN_UP} and d.endpoint_id = any(:endpoints)
         and (:ids::text[] is null or d.id = any(:ids))
       order by d.id for update of d),
     changed as (update webhook_deliveries d set ${change} from chosen where d.tenant_id = :tenantId and d.id = chosen.id returning d.id, d.endpoint_id)
     select count(*)::int as count, coalesce(array_agg(distinct endpoint_id), '{}') as endpoints,
       coalesce(array_agg(id) filter (where :ids is not null), '{}') as ids from changed`,
  );
export const replayDeadLetters = processed(
  'webhook-dead-replay',
  `state = 'pending', tries = 0, first_at = null, run_at = :now, finished_at = null`,
);
export const discardDeadLetters = processed('webhook-dead-discard', `state = 'discarded', finished_at = :now`);
