/** Dead letters, which are deliveries that failed five times. They can be listed, replayed or discarded. */
import type { EventKind, Id } from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { note, type WebhookDependencies } from './endpoints.ts';
import {
  countDeadLetters,
  type DeadLetterValues,
  discardDeadLetters,
  type Processed,
  replayDeadLetters,
  selectDeadLetters,
  selectPresentEndpoints,
  selectWebhook,
} from './store.ts';
import { deadLetterView, pageOf } from './views.ts';
import { lockLanes, queueLanes } from './work-store.ts';

export type DeadLetterFilter = {
  integrationId?: string | undefined;
  event?: EventKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
export type DeadLetterAction = { action: 'replay' | 'discard' } & (
  | { ids: readonly Id<'delivery'>[] }
  | ({ all: true } & DeadLetterFilter)
);

const filterOf = ({ integrationId, event, from, to }: DeadLetterFilter): DeadLetterValues => ({
  endpoint: integrationId ?? null,
  kind: event ?? null,
  from: from === undefined ? null : new Date(from),
  to: to === undefined ? null : new Date(to),
});

export async function listDeadLetters(
  { uow }: WebhookDependencies,
  { tenantId }: MemberPrincipal,
  { pageSize, cursor, ...filter }: DeadLetterFilter & { pageSize: number; cursor?: string | undefined },
) {
  const { integrationId } = filter;
  if (integrationId !== undefined && (await uow.read(tenantId, selectWebhook(tenantId, integrationId))).length === 0)
    throw invalid('integrationId', 'is not the ID of a webhook of this organization', 'unknown_value');
  const [found, counts] = await uow.readAll(tenantId, [
    selectDeadLetters({ tenantId, ...filterOf(filter), before: cursor ?? null, limit: pageSize + 1 }),
    countDeadLetters({ tenantId, ...filterOf(filter) }),
  ]);
  const { page, pagination } = pageOf(found, pageSize);
  const total = counts[0]?.count ?? 0;
  return { deliveries: page.map(deadLetterView), total, pagination };
}

/** A replayed delivery gets five new attempts and keeps its event ID. */
export async function processDeadLetters(
  { uow, wakeWebhooks }: WebhookDependencies,
  context: RequestContext<MemberPrincipal>,
  input: DeadLetterAction,
): Promise<{ action: 'replay' | 'discard'; processed: number; skipped: Id<'delivery'>[] }> {
  const { tenantId } = context.principal;
  const { action } = input;
  const ids = 'ids' in input ? [...input.ids] : null;
  const filter = filterOf('ids' in input ? {} : input);
  const change = action === 'replay' ? replayDeadLetters : discardDeadLetters;
  return uow.run(tenantId, async (tx) => {
    const present = await tx.query(selectPresentEndpoints(tenantId));
    const values = { tenantId, ...filter, endpoints: present.map(({ id }) => id), ids, now: tx.now };
    const [result] = await tx.query(change(values));
    const { count, endpoints, ids: done } = result ?? ({ count: 0, endpoints: [], ids: [] } satisfies Processed);
    if (action === 'replay' && endpoints.length > 0) {
      const tenants = endpoints.map(() => tenantId);
      tx.write(lockLanes(tenants, endpoints));
      tx.write(queueLanes(tenants, endpoints, tx.now));
      tx.afterCommit(wakeWebhooks);
    }
    if (count > 0)
      await note(uow, tx, context, {
        action: action === 'replay' ? 'webhook.dead-letters-replayed' : 'webhook.dead-letters-discarded',
        id: tenantId,
        data: {
          count,
        },
      });
    const processed = new Set(done);
    return { action, processed: count, skipped: (ids ?? []).filter((id) => !processed.has(id)) };
  });
}
