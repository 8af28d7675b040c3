import type { DeadLetter, Delivery, Id, Webhook } from '@countersign/contract';
import { bodyOf } from './attempt.ts';
import type { AttemptRow, DeliveryRow, WebhookRow, WholeDeliveryRow } from './store.ts';

export function webhookView(row: WebhookRow, now: Date): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    payload_shape: row.payload_shape,
    template_ids: row.template_ids,
    metadata: row.metadata,
    headers: row.headers_shown,
    active: row.active,
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    previous_secret_until: row.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function entry(row: DeliveryRow) {
  return {
    id: row.id,
    webhook_id: row.endpoint_id,
    event_id: row.event_id,
    event: row.kind,
    sequence: row.sequence,
    document_id: row.document_id,
    test: row.is_test,
    state: row.state,
    attempts: row.attempts,
    next_attempt_at: row.state === 'pending' ? row.run_at.toISOString() : null,
    last_status: row.last_status,
    last_error: row.last_error,
    last_error_code: row.last_error_code,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function deliveryView(row: WholeDeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    ...entry(row),
    request: { body: bodyOf(row) },
    attempt_log: attempts
      .filter(({ delivery_id: id }) => id === row.id)
      .map(({ n, at, duration_ms, url, status, error, error_code, response }) => ({
        number: n,
        at: at.toISOString(),
        duration_ms,
        url,
        status,
        error,
        error_code,
        response,
      })),
  };
}

export const deadLetterView = (row: DeliveryRow & { url: string }): DeadLetter => ({ ...entry(row), url: row.url });

/** If there are more pages, `rows` contains one row more than fits on the page. */
export function pageOf<R extends { id: Id<'delivery'> }>(rows: readonly R[], size: number) {
  const page = rows.slice(0, size);
  const hasMore = rows.length > size;
  return {
    page,
    pagination: { hasMore, nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null },
  };
}
