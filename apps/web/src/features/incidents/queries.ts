/** What this feature reads, under which key, and how long it counts as fresh. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type AnswerOf } from '../../api/client.ts';

export type Incident = AnswerOf<'getIncident'>['incident'];
export type IncidentMailing = AnswerOf<'listIncidentMails'>['mailings'][number];

export const incidentsQuery = infiniteQueryOptions({
  queryKey: ['incidents', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call('listIncidents', { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
});

export const incidentQuery = (incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', incidentId],
    queryFn: async ({ signal }) => (await call('getIncident', { params: { incidentId } }, signal)).incident,
  });

export const incidentNoticeQuery = (incidentId: string, kind: 'authority' | 'people') =>
  queryOptions({
    queryKey: ['incidents', incidentId, 'notice', kind],
    queryFn: async ({ signal }) => (await call('getIncidentNotice', { params: { incidentId, kind } }, signal)).notice,
  });

export const incidentMailsQuery = (incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', incidentId, 'mails'],
    queryFn: async ({ signal }) => (await call('listIncidentMails', { params: { incidentId } }, signal)).mailings,
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) === true ? 2000 : false),
  });
