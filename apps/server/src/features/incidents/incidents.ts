/**
 * Security incidents: any member can report one, and administrators handle it. Each change is recorded in the timeline
 * and in the audit log.
 */
import type { Id, Incident, IncidentNotice, InputOf, operations } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { auditActor } from '../../platform/audit/actor.ts';
import { HOUR_MS, NOTIFY_WITHIN_HOURS } from './clock.ts';
import { type Draft, draftNotice } from './notices.ts';
import { notifyAdministrators, watch } from './remind.ts';
import {
  type IncidentRow,
  insertIncident,
  insertIncidentEntry,
  selectIncident,
  selectIncidents,
  selectOrganizationOf,
  updateIncidentRow,
} from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type Report = InputOf<(typeof operations)['reportIncident']>['body'];
type Change = InputOf<(typeof operations)['updateIncident']>['body'];
type List = InputOf<(typeof operations)['listIncidents']>['query'];

/** @throws AppError 422 for a time in the future */
export async function reportIncident(uow: UnitOfWork, context: Context, report: Report): Promise<Incident> {
  const { tenantId } = context.principal;
  const actor = auditActor(context.principal);
  return uow.run(tenantId, async (tx) => {
    const id = newId('incident', tx.now);
    const awareAt = requirePast('awareAt', report.awareAt, tx.now) ?? tx.now;
    tx.write(
      insertIncident({
        tenantId,
        id,
        title: report.title,
        description: report.description,
        severity: report.severity,
        affectedData: report.affectedData ?? null,
        affectedPeople: report.affectedPeople ?? null,
        reporterKind: actor.kind,
        reporterId: actor.id,
        reportedAt: tx.now,
        awareAt,
      }),
    );
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'incident.reported',
      actor,
      target: { kind: 'incident', id },
      data: { severity: report.severity, aware_at: awareAt.toISOString() },
      ...personal(context),
    });
    const [row] = await tx.query(selectIncident(tenantId, id));
    const made = found(row, id);
    watch(uow, tx, tenantId, made);
    await notifyAdministrators(uow, tx, tenantId, made, 'incident-reported');
    return view(made);
  });
}

export async function listIncidents(uow: UnitOfWork, { principal: { tenantId } }: Context, query: List) {
  const { status = null, pageSize, cursor = null } = query;
  const rows = await uow.read(tenantId, selectIncidents(tenantId, status, cursor, pageSize + 1));
  const incidents = rows.slice(0, pageSize).map(view);
  const hasMore = rows.length > pageSize;
  return { incidents, pagination: { hasMore, nextCursor: hasMore ? (incidents.at(-1)?.id ?? null) : null } };
}

export async function getIncident(uow: UnitOfWork, context: Context, id: Id<'incident'>): Promise<Incident> {
  const { tenantId } = context.principal;
  const [row] = await uow.read(tenantId, selectIncident(tenantId, id));
  return view(found(row, id));
}

export async function updateIncident(
  uow: UnitOfWork,
  context: Context,
  id: Id<'incident'>,
  change: Change,
): Promise<Incident> {
  const { tenantId } = context.principal;
  const actor = auditActor(context.principal);
  const { note = null, ...changes } = change;
  const changed = Object.keys(changes);
  return uow.run(tenantId, async (tx) => {
    const [updated] = await tx.query(
      updateIncidentRow({
        tenantId,
        id,
        now: tx.now,
        title: changes.title ?? null,
        description: changes.description ?? null,
        severity: changes.severity ?? null,
        status: changes.status ?? null,
        setData: changes.affectedData !== undefined,
        affectedData: changes.affectedData ?? null,
        setPeople: changes.affectedPeople !== undefined,
        affectedPeople: changes.affectedPeople ?? null,
        authorityNotifiedAt: requirePast('authorityNotifiedAt', changes.authorityNotifiedAt, tx.now) ?? null,
        peopleNotifiedAt: requirePast('peopleNotifiedAt', changes.peopleNotifiedAt, tx.now) ?? null,
      }),
    );
    tx.write(
      insertIncidentEntry({
        tenantId,
        incidentId: id,
        n: found(updated, id).entry,
        at: tx.now,
        actorKind: actor.kind,
        actorId: actor.id,
        changes: changed,
        note,
      }),
    );
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'incident.changed',
      actor,
      target: { kind: 'incident', id },
      data: { changed: [...changed, ...(note === null ? [] : ['note'])].join(', '), status: changes.status ?? null },
      ...personal(context),
    });
    const [row] = await tx.query(selectIncident(tenantId, id));
    const now = found(row, id);
    watch(uow, tx, tenantId, now);
    return view(now);
  });
}

export async function getIncidentNotice(
  uow: UnitOfWork,
  context: Context,
  { incidentId, kind }: { incidentId: Id<'incident'>; kind: IncidentNotice['kind'] },
): Promise<IncidentNotice> {
  const { tenantId } = context.principal;
  const [rows, organizations] = await uow.readAll(tenantId, [
    selectIncident(tenantId, incidentId),
    selectOrganizationOf(tenantId),
  ]);
  const draft: Draft = { incident: view(found(rows[0], incidentId)), organization: organizations[0]?.name ?? '' };
  return draftNotice(kind, draft);
}

export function found<T>(row: T | undefined, incidentId: string): T {
  if (!row) throw new AppError('INCIDENT_NOT_FOUND', { incidentId });
  return row;
}

function requirePast(field: string, moment: string | undefined, now: Date): Date | undefined {
  if (moment === undefined) return undefined;
  const date = new Date(moment);
  if (date > now) throw invalid(field, 'must not be in the future');
  return date;
}

function personal({ principal, address }: Context) {
  return principal.kind === 'user' ? { personal: { personId: principal.userId, fields: { address } } } : {};
}

export function view({ reminded_hours: _, ...row }: IncidentRow): Incident {
  const time = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    ...row,
    reported_at: row.reported_at.toISOString(),
    aware_at: row.aware_at.toISOString(),
    notify_by: new Date(row.aware_at.getTime() + NOTIFY_WITHIN_HOURS * HOUR_MS).toISOString(),
    authority_notified_at: time(row.authority_notified_at),
    people_notified_at: time(row.people_notified_at),
    closed_at: time(row.closed_at),
    timeline: row.timeline.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
  };
}
