/**
 * Converts events to deliveries, one for each subscribed endpoint. The signing transaction only adds one small row per
 * event, and the deliveries are created later.
 */
import type { AnyEvent, Id } from '@countersign/contract';
import type { Announce } from '../../platform/audit/recorder.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import { looseCommit } from '../../platform/db/loose-commits.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import {
  insertDeliveries,
  insertPending,
  lockLanes,
  type Matched,
  matchEvents,
  queueLanes,
  takePending,
} from './work-store.ts';

const BATCH = 200;

/**
 * Adds a row that refers to the event, in the event's transaction. Deliveries are created only from these rows, so no
 * event is lost or duplicated.
 */
export function announceTo(wake: () => void): Announce {
  return (tx, tenantId, { id, isHeard }) => {
    if (!isHeard) return;
    tx.write(insertPending(tenantId, id));
    tx.afterCommit(wake);
  };
}

export type NewDelivery = {
  tenant_id: string;
  id: string;
  endpoint_id: Id<'webhook'>;
  event_id: Id<'event'>;
  kind: AnyEvent['kind'];
  document_id: Id<'document'> | null;
  sequence: number | null;
  payload_shape: string;
  is_test: boolean;
  test_data: object | null;
  event_at: Date;
  run_at: Date;
  created_at: Date;
};

export type FannedOut = { isFull: boolean; endpoints: string[] };

/**
 * Creates the deliveries for a batch of events in one transaction, so no event is lost in a crash. Several workers take
 * different events.
 */
export function fanOut(database: Database, clock: Clock): Promise<FannedOut> {
  return database.transaction(
    { role: 'jobs' },
    () => clock.now(),
    async (tx) => {
      tx.write(looseCommit('webhook deliveries created'));
      const taken = await tx.query(takePending(BATCH));
      if (taken.length === 0) return { isFull: false, endpoints: [] };
      const matched = await tx.query(
        matchEvents(
          taken.map(({ tenant_id: tenantId }) => tenantId),
          taken.map(({ event_id: eventId }) => eventId),
        ),
      );
      const deliveries = matched.toSorted(inOrder).flatMap((row) => toDelivery(row, tx.now));
      if (deliveries.length > 0) {
        const lanes = new Map(deliveries.map(({ tenant_id, endpoint_id }) => [endpoint_id, tenant_id]));
        const ids: [string[], string[]] = [[...lanes.values()], [...lanes.keys()]];
        tx.write(insertDeliveries(JSON.stringify(deliveries)));
        tx.write(lockLanes(...ids));
        tx.write(queueLanes(...ids, tx.now));
        failpointsOfCommit(tx, 'webhook-deliveries');
      }
      return { isFull: taken.length >= BATCH, endpoints: [...new Set(deliveries.map(({ endpoint_id: id }) => id))] };
    },
  );
}

/** Events of the same millisecond are ordered by sequence, because their IDs are in no particular order. */
function inOrder(a: Matched, b: Matched): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.sequence ?? 0) - (b.sequence ?? 0);
}

function toDelivery(row: Matched, now: Date): NewDelivery[] {
  const { tenant_id, event_id, kind, document_id, sequence, created_at: eventAt, endpoint_id, payload_shape } = row;
  if (endpoint_id === null || payload_shape === null) return [];
  const times = { event_at: eventAt, run_at: eventAt, created_at: now };
  const id = newId('delivery', now);
  return [
    {
      tenant_id,
      id,
      endpoint_id,
      event_id,
      kind,
      document_id,
      sequence,
      payload_shape,
      is_test: false,
      test_data: null,
      ...times,
    },
  ];
}
