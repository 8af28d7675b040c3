/** SQL for callbacks, which are webhook endpoints that receive the events of single documents. */
import type { Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

export const selectCallbackSecret = statement<unknown, [tenant: string]>(
  'webhook-callback-secret',
  'select from webhook_callback_secrets where tenant_id = $1',
);
/** Each address has only one endpoint, even if that endpoint is disabled. */
export const insertCallback = statement<{ id: Id<'webhook'> }, [tenant: string, id: string, url: string, now: Date]>(
  'webhook-callback-insert',
  `insert into webhook_endpoints (tenant_id, id, url, events, payload_shape, active, is_callback, created_at, updated_at)
   values ($1, $2, $3, '{*}', 'A', true, true, $4, $4)
   on conflict (tenant_id, url) where is_callback and deleted_at is null
   do update set active = true, disabled_reason = null,
     failing_since = case when webhook_endpoints.active then webhook_endpoints.failing_since end returning id`,
);
export const insertCallbackLane = statement<unknown, [tenant: string, endpoint: string]>(
  'webhook-callback-lane',
  'insert into webhook_lanes (tenant_id, endpoint_id) values ($1, $2) on conflict do nothing',
);
