/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type LogEntry = AnswerOf<'listAuditLog'>['entries'][number];
export type LogFilter = Pick<NonNullable<RequestOf<'listAuditLog'>['query']>, 'action' | 'from' | 'to'>;

export const auditLogQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', 'entries', filter],
    queryFn: ({ pageParam, signal }) =>
      call(api.listAuditLog, { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Each page verifies some of the chains. */
export const chainCheckQuery = infiniteQueryOptions({
  queryKey: ['audit-log', 'check'],
  queryFn: ({ pageParam, signal }) =>
    call(api.checkAuditLog, { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.nextCursor,
  // Verifies again on each visit, and only then.
  staleTime: 0,
  refetchOnWindowFocus: false,
});
