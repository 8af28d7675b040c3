/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type LogEntry = AnswerOf<'listAuditLog'>['entries'][number];
export type LogFilter = Pick<
  NonNullable<RequestOf<'listAuditLog'>['query']>,
  'action' | 'actor' | 'target' | 'from' | 'to'
>;
export type LogState = AnswerOf<'getAuditLogState'>;

export const auditLogQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', 'entries', filter],
    queryFn: ({ pageParam, signal }) =>
      call(api.listAuditLog, { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Each page of this query verifies some of the chains. */
export const chainCheckQuery = infiniteQueryOptions({
  queryKey: ['audit-log', 'check'],
  queryFn: ({ pageParam, signal }) =>
    call(api.checkAuditLog, { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.nextCursor,
  // The chains are verified each time the page is opened, but not while it is open.
  staleTime: 0,
  refetchOnWindowFocus: false,
});

export const logStateQuery = queryOptions({
  queryKey: ['audit-log', 'state'],
  queryFn: ({ signal }) => call(api.getAuditLogState, {}, signal),
  refetchInterval: 15_000,
});
