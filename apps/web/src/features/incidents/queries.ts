/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type Incident = AnswerOf<'getIncident'>['incident'];
export type IncidentMailing = AnswerOf<'listIncidentMails'>['mailings'][number];

export const incidentsQuery = infiniteQueryOptions({
  queryKey: ['incidents', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(api.listIncidents, { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
});

export const incidentQuery = (incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', incidentId],
    queryFn: async ({ signal }) => (await call(api.getIncident, { params: { incidentId } }, signal)).incident,
  });

export const incidentNoticeQuery = (incidentId: string, kind: 'authority' | 'people') =>
  queryOptions({
    queryKey: ['incidents', incidentId, 'notice', kind],
    queryFn: async ({ signal }) => (await call(api.getIncidentNotice, { params: { incidentId, kind } }, signal)).notice,
  });

export const incidentMailsQuery = (incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', incidentId, 'mails'],
    queryFn: async ({ signal }) => (await call(api.listIncidentMails, { params: { incidentId } }, signal)).mailings,
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) === true ? 2000 : false),
  });
