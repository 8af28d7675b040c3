/**
 * Sub-processors of the installation: versioned lists that the operator publishes and announces before they take
 * effect.
 */
import type { InputOf, operations, SubProcessorList } from '@countersign/contract';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { type OutsideHost, servicesInUse } from './outside-services.ts';
import { continuations } from './reactions.ts';
import { insertList, type ListRow, selectInForce, selectLists, selectNewestList } from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type Query = InputOf<(typeof operations)['listSubProcessors']>['query'];
type Published = InputOf<(typeof operations)['publishSubProcessors']>['body'];

const NOTICE_MS = 30 * 86_400_000;

export async function listSubProcessors(
  { uow, outside }: { uow: UnitOfWork; outside: readonly OutsideHost[] },
  { principal }: Context,
  query: Query,
) {
  const { pageSize, cursor = null } = query;
  const [lists, [current]] = await uow.readAll(principal.tenantId, [
    selectLists(cursor, pageSize + 1),
    selectInForce(uow.now()),
  ]);
  const hasMore = lists.length > pageSize;
  const shown = lists.slice(0, pageSize);
  const last = shown.at(-1)?.version;
  return {
    in_force: current?.version ?? null,
    lists: shown.map(view),
    in_use: servicesInUse(outside, current?.content ?? []),
    may_publish: mayPublish(principal),
    pagination: { hasMore, nextCursor: hasMore && last !== undefined ? String(last) : null },
  };
}

/** The e-mails are queued in the transaction that stores the list, so an announced list always exists. */
export async function publishSubProcessors(
  uow: UnitOfWork,
  context: Context,
  { subProcessors, effectiveAt, version }: Published,
): Promise<SubProcessorList> {
  const { principal } = context;
  // Sub-processors affect every organization of the installation, so administrators of other organizations may not
  // change them.
  if (!mayPublish(principal)) throw new AppError('FORBIDDEN');
  const { tenantId } = principal;
  const actor = auditActor(principal);
  return uow.runAuth(async (tx) => {
    tx.enter({ role: 'app', tenantId });
    const [newest] = await tx.query(selectNewestList());
    const before = newest?.version ?? 0;
    if (before !== version) throw new AppError('REGISTER_CHANGED', { version: before });
    const usual = before === 0 ? tx.now : new Date(tx.now.getTime() + NOTICE_MS);
    const effective = effectiveAt === undefined ? usual : new Date(effectiveAt);
    if (effective < tx.now) throw invalid('effectiveAt', 'must not be in the past');
    const list = { version: version + 1, published_at: tx.now, effective_at: effective, content: subProcessors };
    tx.enter({ role: 'auth' });
    const made = await tx.query(insertList(list.version, tx.now, effective, JSON.stringify(subProcessors)));
    if (made.length === 0) throw new AppError('REGISTER_CHANGED', { version: list.version });
    tx.enter({ role: 'app', tenantId });
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'sub-processors.published',
      actor,
      target: { kind: 'organization', id: tenantId },
      data: { version: list.version, entries: subProcessors.length, effective_at: effective.toISOString() },
      personal: { personId: actor.id, fields: requestOrigin(context) },
    });
    uow.recorder.start(tx, tenantId, continuations.listPublished, {
      after: '',
      effectiveOn: effective.toISOString().slice(0, 10),
    });
    return view(list);
  });
}

const mayPublish = (principal: MemberPrincipal): boolean => principal.kind === 'user' && principal.isOperator;

const view = ({ version, published_at: published, effective_at: effective, content }: ListRow): SubProcessorList => ({
  version,
  published_at: published.toISOString(),
  effective_at: effective.toISOString(),
  sub_processors: content,
});
