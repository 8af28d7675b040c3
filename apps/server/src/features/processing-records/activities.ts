/**
 * The record of processing activities: the service's own entries, and the entries of an organization with their
 * versions.
 */
import type { Id, InputOf, operations, ProcessingActivity } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import type { OutsideHost } from './outside-services.ts';
import { ownActivities } from './own-activities.ts';
import {
  type ActivityRow,
  type Content,
  insertActivity,
  selectActivities,
  selectFacts,
  selectVersions,
} from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type Added = InputOf<(typeof operations)['addProcessingActivity']>['body'];
type Changed = InputOf<(typeof operations)['changeProcessingActivity']>['body'];
type List = InputOf<(typeof operations)['listProcessingActivities']>['query'];
type VersionsQuery = InputOf<(typeof operations)['listProcessingActivityVersions']>['query'];
type ActivityId = Id<'processingActivity'>;
type Services = { uow: UnitOfWork; outside: readonly OutsideHost[] };

const ROWS = 200;

/** The service's entries are on the first page of the list. */
export async function listActivities({ uow, outside }: Services, { principal }: Context, query: List) {
  const { tenantId } = principal;
  const { state, pageSize, cursor = null } = query;
  const [facts, rows] = await uow.readAll(tenantId, [
    selectFacts(tenantId),
    selectActivities(tenantId, state, cursor, pageSize + 1),
  ]);
  const hasMore = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  const own = cursor === null && state === 'active' ? ownActivities({ organization: certainRow(facts), outside }) : [];
  return {
    activities: [...own, ...shown.map(view)],
    pagination: { hasMore, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null },
  };
}

export async function allActivities(
  uow: UnitOfWork,
  tenantId: string,
  state: ProcessingActivity['state'],
): Promise<ProcessingActivity[]> {
  const entries: ActivityRow[] = [];
  for (;;) {
    const rows = await uow.read(tenantId, selectActivities(tenantId, state, entries.at(-1)?.id ?? null, ROWS));
    entries.push(...rows);
    if (rows.length < ROWS) return entries.map(view);
  }
}

export function addActivity(uow: UnitOfWork, context: Context, body: Added): Promise<ProcessingActivity> {
  return uow.run(context.principal.tenantId, async (tx) => {
    const id = newId('processingActivity', tx.now);
    return write(uow, tx, context, { id, version: 1, state: 'active', content: contentOf(body), changed: [] });
  });
}

/** @throws AppError if another person has created a newer version than the one that the caller saw */
export function changeActivity(
  uow: UnitOfWork,
  context: Context,
  id: ActivityId,
  body: Changed,
): Promise<ProcessingActivity> {
  const { tenantId } = context.principal;
  return uow.run(tenantId, async (tx) => {
    const [newest] = await tx.query(selectVersions(tenantId, id, null, 1));
    if (!newest) throw new AppError('PROCESSING_ACTIVITY_NOT_FOUND', { activityId: id });
    if (newest.version !== body.version) throw new AppError('REGISTER_CHANGED', { version: newest.version });
    const content = contentOf(body);
    const changed = (Object.keys(content) as (keyof Content)[]).filter((key) => content[key] !== newest.content[key]);
    if (changed.length === 0 && newest.state === body.state) return view(newest);
    return write(uow, tx, context, { id, version: newest.version + 1, state: body.state, content, changed });
  });
}

export async function getActivity(uow: UnitOfWork, context: Context, id: ActivityId): Promise<ProcessingActivity> {
  const { tenantId } = context.principal;
  const [newest] = await uow.read(tenantId, selectVersions(tenantId, id, null, 1));
  if (!newest) throw new AppError('PROCESSING_ACTIVITY_NOT_FOUND', { activityId: id });
  return view(newest);
}

export async function listVersions(uow: UnitOfWork, context: Context, id: ActivityId, query: VersionsQuery) {
  const { tenantId } = context.principal;
  const { pageSize, cursor = null } = query;
  const rows = await uow.read(tenantId, selectVersions(tenantId, id, cursor, pageSize + 1));
  if (rows.length === 0 && cursor === null) throw new AppError('PROCESSING_ACTIVITY_NOT_FOUND', { activityId: id });
  const hasMore = rows.length > pageSize;
  const versions = rows.slice(0, pageSize);
  const last = versions.at(-1)?.version;
  return {
    versions: versions.map(view),
    pagination: { hasMore, nextCursor: hasMore && last !== undefined ? String(last) : null },
  };
}

type Version = Pick<ActivityRow, 'id' | 'version' | 'state' | 'content'> & { changed: readonly string[] };

async function write(
  uow: UnitOfWork,
  tx: Parameters<UnitOfWork['recorder']['record']>[0],
  context: Context,
  { id, version, state, content, changed }: Version,
): Promise<ProcessingActivity> {
  const { tenantId } = context.principal;
  const by = auditActor(context.principal);
  const row = {
    tenantId,
    id,
    version,
    state,
    content: JSON.stringify(content),
    byKind: by.kind,
    byId: by.id,
    at: tx.now,
  };
  if ((await tx.query(insertActivity(row))).length === 0) throw new AppError('REGISTER_CHANGED', { version });
  const action = version === 1 ? 'added' : state === 'retired' ? 'retired' : 'changed';
  await uow.recorder.record(tx, tenantId, tenantId, {
    action: `processing-activity.${action}`,
    actor: by,
    target: { kind: 'processing-activity', id },
    data: { version, ...(changed.length > 0 && { changed: changed.join(', ') }) },
    personal: { personId: by.id, fields: requestOrigin(context) },
  });
  return view(certainRow(await tx.query(selectVersions(tenantId, id, version + 1, 1))));
}

const contentOf = ({ legalBasis, ...body }: Added | Changed): Content => ({
  name: body.name,
  purpose: body.purpose,
  legal_basis: legalBasis,
  people: body.people,
  data: body.data,
  recipients: body.recipients,
  transfers: body.transfers,
  retention: body.retention,
  measures: body.measures,
});

const view = ({ content, changed_at: at, ...row }: ActivityRow): ProcessingActivity => ({
  ...row,
  origin: 'organization',
  ...content,
  changed_at: at.toISOString(),
});
