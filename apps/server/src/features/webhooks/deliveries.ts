/** The delivery log, redelivery, and test events. */
import { type Delivery, type DeliveryState, EVENT_EXAMPLES, type EventKind } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { notFound, note, queue, type WebhookDependencies } from './endpoints.ts';
import type { NewDelivery } from './fan-out.ts';
import { redeliverRow, selectAttempts, selectDeliveries, selectDelivery, selectWebhook } from './store.ts';
import { deliveryView, pageOf } from './views.ts';
import { insertDeliveries } from './work-store.ts';

export type LogQuery = {
  pageSize: number;
  cursor?: string | undefined;
  state?: DeliveryState | undefined;
  event?: EventKind | undefined;
};

export async function listDeliveries(
  { uow }: WebhookDependencies,
  { tenantId }: MemberPrincipal,
  endpointId: string,
  { pageSize, cursor, state, event }: LogQuery,
) {
  const [[webhook], found] = await uow.readAll(tenantId, [
    selectWebhook(tenantId, endpointId),
    selectDeliveries(tenantId, endpointId, cursor ?? null, state ?? null, event ?? null, pageSize + 1),
  ]);
  if (!webhook) throw notFound(endpointId);
  const { page, pagination } = pageOf(found, pageSize);
  const attempts = await uow.read(
    tenantId,
    selectAttempts(
      tenantId,
      page.map(({ id }) => id),
    ),
  );
  return { deliveries: page.map((row) => deliveryView(row, attempts)), pagination };
}

/** Sends an event again, whatever the state of its delivery. The receiver recognizes a repeated event by its ID. */
export async function redeliver(
  { uow, wakeWebhooks }: WebhookDependencies,
  context: RequestContext<MemberPrincipal>,
  endpointId: string,
  id: string,
): Promise<Delivery> {
  const { tenantId } = context.principal;
  return uow.run(tenantId, async (tx) => {
    const [webhook] = await tx.query(selectWebhook(tenantId, endpointId));
    if (!webhook) throw notFound(endpointId);
    const [again] = await tx.query(redeliverRow(tenantId, endpointId, id, tx.now));
    if (!again) throw new AppError('DELIVERY_NOT_FOUND', { deliveryId: id });
    queue(tx, tenantId, endpointId, wakeWebhooks);
    await note(uow, tx, context, { action: 'webhook.redelivered', id: endpointId, data: { delivery: id } });
    return readDelivery(tx, tenantId, endpointId, id);
  });
}

/** The test is sent like any event, but only once. It never becomes a dead letter. */
export async function testWebhook(
  { uow, wakeWebhooks }: WebhookDependencies,
  { principal: { tenantId } }: RequestContext<MemberPrincipal>,
  endpointId: string,
  kind: EventKind,
): Promise<Delivery> {
  return uow.run(tenantId, async (tx) => {
    const [webhook] = await tx.query(selectWebhook(tenantId, endpointId));
    if (!webhook) throw notFound(endpointId);
    const delivery: NewDelivery = {
      tenant_id: tenantId,
      id: newId('delivery', tx.now),
      endpoint_id: webhook.id,
      event_id: newId('event', tx.now),
      kind,
      document_id: null,
      sequence: null,
      payload_shape: webhook.payload_shape,
      is_test: true,
      test_data: EVENT_EXAMPLES[kind],
      event_at: tx.now,
      run_at: tx.now,
      created_at: tx.now,
    };
    tx.write(insertDeliveries(JSON.stringify([delivery])));
    queue(tx, tenantId, endpointId, wakeWebhooks);
    return readDelivery(tx, tenantId, endpointId, delivery.id);
  });
}

async function readDelivery(tx: Tx, tenantId: string, endpointId: string, id: string): Promise<Delivery> {
  const [[row], attempts] = await tx.queryAll([
    selectDelivery(tenantId, endpointId, id),
    selectAttempts(tenantId, [id]),
  ]);
  if (!row) throw new AppError('DELIVERY_NOT_FOUND', { deliveryId: id });
  return deliveryView(row, attempts);
}
