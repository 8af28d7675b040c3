import type { Id, Incident } from '@countersign/contract';
import { BEHIND_ALL_IDS, boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

type Who = { kind: string; id: string; name: string | null };
export type IncidentRow = {
  id: Id<'incident'>;
  title: string;
  description: string;
  severity: Incident['severity'];
  status: Incident['status'];
  affected_data: string | null;
  affected_people: number | null;
  reported_by: Who;
  reported_at: Date;
  aware_at: Date;
  authority_notified_at: Date | null;
  people_notified_at: Date | null;
  closed_at: Date | null;
  reminded_hours: number;
  timeline: { at: string; by: Who; changes: string[]; note: string | null }[];
};

const named = (kind: string, id: string) => `json_build_object('kind', ${kind}, 'id', ${id}, 'name', coalesce(
  (select u.name from users u where u.id = ${id}), (select k.name from api_keys k where k.tenant_id = i.tenant_id and k.id = ${id})))`;

const COLUMNS = `i.id, i.title, i.description, i.severity, i.status, i.affected_data, i.affected_people,
  ${named('i.reporter_kind', 'i.reporter_id')} as reported_by, i.reported_at, i.aware_at, i.authority_notified_at, i.people_notified_at,
  i.closed_at, i.reminded_hours, coalesce((select json_agg(json_build_object('at', e.at, 'by', ${named('e.actor_kind', 'e.actor_id')},
    'changes', e.changes, 'note', e.note) order by e.n)
    from incident_entries e where e.tenant_id = i.tenant_id and e.incident_id = i.id), '[]') as timeline`;

export const selectIncident = statement<IncidentRow, [tenant: string, id: string]>(
  'incident-select',
  `select ${COLUMNS} from incidents i where i.tenant_id = $1 and i.id = $2`,
);
export const selectIncidents = statement<
  IncidentRow,
  [tenant: string, status: string | null, before: string | null, limit: number]
>(
  'incidents-select',
  `select ${COLUMNS} from incidents i
   where i.tenant_id = $1 and ($2::text is null or i.status = $2) and i.id < ${boundOr('$3::text', BEHIND_ALL_IDS)}
   order by i.id desc limit $4`,
);

export const insertIncident = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    title: string;
    description: string;
    severity: string;
    affectedData: string | null;
    affectedPeople: number | null;
    reporterKind: string;
    reporterId: string;
    reportedAt: Date;
    awareAt: Date;
  }
>(
  'incident-insert',
  `insert into incidents (tenant_id, id, title, description, severity, affected_data, affected_people, reporter_kind, reporter_id,
     reported_at, aware_at)
   values (:tenantId, :id, :title, :description, :severity, :affectedData, :affectedPeople, :reporterKind, :reporterId, :reportedAt,
     :awareAt)`,
);

export type IncidentChanges = {
  title: string | null;
  description: string | null;
  severity: string | null;
  status: string | null;
  setData: boolean;
  affectedData: string | null;
  setPeople: boolean;
  affectedPeople: number | null;
  authorityNotifiedAt: Date | null;
  peopleNotifiedAt: Date | null;
  now: Date;
};
/**
 * Updates an incident. Null leaves a column unchanged, except for the two nullable columns. Returns the number of the
 * change's timeline entry. Concurrent changes wait for each other and continue the numbering.
 */
export const updateIncidentRow = namedStatement<{ entry: number }, IncidentChanges & { tenantId: string; id: string }>(
  'incident-update',
  `update incidents set title = coalesce(:title, title), description = coalesce(:description, description),
     severity = coalesce(:severity, severity), status = coalesce(:status, status),
     affected_data = case when :setData::boolean then :affectedData else affected_data end,
     affected_people = case when :setPeople::boolean then :affectedPeople::int else affected_people end,
     authority_notified_at = coalesce(:authorityNotifiedAt, authority_notified_at),
     people_notified_at = coalesce(:peopleNotifiedAt, people_notified_at),
     closed_at = case coalesce(:status, status) when 'closed' then coalesce(closed_at, :now) else null end,
     entries = entries + 1
   where tenant_id = :tenantId and id = :id returning entries - 1 as entry`,
);
export const insertIncidentEntry = namedStatement<
  unknown,
  {
    tenantId: string;
    incidentId: string;
    n: number;
    at: Date;
    actorKind: string;
    actorId: string;
    changes: readonly string[];
    note: string | null;
  }
>(
  'incident-entry-insert',
  `insert into incident_entries (tenant_id, incident_id, n, at, actor_kind, actor_id, changes, note)
   values (:tenantId, :incidentId, :n, :at, :actorKind, :actorId, :changes, :note)`,
);
export const selectOrganizationOf = statement<{ name: string }, [tenant: string]>(
  'incident-organization',
  'select name from organizations where tenant_id = $1',
);

export type WatchedRow = {
  id: Id<'incident'>;
  title: string;
  aware_at: Date;
  authority_notified_at: Date | null;
  closed_at: Date | null;
  reminded_hours: number;
};
export const lockIncident = statement<WatchedRow, [tenant: string, id: string]>(
  'incident-lock',
  `select id, title, aware_at, authority_notified_at, closed_at, reminded_hours from incidents where tenant_id = $1 and id = $2 for update`,
);
export const updateReminded = statement<unknown, [tenant: string, id: string, hours: number]>(
  'incident-reminded',
  'update incidents set reminded_hours = $3 where tenant_id = $1 and id = $2',
);
